//! Golden records: fragments in tensor memory, and the copies to and from it.

use zellige_golden::records;

records!(tmem_frg { equal: 463, address: 463 });
records!(scale_factors { equal: 154, address: 72, run_time: 144 });
records!(tmem_copy { equal: 928, partition: 64 });
records!(utccp { equal: 36, copy: 36 });
