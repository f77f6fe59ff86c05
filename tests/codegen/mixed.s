# rustc 1.95.0 (59807616e 2026-04-14), x86_64

row_major:
    shll $6, %esi
    leal (%rsi,%rdx), %eax
    retq

tile_number:
    testl %edi, %edi
    je .L0
    movl %edi, %ecx
    shrl $5, %ecx
    andl $31, %edi
    cmpl $1, %edi
    sbbl $-1, %ecx
    movl %edx, %eax
    xorl %edx, %edx
    divl %ecx
    movl %esi, %ecx
    shrl $5, %ecx
    andl $31, %esi
    shll $6, %esi
    shll $11, %edx
    shll $5, %eax
    addl %ecx, %esi
    addl %edx, %esi
    addl %esi, %eax
    retq
    .L0:
    pushq %rax
    leaq .L1(%rip), %rdi
    callq *_RNvNtNtCsgEmfK2I1SDS_4core9panicking11panic_const23panic_const_rem_by_zero@GOTPCREL(%rip)

tiled:
    shll $6, %esi
    shll $11, %ecx
    shll $5, %r8d
    leal (%r8,%rcx), %eax
    addl %esi, %eax
    addl %edx, %eax
    retq

column_major:
    imull %ecx, %edi
    leal (%rdi,%rdx), %eax
    retq

leading_dimension:
    movl %edx, %edx
    imulq %rsi, %rdx
    movl %ecx, %eax
    addq %rdx, %rax
    retq

tile_slice:
    movl %r8d, %edi
    shlq $5, %rdi
    shll $5, %r9d
    movl %edx, %eax
    addq %rdi, %rax
    movl %ecx, %ecx
    addq %r9, %rcx
    imulq %rsi, %rax
    addq %rcx, %rax
    retq
