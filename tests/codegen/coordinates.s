# rustc 1.95.0 (59807616e 2026-04-14), x86_64

integer:
    movl %edi, %eax
    andl $7, %eax
    shll $6, %eax
    shrl $3, %edi
    addl %edi, %eax
    retq

integer_usize:
    movl %edi, %eax
    andl $7, %eax
    shll $6, %eax
    shrq $3, %rdi
    addq %rdi, %rax
    retq

nested:
    shll $9, %edi
    shll $4, %esi
    addl %edi, %esi
    shll $6, %edx
    leal (%rdx,%rcx), %eax
    addl %esi, %eax
    retq

nth_offset:
    movl %edi, %eax
    andl $7, %eax
    shll $6, %eax
    movq %rdi, %rcx
    shrq $3, %rcx
    orq %rax, %rcx
    cmpq $512, %rdi
    movl $512, %eax
    cmovbq %rcx, %rax
    retq

partly_nested:
    movl %edi, %eax
    andl $1, %eax
    shll $9, %eax
    andl $-2, %edi
    movl %esi, %ecx
    andl $7, %ecx
    shll $6, %ecx
    shrl $3, %esi
    addl %esi, %ecx
    leal (%rax,%rdi,8), %eax
    addl %ecx, %eax
    retq

idx2crd:
    movq %rdi, %rax
    movl %esi, %ecx
    shrl $3, %ecx
    movl %esi, %edx
    shrl $6, %edx
    andl $7, %ecx
    movl %esi, %edi
    shrl %edi
    andl $3, %edi
    andl $1, %esi
    movl %esi, (%rax)
    movl %edi, 4(%rax)
    movl %ecx, 8(%rax)
    movl %edx, 12(%rax)
    retq

nth_coord:
    movq %rdi, %rax
    cmpq $512, %rsi
    jae .L0
    movl %esi, %ecx
    andl $7, %ecx
    movl %esi, %edx
    shrl $3, %edx
    andl $15, %edx
    shrq $7, %rsi
    movq %rcx, (%rax)
    movq %rdx, 8(%rax)
    movq %rsi, 16(%rax)
    retq
    .L0:
    xorps %xmm0, %xmm0
    movups %xmm0, (%rax)
    movq $0, 16(%rax)
    retq

odd_extent:
    movl %edi, %eax
    movl $2863311531, %ecx
    imulq %rax, %rcx
    shrq $35, %rcx
    leal (%rdi,%rdi,4), %eax
    imull $-119, %ecx, %ecx
    leal (%rcx,%rax,2), %eax
    retq

offset_as:
    movl %edi, %eax
    movl $2863311531, %ecx
    imulq %rax, %rcx
    shrq $35, %rcx
    leal (%rdi,%rdi,4), %eax
    imull $-119, %ecx, %ecx
    leal (%rcx,%rax,2), %eax
    retq

partly_static:
    shll $4, %esi
    leal (%rdi,%rsi), %eax
    addl $192, %eax
    retq

row_sum:
    andl $7, %esi
    shll $8, %esi
    movdqu (%rdi,%rsi), %xmm0
    movdqu 16(%rdi,%rsi), %xmm1
    movdqu 32(%rdi,%rsi), %xmm2
    paddd %xmm0, %xmm2
    movdqu 48(%rdi,%rsi), %xmm0
    paddd %xmm1, %xmm0
    paddd %xmm2, %xmm0
    pshufd $238, %xmm0, %xmm1
    paddd %xmm0, %xmm1
    pshufd $85, %xmm1, %xmm0
    paddd %xmm1, %xmm0
    movd %xmm0, %eax
    retq

slice:
    shll $6, %edi
    shll $4, %edx
    leal (%rdi,%rsi), %eax
    addl %edx, %eax
    retq

tuple:
    shll $6, %edi
    shll $4, %edx
    leal (%rdi,%rsi), %eax
    addl %edx, %eax
    retq

tuple_usize:
    shlq $6, %rdi
    shlq $4, %rdx
    leaq (%rdi,%rsi), %rax
    addq %rdx, %rax
    retq
