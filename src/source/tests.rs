use super::*;

fn source(bytes: impl AsRef<[u8]>) -> Source {
    Source::new("dir/a.properties", bytes.as_ref().to_vec())
}

#[test]
fn lines_end_at_lf_cr_and_crlf() {
    let file = source("a\nb\r\nc\rd\n\r\r\n");
    let lines: Vec<_> = (1..).map_while(|n| file.line_span(n)).collect();
    let texts: Vec<_> = lines.iter().map(|&span| file.text(span)).collect();
    assert_eq!(texts, ["a", "b", "c", "d", "", "", ""]);
    assert_eq!(file.line_count(), 7);
    assert_eq!(file.line_span(0), None);
    // Every byte, and the end, is on the line whose start is the nearest before it.
    for offset in 0..=file.bytes().len() {
        let by_starts = lines.iter().filter(|span| span.start <= offset).count();
        assert_eq!(file.line_at(offset), by_starts, "at {offset}");
    }
    assert_eq!(source("").line_count(), 1);
    assert_eq!(source("").line_span(1), Some(Span::at(0)));
}

#[test]
fn lines_are_right_across_the_marks() {
    for ending in ["\n", "\r", "\r\n"] {
        for width in [0, 1, 2, 1021, 1022, 1023, 1024, 1025, 3000] {
            let file = source(format!("{}{ending}", "x".repeat(width)).repeat(5));
            assert_eq!(file.line_count(), 6);
            for line in 1..=5 {
                let span = file.line_span(line).unwrap();
                let start = (line - 1) * (width + ending.len());
                assert_eq!(span, Span::new(start, start + width));
                assert_eq!(file.line_at(span.start), line);
                assert_eq!(file.line_at(span.end + ending.len() - 1), line);
            }
            assert_eq!(file.line_span(7), None);
        }
    }
}

#[test]
fn columns_count_characters() {
    let file = source("\u{feff}é=日本\nb=\u{1f600}c");
    let column = |offset| file.position(offset).column;
    assert_eq!([0, 1, 3, 4, 5, 6, 9].map(column), [1, 1, 1, 1, 2, 3, 4]);
    assert_eq!(file.position(13), Position { line: 2, column: 1 });
    assert_eq!(file.position(19), Position { line: 2, column: 4 });
    assert_eq!(file.position(1000), Position { line: 2, column: 5 });
    assert_eq!(file.position(19).to_string(), "2:4");
}

#[test]
fn what_is_not_utf8_is_latin1() {
    let file = source(b"caf\xe9=\xa0x\ry");
    assert_eq!(file.encoding(), Encoding::Latin1);
    assert_eq!(file.text(Span::new(0, 4)), "café");
    assert_eq!(file.position(6), Position { line: 1, column: 7 });
    let decoded = file.decoded();
    assert_eq!(decoded.as_str(), "café=\u{a0}x\ny");
    assert_eq!([0, 3, 4, 5, 6, 8, 9].map(|at| decoded.offset(at)), [0, 3, 5, 6, 8, 10, 11]);
}

#[test]
fn decoded_text_keeps_offsets_of_utf8() {
    let file = source("é\r\nb\rc");
    assert_eq!(file.decoded().as_str(), "é\r\nb\nc");
    assert_eq!(file.decoded().span(Span::new(2, 5)), Span::new(2, 5));
    let long = source([&b"\xff".repeat(3000)[..], b"abc"].concat());
    assert_eq!(long.decoded().offset(3001), 6001);
}

#[test]
fn spans_beyond_the_file_or_inside_a_character_do_no_harm() {
    let file = source("é");
    assert_eq!(file.text(Span::new(1, 9)), "é");
    assert_eq!(file.text(Span::new(5, 9)), "");
    assert_eq!(source(b"\xff").text(Span::new(5, 9)), "");
}

#[test]
fn debug_output_holds_no_content() {
    let file = source("password=hunter2");
    assert!(!format!("{file:?}").contains("hunter2"));
    assert_eq!(file.file_name(), "a.properties");
}
