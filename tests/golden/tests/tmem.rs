//! Golden records: fragments in tensor memory, and the copies to and from it.

use zellige_golden::records;

// The last 156 are the fragments of A, C and the metadata of the atoms of `umma.jsonl`, as far as
// the PTX manual agrees with CuTe, each once.
records!(tmem_frg { equal: 619, address: 619 });
records!(scale_factors { equal: 154, address: 72, run_time: 144 });
records!(tmem_copy { equal: 938, partition: 64 });
records!(utccp { equal: 36, copy: 36 });
