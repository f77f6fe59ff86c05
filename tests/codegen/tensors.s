# rustc 1.95.0 (59807616e 2026-04-14), x86_64

fill:
    movd %esi, %xmm0
    pshufd $0, %xmm0, %xmm0
    movdqu %xmm0, (%rdi)
    movdqu %xmm0, 64(%rdi)
    movdqu %xmm0, 128(%rdi)
    movdqu %xmm0, 192(%rdi)
    movdqu %xmm0, 256(%rdi)
    movdqu %xmm0, 320(%rdi)
    movdqu %xmm0, 384(%rdi)
    movdqu %xmm0, 448(%rdi)
    movdqu %xmm0, 16(%rdi)
    movdqu %xmm0, 80(%rdi)
    movdqu %xmm0, 144(%rdi)
    movdqu %xmm0, 208(%rdi)
    movdqu %xmm0, 272(%rdi)
    movdqu %xmm0, 336(%rdi)
    movdqu %xmm0, 400(%rdi)
    movdqu %xmm0, 464(%rdi)
    movdqu %xmm0, 32(%rdi)
    movdqu %xmm0, 96(%rdi)
    movdqu %xmm0, 160(%rdi)
    movdqu %xmm0, 224(%rdi)
    movdqu %xmm0, 288(%rdi)
    movdqu %xmm0, 352(%rdi)
    movdqu %xmm0, 416(%rdi)
    movdqu %xmm0, 480(%rdi)
    movdqu %xmm0, 48(%rdi)
    movdqu %xmm0, 112(%rdi)
    movdqu %xmm0, 176(%rdi)
    movdqu %xmm0, 240(%rdi)
    movdqu %xmm0, 304(%rdi)
    movdqu %xmm0, 368(%rdi)
    movdqu %xmm0, 432(%rdi)
    movdqu %xmm0, 496(%rdi)
    retq

fragment:
    movups (%rdi), %xmm0
    movups 64(%rdi), %xmm1
    addps %xmm0, %xmm0
    movups %xmm0, (%rdi)
    addps %xmm1, %xmm1
    movups %xmm1, 64(%rdi)
    retq

gemm:
    movsd (%rsi), %xmm2
    movsd 8(%rsi), %xmm3
    movsd 16(%rsi), %xmm4
    movsd 24(%rsi), %xmm0
    movlhps %xmm2, %xmm2
    movups (%rdi), %xmm1
    movups 16(%rdi), %xmm5
    movaps %xmm1, %xmm6
    shufps $0, %xmm5, %xmm6
    mulps %xmm2, %xmm6
    xorps %xmm2, %xmm2
    addps %xmm6, %xmm2
    movlhps %xmm3, %xmm3
    movaps %xmm1, %xmm6
    shufps $85, %xmm5, %xmm6
    mulps %xmm3, %xmm6
    addps %xmm2, %xmm6
    movlhps %xmm4, %xmm4
    movaps %xmm1, %xmm2
    shufps $170, %xmm5, %xmm2
    mulps %xmm4, %xmm2
    addps %xmm6, %xmm2
    movlhps %xmm0, %xmm0
    shufps $255, %xmm5, %xmm1
    mulps %xmm0, %xmm1
    addps %xmm2, %xmm1
    movups %xmm1, (%rdx)
    retq

get_unchecked:
    leaq (%rdi,%rdx,4), %rax
    shlq $6, %rsi
    movss (%rsi,%rax), %xmm0
    retq

thread_sum:
    movl %esi, %eax
    andl $3, %eax
    andl $28, %esi
    leal (%rax,%rsi,4), %ecx
    movl 16(%rdi,%rcx,4), %eax
    addl (%rdi,%rcx,4), %eax
    addl 32(%rdi,%rcx,4), %eax
    addl 48(%rdi,%rcx,4), %eax
    retq

get:
    cmpq $8, %rsi
    setb %al
    cmpq $16, %rdx
    setb %cl
    testb %cl, %al
    je .L0
    leaq (%rdi,%rdx,4), %rax
    shlq $6, %rsi
    movss (%rsi,%rax), %xmm0
    movl $1, %eax
    retq
    .L0:
    xorl %eax, %eax
    retq

local_tile:
    shll $5, %esi
    andl $32, %esi
    addq %rdi, %rsi
    leaq (%rsi,%rcx,4), %rax
    shlq $6, %rdx
    movss 256(%rdx,%rax), %xmm0
    retq
