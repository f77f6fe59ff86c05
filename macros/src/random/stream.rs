//! Random streams: how they are assembled and mutated, shrunk, and written as tokens.

use proc_macro2::{Delimiter, Group, Literal, TokenStream, TokenTree};

/// A token or a group, as text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Text(&'static str),
    Number(String),
    /// A literal such as `-5` that is a single token, which only other macros produce.
    Negative(i64),
    Group(Delimiter, Vec<Token>),
}
use Token::{Negative, Number, Text};

/// The keywords of the language, and related words, with two blanks or a line between them; several
/// tokens in one text are adjacent.
const WORDS: &str = r##"
    ,  ,  ,  :  :  :  ;  @  @  -  ..  ..=  ...  .  =  ==  ==  =>  ->  <  >  <<  >>  ::  +  *  /
    &  |  !  ?  #  $  %  ^  ~  <=  >=  &&  'a  'static  o  o  o  Sw  Sw  Sw<  col  row  m  n  A
    B  _  r#o  r#type  as  if  else  true  false  fn  for  match  self  crate  usize  1.5  8f32
    1e3  0.  "8"  ""  '8'  b'8'  b"8"  c"8"  r#"8"#  8u32  8usize  8u64  8foo  1_0  0x  0b2  1e
    99999999999999999999999999  0x1000000000001  a::b  f::<u8, u8>  x.len  Compose<A, B>  1@0
    -2@1  Sw<3, 4, 3> o 0 o  Sw<2, 0, -3> o  Sw<{ B }, { M }, -{ S }> o  {}  { -8 }  C::BM
    <C as T>::BM  N::STATIC
"##;

/// Returns the words, some more than once.
fn words() -> Vec<&'static str> {
    WORDS.trim().split("  ").map(str::trim).filter(|word| !word.is_empty()).collect()
}

/// A stream of random numbers: SplitMix64.
pub(super) struct Random(pub(super) u64);
impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns a stream: valid input of a macro, mutated a few times.
    pub(super) fn stream(&mut self) -> Vec<Token> {
        let mut stream = match self.below(16) {
            0..=4 => self.layout(),
            5 | 6 => vec![self.tree(3)],
            7..=9 => self.table(),
            10 | 11 => [self.layout(), vec![Text("==")], self.layout()].concat(),
            12 => [vec![Text("Compose<A, B>"), Text("==")], self.layout()].concat(),
            13 | 14 => (0..self.below(8)).map(|_| self.token(2)).collect(),
            _ => vec![self.nested()],
        };
        for _ in 0..self.below(4) {
            self.bend(&mut stream);
        }
        stream
    }
    /// Returns `(8, 4) : (1, 8)`, perhaps after a swizzle.
    fn layout(&mut self) -> Vec<Token> {
        let mut layout = Vec::new();
        while self.one_in(5) {
            layout.push(Text("Sw<3, 4, 3> o"));
            layout.push(self.leaf());
            layout.push(Text("o"));
        }
        let shape = self.tree(3);
        let stride = match self.below(4) {
            0 => None,
            1 => Some(Text(self.pick(&["col", "row"]))),
            2 => Some(self.tree(3)),
            _ => Some(shape.clone()),
        };
        layout.push(shape);
        if let Some(stride) = stride {
            layout.extend([Text(":"), stride]);
        }
        layout
    }
    /// Returns `(8, (4, m))`.
    fn tree(&mut self, depth: usize) -> Token {
        if depth == 0 || self.one_in(3) {
            return self.leaf();
        }
        let mut modes = Vec::new();
        for _ in 0..self.below(4) {
            modes.extend([self.tree(depth - 1), Text(",")]);
        }
        if modes.len() > 2 && self.one_in(2) {
            modes.pop();
        }
        Token::Group(Delimiter::Parenthesis, modes)
    }
    /// Returns `[0, 2, 4]` or `[0; 8]`.
    fn table(&mut self) -> Vec<Token> {
        let mut entries = Vec::new();
        let step = self.below(5);
        for entry in 0..self.below(12) {
            let entry = if self.one_in(20) { self.below(50) } else { entry * step };
            entries.extend([Number(entry.to_string()), Text(",")]);
        }
        if self.one_in(5) {
            entries = vec![Number("0".to_string()), Text(";"), self.leaf()];
        }
        vec![Token::Group(Delimiter::Bracket, entries)]
    }
    fn leaf(&mut self) -> Token {
        match self.below(12) {
            0 => Text(self.pick(&[
                "..",
                "m",
                "1@0",
                "-4",
                "8u32",
                "m + 1",
                "x.len()",
                "-2@1@0",
                "{ BM }",
                "-{ BM }@0",
                "BM",
                "BM * 2",
            ])),
            1 => Negative(-(self.below(9) as i64)),
            2 => Number((1u64 << self.below(64)).wrapping_sub(self.below(2) as u64).to_string()),
            3 => Token::Group(Delimiter::None, vec![self.leaf()]),
            _ => Number(self.below(70).to_string()),
        }
    }
    fn token(&mut self, depth: usize) -> Token {
        match self.below(8) {
            0..=2 => Text(self.pick(&words())),
            3 => self.leaf(),
            4 | 5 if depth > 0 => {
                let delimiter = self.delimiter();
                let inner = (0..self.below(5)).map(|_| self.token(depth - 1)).collect();
                Token::Group(delimiter, inner)
            }
            _ => self.tree(2),
        }
    }
    /// Returns a leaf in many brackets.
    fn nested(&mut self) -> Token {
        let mut token = self.leaf();
        let alike = self.one_in(2).then(|| self.delimiter());
        for _ in 0..self.below(150) {
            let delimiter = alike.unwrap_or_else(|| self.delimiter());
            let mut inner = vec![token];
            if self.one_in(4) {
                inner.push(Text(","));
            }
            token = Token::Group(delimiter, inner);
        }
        token
    }
    fn delimiter(&mut self) -> Delimiter {
        self.pick(&[
            Delimiter::Parenthesis,
            Delimiter::Parenthesis,
            Delimiter::None,
            Delimiter::None,
            Delimiter::Bracket,
            Delimiter::Brace,
        ])
    }
    /// Mutates one place of the stream, or of a group in it.
    fn bend(&mut self, stream: &mut Vec<Token>) {
        let place = self.below(stream.len() + 1);
        if let Some(Token::Group(_, inner)) = stream.get_mut(place) {
            if self.below(4) > 0 {
                return self.bend(inner);
            }
        }
        let in_stream = place < stream.len();
        match self.below(6) {
            0 if in_stream => drop(stream.remove(place)),
            1 if in_stream => stream.insert(place, stream[place].clone()),
            2 if in_stream => stream[place] = self.token(2),
            3 if in_stream => {
                let other = self.below(stream.len());
                stream.swap(place, other);
            }
            4 => {
                let end = place + self.below(stream.len() - place + 1);
                let delimiter = self.delimiter();
                let inner = stream.drain(place..end).collect();
                stream.insert(place, Token::Group(delimiter, inner));
            }
            _ => stream.insert(place, self.token(2)),
        }
    }
}

