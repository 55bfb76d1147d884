//! Places in a file → the few lines to show, fit to be shown: secrets gone, control characters
//! escaped, long lines cut around what is marked.

use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use textwrap::core::display_width;

use super::Secrets;
use crate::{
    kafka::HIDDEN,
    render::{escaped, is_unsafe, push_escaped},
    source::{Encoding, Position, Source, Span},
};

/// The lines around some places of a file.
#[derive(Debug)]
pub struct Excerpt {
    name: String,
    text: String,
    lines: Vec<Line>,
    marks: Vec<Mark>,
}

/// A line of the excerpt.
#[derive(Debug)]
struct Line {
    /// Its number in the file, from 1.
    number: usize,
    /// Where it begins in the excerpt.
    start: usize,
}

/// A place in the excerpt that stands for a place in the file.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// Where it is in the excerpt.
    pub span: (usize, usize),
    position: Position,
}

/// How many columns a line number and the frame take.
const FRAME: usize = 8;

/// How many columns lead from a place to its label.
const HOOK: usize = 4;

impl Excerpt {
    /// The lines of these places with the lines next to them, in at most `width` columns. Of a place that
    /// goes over several lines the first is marked.
    pub fn of(source: &Source, secrets: &Secrets, places: &[Span], width: usize) -> Self {
        let mut numbers: Vec<usize> = Vec::new();
        for place in places {
            let line = source.line_at(place.start);
            let near = [line.checked_sub(1), Some(line), Some(line + 1)];
            numbers.extend(near.into_iter().flatten().filter(|near| *near == line || !is_blank(source, *near)));
        }
        numbers.sort_unstable();
        numbers.dedup();

        let mut excerpt =
            Self { name: escaped(source.name()).into_owned(), text: String::new(), lines: Vec::new(), marks: Vec::new() };
        let room = width.saturating_sub(FRAME).max(20);
        for number in numbers {
            let Some(line) = source.line_span(number) else { continue };
            let mine: Vec<Span> = places.iter().filter(|place| source.line_at(place.start) == number).copied().collect();
            excerpt.push(source, secrets, number, line, &mine, room);
        }
        // In the order of the places, whatever the order of the lines.
        let marks = std::mem::take(&mut excerpt.marks);
        let found = places.iter().map(|place| source.position(place.start));
        excerpt.marks = found.filter_map(|position| marks.iter().find(|mark| mark.position == position).copied()).collect();
        excerpt
    }

    /// The places, in the order in which they were given.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// How many columns are left for a label of a place: it hangs from the middle of it.
    pub fn room_for_label(&self, mark: &Mark, width: usize) -> usize {
        let (start, length) = mark.span;
        let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        let before = display_width(&self.text[line..start]) + display_width(&self.text[start..start + length]) / 2;
        width.saturating_sub(FRAME + before + HOOK)
    }

    /// Whether a place shows just this text, whatever its separator, so that saying it again tells nothing.
    pub fn shows(&self, mark: &Mark, text: &str) -> bool {
        fn bare(text: &str) -> impl Iterator<Item = char> {
            text.chars().filter(|char| !matches!(char, '=' | ':' | ' ' | '\t'))
        }
        let (start, length) = mark.span;
        bare(&self.text[start..start + length]).eq(bare(text))
    }

    fn push(&mut self, source: &Source, secrets: &Secrets, number: usize, line: Span, marked: &[Span], room: usize) {
        let start = self.text.len();
        self.lines.push(Line { number, start });
        let cells = cells(source, secrets, line, marked.first().copied(), room);
        let shown = window(&cells, marked.first().copied(), room);
        let cut_before = shown.start > 0 || cells.first().is_some_and(|cell| cell.from > line.start);
        let cut_after = shown.end < cells.len() || cells.last().is_some_and(|cell| cell.to < line.end);
        if cut_before {
            self.text.push('…');
        }
        let mut places = Vec::new();
        for cell in &cells[shown] {
            places.push((cell.from, cell.to, self.text.len()));
            self.text.push_str(&cell.text);
        }
        let end = self.text.len();
        if cut_after {
            self.text.push('…');
        }
        self.text.push('\n');
        for mark in marked {
            let from = places.iter().find(|(_, to, _)| *to > mark.start).map_or(end, |(_, _, at)| *at);
            let to = places.iter().find(|(from, _, _)| *from >= mark.end).map_or(end, |(_, _, at)| *at);
            let to = if mark.is_empty() { from } else { to.max(from) };
            self.marks.push(Mark { span: (from, to - from), position: source.position(mark.start) });
        }
    }

    /// The lines from the one that holds an offset to the last that follows it without a gap.
    fn group(&self, offset: usize) -> (usize, usize) {
        let here = self.lines.partition_point(|line| line.start <= offset).saturating_sub(1);
        let joined = |index: usize| self.lines[index].number + 1 == self.lines[index + 1].number;
        let first = (0..here).rev().take_while(|index| joined(*index)).last().unwrap_or(here);
        let last = (here..self.lines.len() - 1).take_while(|index| joined(*index)).last().map_or(here, |index| index + 1);
        (first, last)
    }
}

/// Numbers lines as the file does. A group of lines without a gap is given out as a whole.
impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        context_before: usize,
        _: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let (first, last) = self.group(span.offset());
        if self.group(span.offset() + span.len().saturating_sub(1)) != (first, last) {
            return Err(MietteError::OutOfBounds);
        }
        let start = self.lines[first].start;
        let end = self.lines.get(last + 1).map_or(self.text.len(), |line| line.start);
        let data = &self.text.as_bytes()[start..end];
        // Asked without context for where a place is in the file; else for what to show.
        let mark = self.marks.iter().find(|mark| context_before == 0 && mark.span == (span.offset(), span.len()));
        let (line, column) =
            mark.map_or((self.lines[first].number - 1, 0), |mark| (mark.position.line - 1, mark.position.column - 1));
        let contents =
            MietteSpanContents::new_named(self.name.clone(), data, (start, end - start).into(), line, column, last - first + 1);
        Ok(Box::new(contents))
    }
}

