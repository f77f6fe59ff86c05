# rustc 1.95.0 (59807616e 2026-04-14), x86_64

tiled:
    shll $6, %edi
    shll $11, %edx
    shll $4, %ecx
    leal (%rcx,%rdx), %eax
    addl %edi, %eax
    addl %esi, %eax
    retq

composed:
    movl %edi, %eax
    andl $1, %eax
    shll $8, %eax
    shrl %edi
    shll $6, %esi
    addl %esi, %eax
    addl %edi, %eax
    retq

generic:
    movl %edi, %eax
    retq

inverse:
    movl %edi, %eax
    retq

repeated:
    movl %edi, %eax
    andl $3, %eax
    shrl $2, %edi
    movl %esi, %ecx
    shll $4, %esi
    andl $-32, %esi
    testb $1, %cl
    leal (%rdi,%rax,8), %ecx
    leal 96(%rdi,%rax,8), %eax
    cmovel %ecx, %eax
    addl %esi, %eax
    retq
