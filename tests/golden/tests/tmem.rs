//! Golden records: fragments in tensor memory, and the copies to and from it.

use zellige_golden::records;

records!(tmem_frg { equal: 463, address: 463 });
records!(tmem_copy { equal: 928, partition: 64 });