/// The word that marks an invisible group, which has no text.
const INVISIBLE: &str = "invisible";
/// The word that marks a negative literal.
const NEGATIVE: &str = "negative_";

/// Returns the text of a stream; an invisible group is `(invisible ..)`, the literal -5 is
/// `negative_5`.
pub(super) fn text(stream: &[Token]) -> String {
    let mut text = String::new();
    write(stream, &mut text);
    text
}
fn write(stream: &[Token], text: &mut String) {
    for token in stream {
        match token {
            Text(word) => text.push_str(word),
            Number(digits) => text.push_str(digits),
            Negative(value) => {
                text.push_str(NEGATIVE);
                text.push_str(&value.unsigned_abs().to_string());
            }
            Token::Group(delimiter, inner) => {
                let (open, close) = match delimiter {
                    Delimiter::Parenthesis => ("(", ')'),
                    Delimiter::Bracket => ("[", ']'),
                    Delimiter::Brace => ("{", '}'),
                    Delimiter::None => ("(invisible ", ')'),
                };
                text.push_str(open);
                write(inner, text);
                text.push(close);
            }
        }
        text.push(' ');
    }
}

/// Returns the tokens of a text, each with its location in it, or `None` if the text cannot be
/// split into tokens.
pub(super) fn tokens(text: &str) -> Option<TokenStream> {
    Some(text.parse::<TokenStream>().ok()?.into_iter().map(marked).collect())
}
/// Returns the token that a marker represents.
fn marked(token: TokenTree) -> TokenTree {
    match token {
        TokenTree::Group(group) => {
            let mut inner = group.stream().into_iter().peekable();
            let is_mark =
                |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == INVISIBLE);
            let delimiter = match inner.next_if(is_mark) {
                Some(_) => Delimiter::None,
                None => group.delimiter(),
            };
            let mut marked = Group::new(delimiter, inner.map(self::marked).collect());
            marked.set_span(group.span());
            marked.into()
        }
        TokenTree::Ident(word) => {
            match word.to_string().strip_prefix(NEGATIVE).map(str::parse::<i64>) {
                Some(Ok(value)) => {
                    let mut literal = Literal::i64_unsuffixed(-value);
                    literal.set_span(word.span());
                    literal.into()
                }
                _ => word.into(),
            }
        }
        token => token,
    }
}

/// Returns all streams that have one token or one pair of brackets less.
pub(super) fn smaller(stream: &[Token]) -> Vec<Vec<Token>> {
    let mut all = Vec::new();
    for place in 0..stream.len() {
        let with = |tokens: Vec<Token>| {
            let mut smaller = stream.to_vec();
            smaller.splice(place..=place, tokens);
            smaller
        };
        all.push(with(Vec::new()));
        match &stream[place] {
            Token::Group(delimiter, inner) => {
                all.push(with(inner.clone()));
                all.extend(
                    smaller(inner)
                        .into_iter()
                        .map(|inner| with(vec![Token::Group(*delimiter, inner)])),
                );
            }
            Number(digits) if digits != "1" => all.push(with(vec![Number("1".to_string())])),
            _ => {}
        }
    }
    all
}