fn is_blank(source: &Source, number: usize) -> bool {
    source.line_span(number).is_none_or(|line| source.bytes()[line.start..line.end].iter().all(u8::is_ascii_whitespace))
}

/// What cannot be cut: a character of the file, or a whole secret.
struct Cell {
    from: usize,
    to: usize,
    text: String,
    width: usize,
}

/// The part of a line that can come to be shown, cell by cell: of a long line only what is near the mark.
fn cells(source: &Source, secrets: &Secrets, line: Span, mark: Option<Span>, room: usize) -> Vec<Cell> {
    let center = mark.map_or(line.start, |mark| mark.start).clamp(line.start, line.end);
    let near = Span::new(line.start.max(center.saturating_sub(4 * room)), line.end.min(center + 8 * room));
    let mut hidden = secrets.hidden_within(source, near).into_iter().peekable();
    let mut cells: Vec<Cell> = Vec::new();
    let mut offset = near.start;
    for char in source.text(near).chars() {
        let length = if source.encoding() == Encoding::Latin1 { 1 } else { char.len_utf8() };
        let (from, to) = (offset, offset + length);
        offset = to;
        while hidden.peek().is_some_and(|secret| secret.end <= from) {
            hidden.next();
        }
        match hidden.peek() {
            Some(secret) if secret.start < to => match cells.last_mut() {
                Some(cell) if cell.from >= secret.start && cell.text == HIDDEN => cell.to = to,
                _ => cells.push(Cell { from, to, text: HIDDEN.into(), width: HIDDEN.len() }),
            },
            _ => cells.push(cell(from, to, char)),
        }
    }
    cells
}

fn cell(from: usize, to: usize, char: char) -> Cell {
    let mut text = String::new();
    let width = match char {
        '\t' => {
            text.push(' ');
            1
        }
        char => {
            push_escaped(&mut text, char);
            if is_unsafe(char) { text.len() } else { textwrap::core::display_width(&text) }
        }
    };
    Cell { from, to, text, width }
}

/// Which cells fit: from the first, unless the mark would not be seen.
fn window(cells: &[Cell], mark: Option<Span>, room: usize) -> std::ops::Range<usize> {
    let width = |cells: &[Cell]| cells.iter().map(|cell| cell.width).sum::<usize>();
    if width(cells) <= room {
        return 0..cells.len();
    }
    let marked = mark.map_or(0, |mark| cells.iter().take_while(|cell| cell.to <= mark.start).count());
    let mut first = 0;
    if width(&cells[..marked]) > room / 2 {
        first = marked;
        let mut before = 0;
        while first > 0 && before + cells[first - 1].width <= room / 4 {
            first -= 1;
            before += cells[first].width;
        }
    }
    // Two columns for the marks of a cut at either end.
    let mut used = 2;
    let fits = cells[first..].iter().take_while(|cell| {
        used += cell.width;
        used <= room
    });
    first..first + fits.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, places: &[Span], width: usize) -> Excerpt {
        let source = Source::new("a.properties", text.as_bytes().to_vec());
        Excerpt::of(&source, &Secrets::of(&source), places, width)
    }

    #[test]
    fn neighbours_are_shown_without_blanks_and_secrets() {
        let shown = excerpt("ssl.key.password=hunter2\nacks=1\n\nlinger.ms=5\n", &[Span::new(25, 31)], 80);
        assert_eq!(shown.text, "ssl.key.password=[hidden]\nacks=1\n");
        assert_eq!(shown.marks[0].span, (26, 6));
        assert_eq!(shown.marks[0].position, Position { line: 2, column: 1 });
    }

    #[test]
    fn a_long_line_is_cut_around_the_mark() {
        let text = format!("a={}\u{1b}{}", "x".repeat(1000), "y".repeat(1000));
        let start = excerpt(&text, &[Span::new(0, 1)], 80);
        assert!(start.text.starts_with("a=xxx") && start.text.ends_with("x…\n"), "{}", start.text);
        assert!(start.text.chars().count() <= 74);
        let middle = excerpt(&text, &[Span::new(1002, 1003)], 80);
        assert!(middle.text.starts_with("…xxx") && middle.text.contains("\\u001byyy") && middle.text.ends_with("y…\n"));
        let (at, length) = middle.marks[0].span;
        assert_eq!(&middle.text[at..at + length], "\\u001b");
    }

    #[test]
    fn far_places_make_groups() {
        let text = "a=1\nb=2\nc=3\nd=4\ne=5\nf=6\n";
        let shown = excerpt(text, &[Span::new(20, 21), Span::new(0, 1)], 80);
        assert_eq!(shown.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2, 5, 6]);
        assert_eq!(shown.marks.iter().map(|mark| mark.position.line).collect::<Vec<_>>(), [6, 1]);
        assert_eq!((shown.group(0), shown.group(8)), ((0, 1), (2, 3)));
    }

    #[test]
    fn a_separator_is_no_difference() {
        let text = "a.b = 1\n";
        let shown = excerpt(text, &[Span::new(0, 7)], 80);
        assert!(shown.shows(&shown.marks[0], "a.b=1"));
        assert!(!shown.shows(&shown.marks[0], "a.b=2"));
    }
}
