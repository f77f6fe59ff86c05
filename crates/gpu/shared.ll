; The block's dynamic shared memory. Rust has no address spaces, so the variable is declared here, in
; address space 3, and Rust calls the two functions. They are inlined when the modules are linked; then
; LLVM sees where the pointer comes from, and loads and stores through it become ld.shared and st.shared.
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@zellige_shared = external addrspace(3) global [0 x i8], align 1024

; As a pointer like any other.
define ptr @zellige_shared_pointer() alwaysinline nounwind readnone {
  ret ptr addrspacecast (ptr addrspace(3) @zellige_shared to ptr)
}

; As the 32-bit address that ldmatrix, cp.async, mbarriers and descriptors take.
define i32 @zellige_shared_address() alwaysinline nounwind readnone {
  ret i32 ptrtoint (ptr addrspace(3) @zellige_shared to i32)
}
