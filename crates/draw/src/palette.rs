//! The colours of cells, for light and for dark surroundings.

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// The meaning of a cell's colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Nothing.
    #[default]
    Plain,
    /// One of 8 steps of one colour: offsets, which grow.
    Shade(u8),
    /// One of 8 colours: threads, tiles, things to be told apart.
    Hue(u8),
    /// One of 32 colours in a circle: banks.
    Bank(u8),
    /// A value that could not be computed.
    Missing,
}

/// The colours of text, lines and backgrounds.
pub(crate) struct Theme {
    pub(crate) ground: Rgb,
    pub(crate) text: Rgb,
    /// Sentences and axes.
    pub(crate) faint: Rgb,
    /// The lines between cells.
    pub(crate) line: Rgb,
    hues: [Rgb; 8],
    shades: [Rgb; 2],
    missing: Rgb,
    /// The minimum and maximum of red, green and blue in a bank's colour.
    banks: [u8; 2],
}

#[rustfmt::skip]
pub(crate) const LIGHT: Theme = Theme {
    ground: [255, 255, 255],
    text: [20, 24, 31],
    faint: [87, 96, 106],
    line: [255, 255, 255],
    hues: [
        [166, 206, 255], [255, 214, 140], [168, 226, 170], [255, 184, 184],
        [214, 196, 250], [240, 234, 130], [150, 226, 226], [226, 206, 184],
    ],
    shades: [[236, 242, 250], [140, 182, 228]],
    missing: [255, 160, 150],
    banks: [140, 250],
};

#[rustfmt::skip]
pub(crate) const DARK: Theme = Theme {
    ground: [13, 17, 23],
    text: [240, 244, 248],
    faint: [157, 167, 179],
    line: [13, 17, 23],
    hues: [
        [28, 74, 138], [122, 78, 8], [28, 98, 48], [138, 44, 50],
        [90, 58, 150], [96, 92, 14], [10, 98, 102], [96, 74, 58],
    ],
    shades: [[28, 35, 46], [38, 88, 146]],
    missing: [150, 32, 32],
    banks: [34, 102],
};

impl Class {
    /// Returns the class of an offset.
    pub(crate) fn shade(offset: i128) -> Class {
        Class::Shade(offset.rem_euclid(8) as u8)
    }

    /// Returns the class of the item with this number.
    pub(crate) fn hue(number: u128) -> Class {
        Class::Hue((number % 8) as u8)
    }

    /// Returns the name of the class in SVG and LaTeX.
    pub(crate) fn name(self) -> String {
        match self {
            Class::Plain => "p".into(),
            Class::Shade(n) => format!("s{n}"),
            Class::Hue(n) => format!("h{n}"),
            Class::Bank(n) => format!("b{n}"),
            Class::Missing => "x".into(),
        }
    }

    /// Returns the colour with which it tints its background, and the percentage; `None` if it
    /// leaves the background as it is.
    pub(crate) fn tint(self) -> Option<(Rgb, u8)> {
        #[rustfmt::skip]
        const HUES: [Rgb; 8] = [
            [48, 124, 232], [226, 146, 16], [40, 160, 76], [226, 76, 76],
            [140, 92, 226], [176, 166, 24], [20, 164, 172], [164, 112, 68],
        ];
        match self {
            Class::Plain => None,
            Class::Shade(n) => Some((HUES[0], 6 + 5 * n)),
            Class::Hue(n) => Some((HUES[usize::from(n) % 8], 36)),
            Class::Bank(n) => Some((wheel(n, [40, 220]), 28)),
            Class::Missing => Some(([220, 40, 40], 40)),
        }
    }

    /// Returns the colour of the class.
    pub(crate) fn fill(self, theme: &Theme) -> Rgb {
        match self {
            Class::Plain => mix(theme.ground, theme.faint, 10),
            Class::Shade(n) => mix(theme.shades[0], theme.shades[1], u32::from(n) * 100 / 7),
            Class::Hue(n) => theme.hues[usize::from(n) % 8],
            Class::Bank(n) => wheel(n, theme.banks),
            Class::Missing => theme.missing,
        }
    }
}

impl Class {
    /// Returns the background of the class among the 256 colours of terminals, on which black is
    /// legible.
    pub(crate) fn ansi(self) -> u8 {
        match self {
            Class::Shade(n) => [231, 195, 189, 153, 117, 111, 75, 69][usize::from(n) % 8],
            Class::Hue(n) => [153, 215, 157, 217, 183, 228, 123, 187][usize::from(n) % 8],
            class => nearest(class.fill(&LIGHT)),
        }
    }
}

