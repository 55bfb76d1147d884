//! Numbers and releases → the words of a sentence.

use crate::version::VersionSet;

/// `1 warning`, `2 warnings`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub fn list<T: AsRef<str>>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.as_ref().to_owned(),
        [rest @ .., last] => {
            let rest: Vec<&str> = rest.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", rest.join(", "), last.as_ref())
        }
    }
}

/// `3.0.1, 3.0.2 and 3.1.1 to 4.4.0`: the runs of `set` among the releases that were asked for.
pub fn releases(set: VersionSet, asked: VersionSet) -> String {
    let mut parts = Vec::new();
    for (first, last) in set.runs_within(asked) {
        let run = VersionSet::range(first, last).intersection(asked);
        if run.len() > 2 {
            parts.push(format!("{first} to {last}"));
        } else {
            parts.extend(run.iter().map(|version| version.to_string()));
        }
    }
    list(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Version;

    #[test]
    fn counts_and_lists_are_english() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "file")), ["0 files", "1 file", "2 files"]);
        assert_eq!(list::<&str>(&[]), "");
        assert_eq!(list(&["a"]), "a");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn runs_of_releases_are_said_by_their_ends() {
        let range = |first: &str, last: &str| VersionSet::range(Version::parse(first).unwrap(), Version::parse(last).unwrap());
        let set = range("3.0.1", "3.0.2").union(range("3.1.1", "4.4.0"));
        assert_eq!(releases(set, VersionSet::ALL), "3.0.1, 3.0.2 and 3.1.1 to 4.4.0");
        assert_eq!(releases(range("3.0.1", "3.0.1"), VersionSet::ALL), "3.0.1");
    }
}
