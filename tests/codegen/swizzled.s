# rustc 1.95.0 (59807616e 2026-04-14), x86_64

atom:
    shll $6, %edi
    leal (%rdi,%rsi), %ecx
    movl %ecx, %eax
    shrl $3, %eax
    andl $56, %eax
    xorl %ecx, %eax
    retq

atom_up:
    leal (%rsi,%rdi,8), %ecx
    leal (,%rsi,8), %eax
    andl $24, %eax
    xorl %ecx, %eax
    retq

run_time_offset:
    shll $6, %esi
    leal (%rdi,%rdx), %ecx
    addl %esi, %ecx
    movl %ecx, %eax
    shrl $3, %eax
    andl $56, %eax
    xorl %ecx, %eax
    retq

row:
    shll $9, %edi
    andl $63, %esi
    leal (%rsi,%rdi), %eax
    xorl $216, %eax
    retq

swizzle:
    movl %edi, %eax
    shrl $3, %eax
    andl $112, %eax
    xorl %edi, %eax
    retq

swizzle_up:
    leal (,%rdi,8), %eax
    andl $24, %eax
    xorl %edi, %eax
    retq

swizzle_usize:
    movl %edi, %eax
    shrl $3, %eax
    andl $112, %eax
    xorq %rdi, %rax
    retq

tile:
    shll $6, %edi
    leal (%rdi,%rsi), %ecx
    movl %ecx, %eax
    shrl $3, %eax
    andl $56, %eax
    xorl %ecx, %eax
    retq
