//! What `check` writes for programs, against the rules of those who read it.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod nasty;

use std::collections::HashSet;

use ackward::{
    finding::Severity,
    render::{Look, check::Format},
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use serde_json::Value;

/// The formats that programs read.
fn for_programs() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.is_for_programs())
}

fn written(format: Format) -> String {
    let mut out = Vec::new();
    format.write(&nasty::report(), Look::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn json(format: Format) -> Value {
    serde_json::from_str(&written(format)).unwrap()
}

fn assert_valid(schema: &str, value: &Value) {
    let schema = serde_json::from_str(schema).unwrap();
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

#[test]
fn sarif_is_valid() {
    assert_valid(include_str!("../schemas/sarif-2.1.0.json"), &json(Format::Sarif));
}

#[test]
fn gitlab_is_valid() {
    assert_valid(include_str!("../schemas/gitlab.json"), &json(Format::Gitlab));
}

#[test]
fn rdjson_is_valid() {
    assert_valid(include_str!("../schemas/rdjson.json"), &json(Format::Rdjson));
}

#[test]
fn a_validator_that_accepts_everything_would_be_noticed() {
    for (schema, wrong) in [
        (include_str!("../schemas/sarif-2.1.0.json"), r#"{ "version": "2.1.0", "runs": [{ "tool": {} }] }"#),
        (include_str!("../schemas/gitlab.json"), r#"[{ "description": "x" }]"#),
        (include_str!("../schemas/rdjson.json"), r#"{ "diagnostics": [{ "severity": "FATAL" }] }"#),
    ] {
        let schema = serde_json::from_str(schema).unwrap();
        assert!(!jsonschema::is_valid(&schema, &serde_json::from_str(wrong).unwrap()), "{wrong}");
    }
}

#[test]
fn every_format_is_the_same_each_time() {
    for format in Format::ALL {
        assert_eq!(written(format), written(format), "{format}");
    }
}

#[test]
fn no_format_tells_a_secret_or_steers_a_terminal() {
    for format in Format::ALL {
        let text = written(format);
        for secret in nasty::SECRETS {
            assert!(!text.contains(secret), "{format} tells {secret}:\n{text}");
        }
        let steers = |c: &char| ackward::render::is_unsafe(*c) && *c != '\n';
        assert_eq!(text.chars().find(steers), None, "{format}");
        // Nor does what a program makes of it: JSON can carry what it must not show.
        if let Ok(value) = serde_json::from_str::<Value>(&text)
            && format != Format::Json
        {
            assert_eq!(strings(&value).iter().flat_map(|text| text.chars()).find(steers), None, "{format}");
        }
    }
}

/// Every text in it, but those that must keep each character: paths, and what is to be written into a file.
fn strings(value: &Value) -> Vec<&str> {
    match value {
        Value::String(text) => vec![text],
        Value::Array(values) => values.iter().flat_map(strings).collect(),
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| !matches!(key.as_str(), "path" | "insertedContent" | "suggestions"))
            .flat_map(|(_, value)| strings(value))
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn github_gitlab_and_sarif_hold_one_entry_a_finding() {
    let report = nasty::report();
    let infos = report.count(Severity::Info);
    assert!(infos > 0);
    let all = report.findings.len();
    let github = written(Format::Github);
    assert_eq!(github.lines().count(), all);
    assert_eq!(github.lines().filter(|line| line.starts_with("::notice ")).count(), infos);
    assert_eq!(json(Format::Gitlab).as_array().unwrap().len(), all);
    let sarif = json(Format::Sarif);
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let open = results.iter().filter(|result| result["suppressions"].as_array().is_none_or(Vec::is_empty));
    assert_eq!(open.count(), all);
    assert_eq!(results.len(), all + report.suppressed.len());
}

#[test]
fn github_commands_are_read_back_as_they_were_meant() {
    for line in written(Format::Github).lines() {
        let command = line.strip_prefix("::").unwrap();
        let (head, message) = command.split_once("::").unwrap();
        let (name, properties) = head.split_once(' ').unwrap();
        assert!(["error", "warning", "notice"].contains(&name));
        // As the runner does it: at each comma, then at the first equals sign, then escapes undone.
        let properties: Vec<(&str, String)> = properties
            .split(',')
            .map(|property| property.split_once('=').unwrap())
            .map(|(name, value)| (name, unescaped(value)))
            .collect();
        let known = ["file", "line", "endLine", "col", "endColumn", "title"];
        assert!(properties.iter().all(|(name, _)| known.contains(name)), "{line}");
        let file = &properties.iter().find(|(name, _)| *name == "file").unwrap().1;
        assert!(nasty::PATHS.contains(&file.as_str()), "{file}");
        assert!(!message.is_empty() && !message.contains(['\r', '\n']));
        assert_eq!(message.replace("%25", "").replace("%0A", "").find('%'), None, "{message}");
    }
}

fn unescaped(text: &str) -> String {
    let text = text.replace("%0D", "\r").replace("%0A", "\n").replace("%3A", ":").replace("%2C", ",");
    text.replace("%25", "%")
}

#[test]
fn gitlab_fingerprints_are_unique_and_know_no_line() {
    let fingerprints = |report: &ackward::render::check::Report| {
        let mut out = Vec::new();
        Format::Gitlab.write(report, Look::default(), &mut out).unwrap();
        let issues: Value = serde_json::from_slice(&out).unwrap();
        let one = |issue: &Value| issue["fingerprint"].as_str().unwrap().to_owned();
        issues.as_array().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    let before = fingerprints(&nasty::report());
    assert_eq!(before.iter().collect::<HashSet<_>>().len(), before.len());
    assert_eq!(before, fingerprints(&nasty::moved_down(3)));
}

#[test]
fn sarif_describes_every_rule_and_points_from_the_root() {
    let sarif = json(Format::Sarif);
    let run = &sarif["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    for result in run["results"].as_array().unwrap() {
        let index = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
        assert_eq!(rules[index]["id"], result["ruleId"]);
        assert!(!result["partialFingerprints"]["ackward/v1"].as_str().unwrap().is_empty());
        let artifact = &result["locations"][0]["physicalLocation"]["artifactLocation"];
        let uri = artifact["uri"].as_str().unwrap();
        assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%".contains(&byte)), "{uri}");
        assert_eq!(artifact["uriBaseId"], "%SRCROOT%");
        let path = percent_encoding::percent_decode_str(uri).decode_utf8().unwrap();
        assert!(nasty::PATHS.contains(&path.as_ref()), "{path}");
        // In a run with suppressions every result says whether it has one.
        assert!(result["suppressions"].is_array());
    }
}

#[test]
fn sarif_says_of_every_rule_what_code_scanning_wants() {
    for rule in ackward::rule::rules() {
        let mut report = nasty::report();
        report.findings.truncate(1);
        report.findings[0].rule = rule.id;
        let mut out = Vec::new();
        Format::Sarif.write(&report, Look::default(), &mut out).unwrap();
        let sarif: Value = serde_json::from_slice(&out).unwrap();
        let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
        let descriptor = rules.iter().find(|descriptor| descriptor["id"] == rule.id).unwrap();
        for text in ["/name", "/shortDescription/text", "/fullDescription/text", "/help/text", "/help/markdown"] {
            let text = descriptor.pointer(text).and_then(Value::as_str).unwrap();
            assert!(!text.trim().is_empty(), "{}", rule.id);
        }
        let full = descriptor["fullDescription"]["text"].as_str().unwrap();
        assert!(full.chars().count() <= 1000, "{}", rule.id);
    }
}

#[test]
fn xml_is_well_formed_and_has_its_elements() {
    let report = nasty::report();
    let checkstyle = written(Format::Checkstyle);
    let document = roxmltree::Document::parse(&checkstyle).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "checkstyle");
    let files: Vec<_> = root.children().filter(roxmltree::Node::is_element).collect();
    assert!(files.iter().all(|file| file.has_tag_name("file") && nasty::PATHS.contains(&file.attribute("name").unwrap())));
    let errors: Vec<_> = document.descendants().filter(|node| node.has_tag_name("error")).collect();
    assert_eq!(errors.len(), report.findings.len());
    for error in errors {
        assert!(error.attribute("line").unwrap().parse::<usize>().unwrap() >= 1);
        assert!(["error", "warning", "info"].contains(&error.attribute("severity").unwrap()));
        assert!(!error.attribute("message").unwrap().is_empty() && error.attribute("source").unwrap().starts_with("ackward."));
    }

    let junit = written(Format::Junit);
    let document = roxmltree::Document::parse(&junit).unwrap();
    let root = document.root_element();
    let number = |node: &roxmltree::Node<'_, '_>, name: &str| node.attribute(name).unwrap().parse::<usize>().unwrap();
    let count = |node: &roxmltree::Node<'_, '_>, name: &str| node.descendants().filter(|node| node.has_tag_name(name)).count();
    for suite in document.descendants().filter(|node| node.has_tag_name("testsuite")).chain([root]) {
        assert_eq!(number(&suite, "tests"), count(&suite, "testcase"));
        assert_eq!(number(&suite, "failures"), count(&suite, "failure"));
    }
    assert_eq!(number(&root, "failures"), report.findings.len() - report.count(Severity::Info));
    assert_eq!(root.children().filter(|node| node.has_tag_name("testsuite")).count(), report.files.len());
}

#[test]
fn markdown_shows_no_markup_of_the_files() {
    let text = written(Format::Markdown);
    assert!(text.starts_with("<!-- ackward -->\n### ackward: "));
    for (at, _) in text.match_indices('<') {
        let allowed = ["<!-- ackward -->", "<code>", "</code>", "<br>"];
        assert!(allowed.iter().any(|tag| text[at..].starts_with(tag)), "{}", &text[at..]);
    }
    // Every row of a table has its three cells, whatever bars there are in the texts.
    for row in text.lines().filter(|line| line.starts_with('|')) {
        assert_eq!(row.replace("\\|", "").matches('|').count(), 4, "{row}");
    }
}

#[test]
fn markdown_reads_as_it_was_meant() {
    let text = written(Format::Markdown);
    let events = Parser::new_ext(&text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_GFM);
    let mut rows: Vec<Vec<String>> = Vec::new();
    let (mut in_head, mut in_cell) = (false, false);
    for event in events {
        match event {
            Event::Start(Tag::TableHead) => in_head = true,
            Event::End(TagEnd::TableHead) => in_head = false,
            Event::Start(Tag::TableRow) => rows.push(Vec::new()),
            Event::Start(Tag::TableCell) if !in_head => {
                in_cell = true;
                rows.last_mut().unwrap().push(String::new());
            }
            Event::End(TagEnd::TableCell) => in_cell = false,
            Event::Start(tag @ (Tag::Link { .. } | Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Image { .. })) => {
                panic!("{tag:?} in\n{text}")
            }
            Event::Text(part) if in_cell => rows.last_mut().unwrap().last_mut().unwrap().push_str(&part),
            _ => {}
        }
    }
    let report = nasty::report();
    assert_eq!(rows.len(), report.findings.len());
    assert!(rows.iter().all(|row| row.len() == 3), "{rows:?}");
    let control = rows.iter().find(|row| row[2].ends_with("control-character")).unwrap();
    let expected = "client.id holds \\u001b[31m, \\u202e and <script>|a|`b`*c*_d_ @someone #12 [x](y)control-character";
    assert_eq!(control[2], expected);
}

#[test]
fn rdjson_counts_columns_in_bytes() {
    let report = nasty::report();
    let value = json(Format::Rdjson);
    for (finding, diagnostic) in report.findings.iter().zip(value["diagnostics"].as_array().unwrap()) {
        let Some(span) = finding.span else {
            assert!(diagnostic["location"]["range"].is_null());
            continue;
        };
        let source = &report.file(finding.file).source;
        let line = source.line_at(span.start);
        let before = source.text(ackward::source::Span::new(source.line_span(line).unwrap().start, span.start)).len();
        let start = &diagnostic["location"]["range"]["start"];
        assert_eq!((start["line"].as_u64(), start["column"].as_u64()), (Some(line as u64), Some(before as u64 + 1)));
    }
}

#[test]
fn an_empty_report_is_fine() {
    for format in for_programs() {
        let mut out = Vec::new();
        format.write(&ackward::render::check::Report::default(), Look::default(), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        match format {
            Format::Github => assert_eq!(text, ""),
            Format::Gitlab => assert_eq!(text, "[]\n"),
            Format::Checkstyle | Format::Junit => drop(roxmltree::Document::parse(&text).unwrap()),
            Format::Sarif => assert_valid(include_str!("../schemas/sarif-2.1.0.json"), &serde_json::from_str(&text).unwrap()),
            _ => assert!(!text.is_empty()),
        }
    }
}
