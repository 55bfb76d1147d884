//! A name that nobody knows → the one that may have been meant.

/// The known name that is nearest to a misspelt one, if it is near enough to be meant.
pub fn among<'a>(misspelt: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |name: &str| name.to_lowercase().replace(['_', '.', ' '], "-");
    let misspelt = plain(misspelt);
    let most = (misspelt.chars().count() / 3).clamp(1, 4);
    known
        .map(|name| {
            let name_plain = plain(name);
            let distance = strsim::damerau_levenshtein(&misspelt, &name_plain);
            let begins = misspelt.len() >= 3 && (name_plain.starts_with(&misspelt) || misspelt.starts_with(&name_plain));
            (if begins { distance.min(1) } else { distance }, name)
        })
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, name)| name)
}

/// What to say behind an unknown name: the one that may have been meant, else the few that are known.
pub fn suggestion<'a>(misspelt: &str, known: impl Iterator<Item = &'a str> + Clone, where_known: &str) -> String {
    if let Some(name) = among(misspelt, known.clone()) {
        return format!("did you mean `{name}`?");
    }
    let names: Vec<String> = known.map(|name| format!("`{name}`")).collect();
    format!("known {where_known} are {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_near_name_is_suggested() {
        let known = ["client", "exclude", "fail-on", "required-version", "idempotence-silently-off"];
        let nearest = |text| among(text, known.into_iter());
        assert_eq!(nearest("clinet"), Some("client"));
        assert_eq!(nearest("fail_on"), Some("fail-on"));
        assert_eq!(nearest("excludes"), Some("exclude"));
        assert_eq!(nearest("idempotence-silent-off"), Some("idempotence-silently-off"));
        assert_eq!(nearest("banana"), None);
        assert_eq!(nearest("x"), None);
    }
}
