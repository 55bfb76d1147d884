//! Values → indented JSON that is safe to send to a terminal.

use std::{
    cell::Cell,
    io::{self, BufWriter, Write},
};

use serde::{Serialize, Serializer};

use super::is_unsafe;

/// Writes a value as indented JSON. Characters that steer a terminal are written as `\u009b`, which
/// every reader of JSON turns back.
pub fn write_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    // The serializer writes a few bytes at a time; a buffer whose type it knows takes them without a detour.
    let mut buffer = BufWriter::new(out);
    let mut serializer = serde_json::Serializer::with_formatter(&mut buffer, Formatter::default());
    value.serialize(&mut serializer)?;
    writeln!(buffer)?;
    buffer.flush()
}

/// A sequence whose elements are made while it is written. It can be written once.
pub struct OneByOne<I>(Cell<Option<I>>);

impl<I> OneByOne<I> {
    /// What the iterator gives.
    pub fn new(elements: I) -> Self {
        Self(Cell::new(Some(elements)))
    }
}

impl<I: Iterator<Item: Serialize>> Serialize for OneByOne<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.take().into_iter().flatten())
    }
}

/// Indented JSON in which control and bidirectional characters are escaped.
#[derive(Default)]
struct Formatter<'a> {
    pretty: serde_json::ser::PrettyFormatter<'a>,
}

impl serde_json::ser::Formatter for Formatter<'_> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        // serde_json has taken out the controls of ASCII but for DEL, which is the rare case as is all beyond ASCII.
        if fragment.is_ascii() && !fragment.contains('\u{7f}') {
            return out.write_all(fragment.as_bytes());
        }
        let mut rest = fragment;
        while let Some(at) = rest.find(is_unsafe) {
            let (before, after) = rest.split_at(at);
            let mut chars = after.chars();
            let char = chars.next().map_or(0, u32::from);
            write!(out, "{before}\\u{char:04x}")?;
            rest = chars.as_str();
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.pretty.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.pretty.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.pretty.end_object_value(out)
    }
}
