// Transposes, as kernels/src/transpose does them.

extern __shared__ __align__(1024) unsigned char shared[];

// By 16 bytes, N elements T: a thread has a block of N by N, 16 by 16 threads a tile. `column` picks element j of each
// of N vectors.
template <class T, unsigned N, class Column>
__device__ void aligned(unsigned rows, unsigned columns, const T* from, unsigned ld_from, T* to, unsigned ld_to,
                        Column column) {
    const unsigned TILE = 16 * N;
    uint4* places = reinterpret_cast<uint4*>(shared);
    // Places are in vectors: 16 in a column of the tile, flipped by the number of the column's block.
    auto place = [](unsigned chunk, unsigned c) { return c * 16 + (chunk ^ (c / N % 8)); };
    unsigned x = threadIdx.x % 16, y = threadIdx.x / 16, r0 = blockIdx.x * TILE, c0 = blockIdx.y * TILE;
    if (r0 + y * N < rows && c0 + x * N < columns) {
        uint4 block[N];
#pragma unroll
        for (unsigned i = 0; i < N; i++)
            block[i] = *reinterpret_cast<const uint4*>(from + ((r0 + y * N + i) * ld_from + c0 + x * N));
#pragma unroll
        for (unsigned j = 0; j < N; j++) places[place(y, x * N + j)] = column(block, j);
    }
    __syncthreads();
#pragma unroll
    for (unsigned j = 0; j < N; j++) {
        unsigned c = y + 16 * j;
        if (r0 + x * N < rows && c0 + c < columns)
            *reinterpret_cast<uint4*>(to + ((c0 + c) * ld_to + r0 + x * N)) = places[place(x, c)];
    }
}
__device__ unsigned word(const uint4& v, unsigned i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; }

extern "C" __global__ void __launch_bounds__(256) transpose_f32(unsigned rows, unsigned columns, const float* from,
                                                                unsigned ld_from, float* to, unsigned ld_to) {
    aligned<float, 4>(rows, columns, from, ld_from, to, ld_to, [](const uint4* v, unsigned j) {
        return make_uint4(word(v[0], j), word(v[1], j), word(v[2], j), word(v[3], j));
    });
}
extern "C" __global__ void __launch_bounds__(256)
    transpose_bf16(unsigned rows, unsigned columns, const unsigned short* from, unsigned ld_from, unsigned short* to,
                   unsigned ld_to) {
    aligned<unsigned short, 8>(rows, columns, from, ld_from, to, ld_to, [](const uint4* v, unsigned j) {
        unsigned half = j % 2 ? 0x7632 : 0x5410;
        auto pair = [&](unsigned i) { return __byte_perm(word(v[i], j / 2), word(v[i + 1], j / 2), half); };
        return make_uint4(pair(0), pair(2), pair(4), pair(6));
    });
}

// Of any size: tiles of 64 by 64, which in each column begin up to S - 1 rows early, where a sector begins. SHIFT is
// by how much the number of the row flips the column's place.
template <class T, unsigned S, unsigned SHIFT>
__device__ void any(unsigned rows, unsigned columns, const T* from, unsigned ld_from, T* to, unsigned ld_to) {
    const unsigned L = (64 + S) / 8;
    T* places = reinterpret_cast<T*>(shared);
    auto place = [](unsigned r, unsigned c) { return r * 64 + (c ^ (r % 32 << SHIFT)); };
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, r0 = blockIdx.x * 64 - S, c0 = blockIdx.y * 64;
    T values[L][2];
#pragma unroll
    for (unsigned i = 0; i < L; i++)
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            unsigned row = r0 + warp + 8 * i, column = c0 + lane + 32 * j;
            values[i][j] = row < rows && column < columns ? from[row * ld_from + column] : T();
        }
#pragma unroll
    for (unsigned i = 0; i < L; i++)
#pragma unroll
        for (unsigned j = 0; j < 2; j++) places[place(warp + 8 * i, lane + 32 * j)] = values[i][j];
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < 8; i++)
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            unsigned c = warp + 8 * i, column = c0 + c;
            unsigned r = lane + 32 * j + S - column * ld_to % S, row = r0 + r;
            if (row < rows && column < columns) to[column * ld_to + row] = places[place(r, c)];
        }
}
extern "C" __global__ void __launch_bounds__(256) transpose_f32_any(unsigned rows, unsigned columns, const float* from,
                                                                    unsigned ld_from, float* to, unsigned ld_to) {
    any<float, 8, 0>(rows, columns, from, ld_from, to, ld_to);
}
extern "C" __global__ void __launch_bounds__(256)
    transpose_bf16_any(unsigned rows, unsigned columns, const unsigned short* from, unsigned ld_from,
                       unsigned short* to, unsigned ld_to) {
    any<unsigned short, 16, 1>(rows, columns, from, ld_from, to, ld_to);
}
