// Transposes, as crates/kernels/src/transpose does them.

extern __shared__ __align__(1024) unsigned char shared[];

// 16 bytes at a time, N elements T: a thread has a block of N by N, 16 by 16 threads a tile.
// `column` picks element j of each of N vectors.
template <class T, unsigned N, class Column>
__device__ void aligned(unsigned rows, unsigned columns, const T* from, unsigned ld_from, T* to, unsigned ld_to,
                        Column column) {
    const unsigned TILE = 16 * N;
    uint4* places = reinterpret_cast<uint4*>(shared);
    // Offsets are in vectors: 16 in a column of the tile, flipped by the index of the column's
    // block.
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

// f32 of any size: tiles of 64 by 64, which in each column begin up to 7 rows early, at a sector
// boundary.
extern "C" __global__ void __launch_bounds__(256) transpose_f32_any(unsigned rows, unsigned columns, const float* from,
                                                                    unsigned ld_from, float* to, unsigned ld_to) {
    const unsigned S = 8, L = (64 + S) / 8;
    float* places = reinterpret_cast<float*>(shared);
    auto place = [](unsigned r, unsigned c) { return r * 64 + (c ^ r % 32); };
    unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32, r0 = blockIdx.x * 64 - S, c0 = blockIdx.y * 64;
    float values[L][2];
#pragma unroll
    for (unsigned i = 0; i < L; i++)
#pragma unroll
        for (unsigned j = 0; j < 2; j++) {
            unsigned row = r0 + warp + 8 * i, column = c0 + lane + 32 * j;
            values[i][j] = row < rows && column < columns ? from[row * ld_from + column] : 0;
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

// bf16 of any size, by words of two: tiles of 128 by 126, which in each column begin up to 15 rows
// early, at a sector boundary. Where the matrix has only half of a word, a thread moves that
// element.
extern "C" __global__ void __launch_bounds__(512)
    transpose_bf16_any(unsigned rows, unsigned columns, const unsigned short* from, unsigned ld_from,
                       unsigned short* to, unsigned ld_to) {
    if (rows == 0 || columns == 0) return;
    const unsigned S = 16, R = 128, C = 126, WIDTH = 128, L = (R + S) / 16;
    unsigned short* places = reinterpret_cast<unsigned short*>(shared);
    auto place = [](unsigned r, unsigned c) { return r % 2 * 128 + r / 2 * 258 + c; };
    unsigned t = threadIdx.x, lane = t % 32, warp = t / 32, r0 = blockIdx.x * R - S, c0 = blockIdx.y * C;
    unsigned before = reinterpret_cast<size_t>(from) / 2, before_to = reinterpret_cast<size_t>(to) / 2;
    // 1 if the row begins in the middle of a word.
    auto odd = [&](unsigned r) { return (before + r * ld_from) % 2; };
    unsigned first = c0 + 2 * lane - odd(warp), words[L][2];
#pragma unroll
    for (unsigned i = 0; i < L; i++) {
        unsigned row = r0 + warp + 16 * i;
        if (row < rows) {
            const unsigned short* line = from + size_t(row * ld_from) + int(first);
#pragma unroll
            for (unsigned j = 0; j < 2; j++)
                if (first + 64 * j < columns - 1) words[i][j] = *reinterpret_cast<const unsigned*>(line + 64 * j);
        }
    }
#pragma unroll
    for (unsigned j = 0; j < 2; j++)
        if (first + 64 * j < columns - 1)
#pragma unroll
            for (unsigned i = 0; i < L; i++)
                *reinterpret_cast<unsigned*>(places + place(warp + 16 * i, 2 * lane + 64 * j)) = words[i][j];
    if (c0 == 0 || c0 + WIDTH > columns) {
        unsigned row = r0 + t, c = columns - 1 - c0 + odd(t);
        if (t < R + S && row < rows) {
            if (c0 == 0 && odd(t)) places[place(t, 1)] = from[row * ld_from];
            if (c < WIDTH && c % 2 == 0) places[place(t, c)] = from[row * ld_from + columns - 1];
        }
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < (C + 15) / 16; i++) {
        unsigned c = warp + 16 * i, column = c0 + c;
        if (c < C && column < columns) {
            unsigned begin = column * ld_to, r = 2 * lane + S - (before_to + begin) % S, row = r0 + r;
            const unsigned short *low = places + place(r, c + odd(r)), *high = places + place(r + 1, c + odd(r + 1));
            unsigned short* line = to + size_t(begin) + int(row);
#pragma unroll
            for (unsigned j = 0; j < 2; j++)
                if (row + 64 * j < rows - 1)
                    *reinterpret_cast<unsigned*>(line + 64 * j) = low[j * 32 * 258] | high[j * 32 * 258] << 16;
        }
    }
    if (blockIdx.x == 0 || r0 + R + S > rows) {
        unsigned column = c0 + t;
        if (t < C && column < columns) {
            unsigned begin = column * ld_to, skew = (before_to + begin) % S, r = rows - 1 - r0, last = r - (S - skew);
            if (blockIdx.x == 0 && skew % 2 == 1) to[begin] = places[place(S, t + odd(S))];
            if (last < R && last % 2 == 0) to[begin + rows - 1] = places[place(r, t + odd(r))];
        }
    }
}
