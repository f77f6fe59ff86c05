// One of CuTe's tutorials as a function of a shared library, so that it can be timed beside the
// kernels.
//
// nvcc -DTUTORIAL='"sgemm_2.cu"' -DELEMENT=float -DNAME=sgemm_2: the tutorial's own source, with
// its kernel, its tiles and its launch; its main program is renamed and not called.
//
// Computes C = A B^T: A is M by K, B is N by K, and the elements of a column of C are adjacent.
// NAME_tn takes contiguous rows of A and of B, NAME_nt contiguous columns. There are no gaps: the
// leading dimensions are m, n or k. The result is 0 or an error code, for which NAME_error returns
// a message.

#define main tutorial_main
#include TUTORIAL
#undef main

#define JOIN(a, b) a##b
#define NAMED(name, suffix) JOIN(name, suffix)
#define GEMM(suffix, function, lda, ldb)                                                                      \
    extern "C" int NAMED(NAME, suffix)(int m, int n, int k, const void* a, const void* b, void* c,             \
                                       cudaStream_t stream) {                                                 \
        function(m, n, k, ELEMENT(1.0f), static_cast<const ELEMENT*>(a), lda, static_cast<const ELEMENT*>(b),  \
                 ldb, ELEMENT(0.0f), static_cast<ELEMENT*>(c), m, stream);                                    \
        return cudaGetLastError();                                                                            \
    }

extern "C" const char* NAMED(NAME, _error)(int status) {
    return cudaGetErrorString(static_cast<cudaError_t>(status));
}

GEMM(_tn, gemm_tn, k, k)
GEMM(_nt, gemm_nt, m, n)
