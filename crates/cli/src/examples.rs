//! The examples of the help, with their output. A test runs each.

use zellige_dynamic::eval::{OPERATIONS, OTHER_NAMES};

/// The examples of all subcommands, and the meaning of the exit codes.
pub(crate) const ALL: &str = r#"Examples:
  $ zellige compose '20:2' '(5,4):(4,1)'
  (5,4):(8,2)
  $ zellige divide --zipped '(128,64):(64,1)' '(32,16)'
  ((32,16),(4,4)):((64,1),(2048,16))
  $ zellige find 0 2 4 7 9 11
  (3,2):(2,7)

Exit codes:
  0  the result is written
  1  the operation refuses, as there is no correct result
  2  wrong usage, or input that cannot be read"#;

/// The examples of the subcommand `show`.
pub(crate) const SHOW: &str = r#"Examples:
  $ zellige show '(4,8):(8,1)'
  (4,8):(8,1)

  size           32
  cosize         32
  rank           2
  depth          1
  injective      yes
  compact        yes
  bijective      yes
  right inverse  (8,4):(4,1)

       0   1   2   3   4   5   6   7
    ┌────────────────────────────────┐
  0 │  0   1   2   3   4   5   6   7 │
  1 │  8   9  10  11  12  13  14  15 │
  2 │ 16  17  18  19  20  21  22  23 │
  3 │ 24  25  26  27  28  29  30  31 │
    └────────────────────────────────┘
  $ zellige show '(2,2):(2,1)' --latex | grep begin
  \begin{document}
  \begin{tikzpicture}[x={(0cm,-1cm)},y={(1.0cm,0cm)},every node/.style={outer sep=0pt}]
  \begin{scope}[shift={(2,1)}]"#;

/// The examples of the subcommand `find`.
pub(crate) const FIND: &str = r#"Examples:
  $ zellige find 0 2 4 7 9 11
  (3,2):(2,7)
  $ seq 0 3 30 | zellige find --file -
  11:3
  $ zellige find 0 1 2 3 5 4 7 6
  Sw<1,0,2> o 0 o 8:1"#;

/// The examples of the subcommand `divide`.
pub(crate) const DIVIDE: &str = r#"Examples:
  $ zellige divide '(128,64):(64,1)' '(32,16)'
  ((32,4),(16,4)):((64,2048),(1,16))
  $ zellige divide --zipped '(128,64):(64,1)' '(32,16)'
  ((32,16),(4,4)):((64,1),(2048,16))
  $ zellige divide --tiled '(128,64):(64,1)' '(32,_)'
  ((32,64),4,1):((64,1),2048,0)
  $ zellige divide --flat '(128,64):(64,1)' '(4:1, 8:2)'
  (4,8,32,(2,4)):(64,2,256,(1,16))"#;

/// The examples of the subcommand `product`.
pub(crate) const PRODUCT: &str = r#"Examples:
  $ zellige product '(2,5):(5,1)' '(3,4):(1,3)'
  ((2,5),(3,4)):((5,1),(10,30))
  $ zellige product --blocked '(2,5):(5,1)' '(3,4):(1,3)'
  ((2,3),(5,4)):((5,10),(1,30))
  $ zellige product --raked '(2,5):(5,1)' '(3,4):(1,3)'
  ((3,2),(4,5)):((10,5),(30,1))
  $ zellige product --flat '(2,5):(5,1)' '(3,4):(1,3)'
  (2,5,3,4):(5,1,10,30)"#;

/// The example of the subcommand `col-major`.
pub(crate) const COL_MAJOR: &str = r#"Example:
  $ zellige col-major '(8,(4,2))'
  (8,(4,2)):(1,(8,32))"#;

/// The example of the subcommand `row-major`.
pub(crate) const ROW_MAJOR: &str = r#"Example:
  $ zellige row-major '(8,(4,2))'
  (8,(4,2)):(8,(2,1))"#;

/// Returns the examples of the subcommand `eval`, with the names of all operations.
pub(crate) fn eval() -> String {
    let (mut text, mut width) = (format!("{EVAL}\n\nOperations:\n "), 1);
    for name in OPERATIONS {
        if width + name.len() >= 100 {
            (text, width) = (text + "\n ", 1);
        }
        (text, width) = (text + " " + name, width + 1 + name.len());
    }
    text += "\n\nOther names:\n";
    for (other, name) in OTHER_NAMES {
        text += &format!("  {other} is {name}\n");
    }
    text.trim_end().to_owned()
}

const EVAL: &str = r#"Example:
  $ echo '{"op": "composition", "args": ["20:2", "(5,4):(4,1)"]}' | zellige eval
  {"args":["20:2","(5,4):(4,1)"],"op":"composition","out":{"shape":[5,4],"stride":[8,2]}}"#;

