//! Golden records: find_layout.

use zellige_golden::records;

records!(find_layout { equal: 206, does_not_compile: 202 });
