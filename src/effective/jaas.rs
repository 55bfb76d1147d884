//! `sasl.jaas.config` as `org.apache.kafka.common.security.JaasConfig` reads it: with a `java.io.StreamTokenizer`.

/// A login module of a JAAS value.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// The class.
    pub(super) class: String,
    /// The names of its options, with their values.
    pub(super) options: Vec<(String, String)>,
}

/// Why a client refuses a JAAS value.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A number or a mark stands where the control flag should.
    FlagIsNoWord,
    /// It does not parse in another way.
    Other,
}

/// Reads the one login module.
pub(super) fn parse(text: &str) -> Result<Module, Fault> {
    let mut tokens = Tokens { rest: text.chars().collect(), at: 0 };
    let mut modules = Vec::new();
    while let Some(token) = tokens.next() {
        modules.push(module(token, &mut tokens)?);
    }
    match modules.pop() {
        Some(module) if modules.is_empty() => Ok(module),
        _ => Err(Fault::Other),
    }
}

fn module(first: Token, tokens: &mut Tokens) -> Result<Module, Fault> {
    let class = first.text();
    let flag = tokens.next().ok_or(Fault::Other)?.text().ok_or(Fault::FlagIsNoWord)?;
    if !["REQUIRED", "REQUISITE", "SUFFICIENT", "OPTIONAL"].contains(&flag.to_uppercase().as_str()) {
        return Err(Fault::Other);
    }
    let options = options(tokens).ok_or(Fault::Other)?;
    Ok(Module { class: class.ok_or(Fault::Other)?, options })
}

fn options(tokens: &mut Tokens) -> Option<Vec<(String, String)>> {
    let mut options = Vec::new();
    loop {
        match tokens.next()? {
            Token::Mark(';') => return Some(options),
            name => {
                let name = name.text().unwrap_or_default();
                if tokens.next()? != Token::Mark('=') {
                    return None;
                }
                options.push((name, tokens.next()?.text()?));
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Token {
    /// A word or a quoted text.
    Text(String),
    /// A number, which has no text.
    Number,
    /// Any other character.
    Mark(char),
}

impl Token {
    fn text(self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text),
            Self::Number | Self::Mark(_) => None,
        }
    }
}

/// A `StreamTokenizer` with `//` and `/* */` comments on, and `-`, `_` and `$` as letters.
struct Tokens {
    rest: Vec<char>,
    at: usize,
}

impl Tokens {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token> {
        loop {
            let char = self.peek()?;
            self.at += 1;
            match char {
                '\0'..=' ' => {}
                '0'..='9' | '.' | '-' => return Some(self.number(char)),
                '"' | '\'' => return Some(Token::Text(self.quoted(char))),
                '/' => self.comment(),
                _ if is_letter(char) => {
                    let start = self.at - 1;
                    while self.peek().is_some_and(|char| is_letter(char) || is_digit(char)) {
                        self.at += 1;
                    }
                    return Some(Token::Text(self.rest[start..self.at].iter().collect()));
                }
                _ => return Some(Token::Mark(char)),
            }
        }
    }

    /// A number; a lone `-` is a mark.
    fn number(&mut self, first: char) -> Token {
        if first == '-' && !self.peek().is_some_and(|char| char == '.' || char.is_ascii_digit()) {
            return Token::Mark('-');
        }
        let mut dot = first == '.';
        while let Some(char) = self.peek() {
            if char.is_ascii_digit() || (char == '.' && !dot) {
                dot |= char == '.';
                self.at += 1;
            } else {
                break;
            }
        }
        Token::Number
    }

    /// A `/` starts a comment, whatever follows: to the end of the line, or to `*/`.
    fn comment(&mut self) {
        if self.peek() == Some('*') {
            self.at += 1;
            while self.at < self.rest.len() {
                if self.rest[self.at] == '*' && self.rest.get(self.at + 1) == Some(&'/') {
                    self.at += 2;
                    return;
                }
                self.at += 1;
            }
        } else {
            while self.peek().is_some_and(|char| char != '\n' && char != '\r') {
                self.at += 1;
            }
        }
    }

    /// A quoted text ends at its quote or at the end of the line.
    fn quoted(&mut self, quote: char) -> String {
        let mut text = String::new();
        while let Some(char) = self.peek() {
            if char == '\n' || char == '\r' {
                break;
            }
            self.at += 1;
            match char {
                _ if char == quote => break,
                '\\' => text.extend(self.escape()),
                _ => text.push(char),
            }
        }
        text
    }

    fn escape(&mut self) -> Option<char> {
        let char = self.peek()?;
        self.at += 1;
        let Some(first) = char.to_digit(8) else {
            return Some(match char {
                'a' => '\x07',
                'b' => '\x08',
                'f' => '\x0C',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'v' => '\x0B',
                other => other,
            });
        };
        let mut value = first;
        let most = if first <= 3 { 2 } else { 1 };
        for _ in 0..most {
            let Some(digit) = self.peek().and_then(|char| char.to_digit(8)) else { break };
            value = value * 8 + digit;
            self.at += 1;
        }
        char::from_u32(value)
    }
}

const fn is_digit(char: char) -> bool {
    char.is_ascii_digit() || matches!(char, '.' | '-')
}

const fn is_letter(char: char) -> bool {
    char.is_ascii_alphabetic() || matches!(char, '-' | '_' | '$') || char as u32 >= 160
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_with_options_is_read() {
        let module = parse("org.x.Plain required username=\"a b\" password='it''s' ;");
        assert_eq!(module, Err(Fault::Other), "two quoted texts side by side are no value and a name without =");
        let module = parse("org.x.Plain REQUIRED user_name=\"a \\\"b\" flag=true;").expect("a module");
        assert_eq!(module.class, "org.x.Plain");
        assert_eq!(module.options, [("user_name".into(), "a \"b".into()), ("flag".into(), "true".into())]);
    }

    #[test]
    fn what_the_client_refuses_is_refused() {
        for text in [
            "",
            "a",
            "a required",
            "a required username=\"x\"",
            "a maybe;",
            "a required password=123;",
            "a required username;",
            "KafkaClient { a required; };",
            "a required; b required;",
            "a required path=/etc/x;",
            "\"a required;\"",
            "a required u=${x};",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