/// The levels of red, green and blue in the 6 by 6 by 6 colours that terminals have from number 16
/// on.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Returns the nearest of those colours.
fn nearest(colour: Rgb) -> u8 {
    let step = |c: u8| {
        let distance = |&i: &usize| STEPS[i].abs_diff(c);
        (0..STEPS.len()).min_by_key(distance).unwrap_or(0) as u8
    };
    let [red, green, blue] = colour.map(step);
    16 + 36 * red + 6 * green + blue
}

/// Returns a mix of `percent` hundredths of `b`, and the rest of `a`.
fn mix(a: Rgb, b: Rgb, percent: u32) -> Rgb {
    let one = |i: usize| {
        ((u32::from(a[i]) * (100 - percent) + u32::from(b[i]) * percent + 50) / 100) as u8
    };
    [one(0), one(1), one(2)]
}

/// Returns one of 32 colours around the colour wheel, with red, green and blue in this range.
fn wheel(n: u8, [low, high]: [u8; 2]) -> Rgb {
    // Along each sixth of the circle one of the three goes up or down, and the others stay.
    let at = u32::from(n) * 6;
    let (sixth, rest) = (at / 32, at % 32);
    let span = u32::from(high - low);
    let up = low + (span * rest / 32) as u8;
    let down = high - (span * rest / 32) as u8;
    match sixth {
        0 => [high, up, low],
        1 => [down, high, low],
        2 => [low, high, up],
        3 => [low, down, high],
        4 => [up, low, high],
        _ => [high, low, down],
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, DARK, LIGHT, Rgb, STEPS, mix};

    /// Returns the contrast of two colours by the rule of WCAG 2: from 1 to 21.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let luminance = |colour: Rgb| {
            let linear = colour.map(|c| match f64::from(c) / 255.0 {
                c if c <= 0.040_45 => c / 12.92,
                c => ((c + 0.055) / 1.055).powf(2.4),
            });
            0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        };
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        (a / b).max(b / a)
    }

    #[test]
    fn text_is_legible_on_all_colours() {
        let eight = (0..8).flat_map(|n| [Class::Shade(n), Class::Hue(n)]);
        let classes: Vec<Class> =
            eight.chain((0..32).map(Class::Bank)).chain([Class::Plain, Class::Missing]).collect();
        for class in &classes {
            let n = usize::from(class.ansi() - 16);
            let ground = [STEPS[n / 36], STEPS[n / 6 % 6], STEPS[n % 6]];
            assert!(contrast([0; 3], ground) >= 5.5, "{class:?} on a terminal");
        }
        for theme in [LIGHT, DARK] {
            for class in &classes {
                let contrast = contrast(theme.text, class.fill(&theme));
                assert!(contrast >= 5.5, "{class:?} has {contrast}");
            }
            assert!(contrast(theme.text, theme.ground) >= 7.0);
            assert!(contrast(theme.faint, theme.ground) >= 4.5);
        }
    }

    #[test]
    fn text_of_pages_is_legible_on_all_tints() {
        // The backgrounds and texts of rustdoc's themes light, dark and ayu.
        let themes: [(Rgb, Rgb); 3] =
            [([255; 3], [0; 3]), ([53; 3], [221; 3]), ([15, 20, 25], [197; 3])];
        let eight = (0..8).flat_map(|n| [Class::Shade(n), Class::Hue(n)]);
        for class in eight.chain((0..32).map(Class::Bank)).chain([Class::Missing]) {
            for (ground, text) in themes {
                let (colour, percent) = class.tint().expect("a tint");
                let contrast = contrast(text, mix(ground, colour, percent.into()));
                assert!(contrast >= 4.5, "{class:?} on {ground:?} has {contrast}");
            }
        }
        assert_eq!(Class::Plain.tint(), None);
    }

    #[test]
    fn terminals_tell_8_colours_apart() {
        for class in [Class::Shade as fn(u8) -> Class, Class::Hue] {
            let mut colours: Vec<u8> = (0..8).map(|n| class(n).ansi()).collect();
            colours.sort_unstable();
            colours.dedup();
            assert_eq!(colours.len(), 8);
        }
    }
}