/// The example of the subcommand `completions`.
pub(crate) const COMPLETIONS: &str = r#"Example:
  $ zellige completions bash | head -1
  _zellige() {"#;

/// The example of the subcommand `swizzle apply`.
pub(crate) const APPLY: &str = r#"Example:
  $ zellige swizzle apply 'Sw<3,3,3>' 0 64 128
  0 72 144"#;

/// The example of the subcommand `swizzle make`.
pub(crate) const MAKE: &str = r#"Example:
  $ zellige swizzle make 448 56
  Sw<3,3,3>"#;

/// The examples of the subcommand `banks`.
pub(crate) const BANKS: &str = r#"Examples:
  $ zellige banks '(32,1):(32,1)'
  instruction 0, threads 0 to 31: 32 passes
  bank conflict: threads 0 and 1 access words 0 and 32, both in bank 0, so that (32,1):(32,1) takes 32 passes instead of 1; with the swizzle Sw<5,0,5> it takes 1
  $ zellige banks '(8,8):(72,1)' --element 2
  instruction 0, threads 0 to 7: 1 pass
  free of bank conflicts"#;

/// The example of the subcommand `sectors`.
pub(crate) const SECTORS: &str = r#"Example:
  $ zellige sectors '(32,1):(2,1)'
  instruction 0, threads 0 to 31: 8 sectors for 128 bytes, which need 4; 2 lines"#;

/// The example of the subcommand `swizzle search`.
pub(crate) const SEARCH: &str = r#"Example:
  $ zellige swizzle search '(8,64):(64,1)' --element 2 --read '(8,8):(1,8) by 16'
  (8,64):(64,1), 2 bytes an element: 148 candidates (as it is, 7 paddings, 140 swizzles); 78 of them tear a vector
  access 0: read of (8,8):(1,8) by 16 bytes
  5 are free of bank conflicts:
    mode 0 padded by 8: (8,64):(72,1), 1136 bytes
    mode 0 padded by 24: (8,64):(88,1), 1360 bytes
    mode 0 padded by 40: (8,64):(104,1), 1584 bytes
    mode 0 padded by 56: (8,64):(120,1), 1808 bytes
    Sw<3,3,3>: Sw<3,3,3> o 0 o (8,64):(64,1), 1024 bytes"#;

/// The example of the subcommand `draw layout`.
pub(crate) const DRAW_LAYOUT: &str = r#"Example:
  $ zellige draw layout '((2,2),(2,2)):((1,4),(2,8))'
  ((2,2),(2,2)):((1,4),(2,8))

            (_,0)    (_,1)
             0   1    2   3
          ┌────────┬────────┐
  (_,0) 0 │  0   2 │  8  10 │
        1 │  1   3 │  9  11 │
          ├────────┼────────┤
  (_,1) 2 │  4   6 │ 12  14 │
        3 │  5   7 │ 13  15 │
          └────────┴────────┘"#;

/// The example of the subcommand `draw thread-values`.
pub(crate) const DRAW_THREAD_VALUES: &str = r#"Example:
  $ zellige draw thread-values '((2,4),(2,2)):((8,1),(4,16))' '(4,8)'
  ((2,4),(2,2)):((8,1),(4,16)) in a tile of (4,8)

        0      1      2      3      4      5      6      7
    ┌────────────────────────────────────────────────────────┐
  0 │ T0 V0  T0 V1  T1 V0  T1 V1  T0 V2  T0 V3  T1 V2  T1 V3 │
  1 │ T2 V0  T2 V1  T3 V0  T3 V1  T2 V2  T2 V3  T3 V2  T3 V3 │
  2 │ T4 V0  T4 V1  T5 V0  T5 V1  T4 V2  T4 V3  T5 V2  T5 V3 │
  3 │ T6 V0  T6 V1  T7 V0  T7 V1  T6 V2  T6 V3  T7 V2  T7 V3 │
    └────────────────────────────────────────────────────────┘"#;

/// The example of the subcommand `draw compose`.
pub(crate) const DRAW_COMPOSE: &str = r#"Example:
  $ zellige draw compose '(4,4):(4,1)' '4:2'
  A o B = (2,2):(8,1)

  A: (4,4):(4,1)                      B: 4:2
        0      1      2      3            0      1      2      3
    ┌────────────────────────────┐    ┌────────────────────────────┐
  0 │  0 #0   1 #2   2      3    │    │  0 #0   2 #1   4 #2   6 #3 │
  1 │  4      5      6      7    │    └────────────────────────────┘
  2 │  8 #1   9 #3  10     11    │
  3 │ 12     13     14     15    │
    └────────────────────────────┘

  A o B: (2,2):(8,1)
        0      1
    ┌──────────────┐
  0 │  0 #0   1 #2 │
  1 │  8 #1   9 #3 │
    └──────────────┘"#;

/// The example of the subcommand `draw partition`.
pub(crate) const DRAW_PARTITION: &str = r#"Example:
  $ zellige draw partition '(4,8):(8,1)' '(2,4)'
  (4,8):(8,1) in tiles of (2,4): ((2,4),(2,2)):((8,1),(16,4))

        0      1      2      3      4      5      6      7
    ┌────────────────────────────────────────────────────────┐
  0 │ B0  0  B0  1  B0  2  B0  3  B2  4  B2  5  B2  6  B2  7 │
  1 │ B0  8  B0  9  B0 10  B0 11  B2 12  B2 13  B2 14  B2 15 │
  2 │ B1 16  B1 17  B1 18  B1 19  B3 20  B3 21  B3 22  B3 23 │
  3 │ B1 24  B1 25  B1 26  B1 27  B3 28  B3 29  B3 30  B3 31 │
    └────────────────────────────────────────────────────────┘"#;

/// The example of the subcommand `draw threads`.
pub(crate) const DRAW_THREADS: &str = r#"Example:
  $ zellige draw threads '(4,8):(8,1)' '(2,4):(4,1)'
  (4,8):(8,1) on threads (2,4):(4,1)

        0      1      2      3      4      5      6      7
    ┌────────────────────────────────────────────────────────┐
  0 │ T0 V0  T1 V0  T2 V0  T3 V0  T0 V2  T1 V2  T2 V2  T3 V2 │
  1 │ T4 V0  T5 V0  T6 V0  T7 V0  T4 V2  T5 V2  T6 V2  T7 V2 │
  2 │ T0 V1  T1 V1  T2 V1  T3 V1  T0 V3  T1 V3  T2 V3  T3 V3 │
  3 │ T4 V1  T5 V1  T6 V1  T7 V1  T4 V3  T5 V3  T6 V3  T7 V3 │
    └────────────────────────────────────────────────────────┘"#;

/// The example of the subcommand `draw swizzle`.
pub(crate) const DRAW_SWIZZLE: &str = r#"Example:
  $ zellige draw swizzle 'Sw<1,1,2>' '(4,4):(4,1)'
  Sw<1,1,2> o 0 o (4,4):(4,1)

  before: (4,4):(4,1)     after: Sw<1,1,2> o 0 o (4,4):(4,1)
       0   1   2   3           0   1   2   3
    ┌────────────────┐      ┌────────────────┐
  0 │  0   1   2   3 │    0 │  0   1   2   3 │
  1 │  4   5   6   7 │    1 │  4   5   6   7 │
  2 │  8   9  10  11 │    2 │ 10  11   8   9 │
  3 │ 12  13  14  15 │    3 │ 14  15  12  13 │
    └────────────────┘      └────────────────┘

  The colour is the offset divided by 2^1, modulo 8."#;

/// The example of the subcommand `draw banks`.
pub(crate) const DRAW_BANKS: &str = r#"Example:
  $ zellige draw banks '(4,4):(36,1)'
  banks of (4,4):(36,1), elements of 4 bytes

       0   1   2   3
    ┌────────────────┐
  0 │  0   1   2   3 │
  1 │  4   5   6   7 │
  2 │  8   9  10  11 │
  3 │ 12  13  14  15 │
    └────────────────┘

  Of row 0 the first 4 elements begin in 4 banks, of column 0 the first 4 in 4 banks."#;

/// The example of the subcommand `explain compose`.
pub(crate) const EXPLAIN_COMPOSE: &str = r#"Example:
  $ zellige explain compose '(4,8):(1,10)' '8:2'
  compose(A, B) with A = (4,8):(1,10) and B = 8:2
    A coalesced
      mode 0 is 4:1
      8:10 stays: the mode before it, 4:1, ends at 4 * 1 = 4, and not at 10
      so it is (4,8):(1,10), and its last mode goes on without end
      at index 4, where mode 1 begins, A bends by 10 - 4 * 1 = 6
    mode 0 of B (8:2) walks over A
      it fills extent 4 of A's mode 0 with 4 / 2 = 2 steps, and there A bends by 6
      A(1 * 2) = A(2): the digits are (2,0), so it is 2 * 1 + 0 * 10 = 2
      A(2 * 2) = A(4): the digits are (0,1), so it is 0 * 1 + 1 * 10 = 10
      it becomes (2,4):(2,10)
    the result is (2,4):(2,10)"#;

/// The example of the subcommand `explain complement`.
pub(crate) const EXPLAIN_COMPLEMENT: &str = r#"Example:
  $ zellige explain complement '(2,2):(1,6)' 24
  complement(L, M) with L = (2,2):(1,6) and M = 24
    the modes of L, by stride
      2:1 begins at 1, where the modes before it end, and nothing is left between
      2:6 begins at 6, behind 6 / 2 = 3 copies of the modes before it: 3:2
      all modes span 12, and 2 copies of them cover 24: 2:12
    the result is (3,2):(2,12)"#;

/// The example of the subcommand `explain complement-sparse`.
pub(crate) const EXPLAIN_COMPLEMENT_SPARSE: &str = r#"Example:
  $ zellige explain complement-sparse '(4,4):(1,6)' 64
  complement_sparse(L, M) with L = (4,4):(1,6) and M = 64
    the modes of L, by stride
      4:1 begins at 1, where the modes before it end, and nothing is left between
      4:6 begins at 6, and the modes before it span 4, which does not divide that: 1 times 4 fits, and 2 is left over
      all modes span 24, and 3 copies of them cover 64: 3:24
    the result is 3:24"#;

/// The example of the subcommand `explain right-inverse`.
pub(crate) const EXPLAIN_RIGHT_INVERSE: &str = r#"Example:
  $ zellige explain right-inverse '(4,8):(8,1)'
  right_inverse(L) with L = (4,8):(8,1)
    L coalesced is (4,8):(8,1)
    offset 1 is a step of 8:1, which advances the index by 4: 8:4
    offset 8 is a step of 4:8, which advances the index by 1: 4:1
    offset 32 is a step of no mode: the run ends
    the result is (8,4):(4,1)"#;

/// The example of the subcommand `explain left-inverse`.
pub(crate) const EXPLAIN_LEFT_INVERSE: &str = r#"Example:
  $ zellige explain left-inverse '(4,8):(10,1)'
  left_inverse(L) with L = (4,8):(10,1)
    L coalesced is (4,8):(10,1)
    the smallest stride is 1: nothing lies between two of its steps
    from stride 1 of 8:1 to the next, 10, are 10 / 1 = 10 steps, and each advances the index by 4: 10:4
    the largest stride is 10 of 4:10, and each step of it advances the index by 1: 4:1
    the result is (10,4):(4,1)"#;

/// The example of the subcommand `explain divide`.
pub(crate) const EXPLAIN_DIVIDE: &str = r#"Example:
  $ zellige explain divide '24:1' '4:2'
  logical_divide(A, B) with A = 24:1 and B = 4:2
    rest is the complement of B in the size of A, 24
      the modes of B, by stride
        4:2 begins at 2, behind 2 / 1 = 2 copies of the modes before it: 2:1
        all modes span 8, and 3 copies of them cover 24: 3:8
      rest is (2,3):(1,8)
    A after (B, rest) = (4,(2,3)):(2,(1,8))
      A coalesced
        mode 0 is 24:1
        so it is 24:1, and its last mode goes on without end
      mode 0 of (B, rest) (4:2) walks over A
        A has one mode, which has no end, so a step of 2 is one of 2 * 1
        it becomes 4:2
      mode 1.0 of (B, rest) (2:1) walks over A
        A has one mode, which has no end, so a step of 1 is one of 1 * 1
        it becomes 2:1
      mode 1.1 of (B, rest) (3:8) walks over A
        A has one mode, which has no end, so a step of 8 is one of 8 * 1
        it becomes 3:8
      together they are (4,(2,3)):(2,(1,8))
    the result is (4,(2,3)):(2,(1,8))"#;

/// The example of the subcommand `explain product`.
pub(crate) const EXPLAIN_PRODUCT: &str = r#"Example:
  $ zellige explain product '4:1' '3:2'
  logical_product(A, B) with A = 4:1 and B = 3:2
    where copies may begin: A* is the complement of A in its size times the offsets that B reaches, 4 * 5 = 20
      the modes of A, by stride
        4:1 begins at 1, where the modes before it end, and nothing is left between
        all modes span 4, and 5 copies of them cover 20: 5:4
      A* is 5:4
    the copies begin at A* after B = 3:2
      A's complement coalesced
        mode 0 is 5:4
        so it is 5:4, and its last mode goes on without end
      mode 0 of B (3:2) walks over A's complement
        A's complement has one mode, which has no end, so a step of 2 is one of 2 * 4
        it becomes 3:8
    mode 0 is A, and mode 1 leads from copy to copy, 3:8
    the result is (4,3):(1,8)"#;
