//! Names as people spell them: compared without what spelling leaves open, and the nearest ones to a name that nobody has.

/// How many names are offered instead of a wrong one.
const MOST_OFFERED: usize = 3;

/// A name as it is compared: small letters and digits only, without accents.
pub fn plain(name: &str) -> String {
    let letter = |c: char| match c {
        'á' | 'à' | 'â' | 'ä' | 'å' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ì' | 'î' | 'ï' => 'i',
        'ó' | 'ò' | 'ô' | 'ö' => 'o',
        'ú' | 'ù' | 'û' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        'ß' => 's',
        other => other,
    };
    name.chars().flat_map(char::to_lowercase).map(letter).filter(char::is_ascii_alphanumeric).collect()
}

/// A name as it is compared where a slip of the pen is forgiven that means nothing: a zero for an o, a hyphen or not, the
/// article in front, the sign for a word (`Hit & Run`).
pub fn loose(name: &str) -> String {
    let mut words = words(name);
    if words.len() > 2 {
        words.retain(|word| !["and", "und"].contains(&&**word));
    }
    let bare = match words.split_first() {
        Some((first, rest))
            if ["the", "a", "an", "der", "die", "das"].contains(&&**first) && !rest.is_empty() =>
        {
            rest
        }
        _ => &words,
    };
    bare.concat().replace('0', "o")
}

/// The words of a name as they are compared. Signs within a word mean nothing.
pub fn words(name: &str) -> Vec<String> {
    let is_gap = |c: char| c.is_whitespace() || "-–—‑/_.,:".contains(c);
    name.split(is_gap).map(plain).filter(|word| !word.is_empty()).collect()
}

/// Which letters a name has, a bit for each or for several.
fn letters(name: &str) -> u64 {
    name.bytes().fold(0, |letters, letter| letters | 1 << (letter % 64))
}

/// How many letters must be changed, added, taken out or swapped with their neighbor to make one name the other; `None` if
/// more than `most`.
pub fn distance(one: &str, other: &str, most: usize) -> Option<usize> {
    // A change takes one letter away and brings another: names with too many different letters are not compared.
    if (letters(one) ^ letters(other)).count_ones() as usize > 2 * most {
        return None;
    }
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    if one.len().abs_diff(other.len()) > most {
        return None;
    }
    let mut rows = [vec![0; other.len() + 1], (0..=other.len()).collect(), vec![0; other.len() + 1]];
    for (i, letter) in one.iter().enumerate() {
        let [before, above, row] = &mut rows;
        row[0] = i + 1;
        for (j, wanted) in other.iter().enumerate() {
            let change = above[j] + usize::from(letter != wanted);
            row[j + 1] = change.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *letter == other[j - 1] && one[i - 1] == *wanted {
                row[j + 1] = row[j + 1].min(before[j - 1] + 1);
            }
        }
        if row.iter().all(|count| *count > most) {
            return None;
        }
        rows.rotate_left(1);
    }
    Some(rows[1][other.len()]).filter(|count| *count <= most)
}

/// How many slips a name of so many letters may have and still be taken for another one. Short names differ by a letter from
/// others that exist.
pub fn forgiven(letters: usize) -> usize {
    match letters {
        0..=6 => 0,
        7..=9 => 1,
        _ => 2,
    }
}

/// A name prepared for comparing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spelt {
    pub plain: String,
    pub words: Vec<String>,
}

impl From<&str> for Spelt {
    fn from(name: &str) -> Spelt {
        Spelt { plain: plain(name), words: words(name) }
    }
}

/// How far a known name is from a wrong one: by letters, or because all words of the one begin words of the other.
fn farness(wrong: &Spelt, known: &Spelt) -> Option<usize> {
    let lengths = (wrong.plain.len(), known.plain.len());
    let most = (lengths.0.min(lengths.1) / 3).clamp(1, 4);
    if lengths.0 >= 3
        && let Some(distance) = distance(&wrong.plain, &known.plain, most)
    {
        return Some(distance * 10);
    }
    let within = |few: &[String], many: &[String]| {
        few.iter().map(String::len).sum::<usize>() >= 3
            && few.iter().all(|part| many.iter().any(|word| word.starts_with(&**part)))
    };
    let is_part = within(&wrong.words, &known.words) || within(&known.words, &wrong.words);
    is_part.then(|| 20 + lengths.0.abs_diff(lengths.1))
}

/// The known names nearest to a wrong one, the best first.
pub fn nearest<T: PartialEq>(
    wrong: &str,
    known: impl IntoIterator<Item = (impl std::borrow::Borrow<Spelt>, T)>,
) -> Vec<T> {
    let wrong = Spelt::from(wrong);
    if wrong.plain.is_empty() {
        return Vec::new();
    }
    let far = known.into_iter().filter_map(|(name, of)| Some((farness(&wrong, name.borrow())?, of)));
    let mut far: Vec<(usize, T)> = far.collect();
    far.sort_by_key(|(far, _)| *far);
    let mut near = Vec::new();
    for (_, of) in far {
        if !near.contains(&of) && near.len() < MOST_OFFERED {
            near.push(of);
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_counted() {
        for (one, other, slips) in [
            ("vader", "vader", 0),
            ("vadre", "vader", 1),
            ("canon", "cannon", 1),
            ("", "ab", 2),
            ("falcon", "flacno", 2),
        ] {
            assert_eq!(distance(one, other, 3), Some(slips), "{one} {other}");
            assert_eq!(distance(other, one, 3), Some(slips), "{other} {one}");
        }
        assert_eq!(distance("luke", "leia", 2), None);
        assert_eq!(distance("a", "abcdef", 4), None);
    }

    #[test]
    fn the_nearest_names_come_first() {
        let known = ["Ion Cannon", "Ion Cannon Turret", "Mangler Cannon", "Darth Vader", "Yoda"];
        let near = |wrong: &str| nearest(wrong, known.map(|name| (Spelt::from(name), name)));
        assert_eq!(near("Ion Canon")[0], "Ion Cannon");
        assert_eq!(near("Vader"), ["Darth Vader"]);
        assert_eq!(near("Lord Darth Vader"), ["Darth Vader"]);
        assert_eq!(near("cannon"), ["Ion Cannon", "Mangler Cannon", "Ion Cannon Turret"]);
        assert!(near("Chewbacca").is_empty() && near("").is_empty() && near("Y").is_empty());
    }

    #[test]
    fn what_means_nothing_is_forgiven() {
        assert_eq!(loose("The Heart of the Empire"), loose("Heart of the Empire"));
        assert_eq!(loose("C-3P0"), loose("C-3PO"));
        assert_eq!(loose("The"), "the");
        assert_eq!(loose("Hit & Run"), loose("Hit and Run"));
    }
}
