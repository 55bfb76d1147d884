//! Build files as people write them, and the release that each says.

use std::path::{Path, PathBuf};

use super::{Detector, files::Files};

/// What the files say about `repo/app/config`: `file:line: what stands there → releases`.
fn says(texts: &[(&str, &str)]) -> String {
    let files = Files::of(texts.iter().map(|(path, text)| (Path::new("repo").join(path), (*text).to_owned())));
    let mut detector = Detector { files, ..Detector::default() };
    match detector.detect(Path::new("repo/app/config"), Path::new("repo")) {
        None => "nothing".into(),
        Some(detected) => {
            let lines: Vec<String> = detected
                .evidence
                .iter()
                .map(|one| format!("{}:{}", one.path.strip_prefix("repo").unwrap().display(), one.because()))
                .collect();
            format!("{} → {}", lines.join(" | "), detected.clients)
        }
    }
}

#[test]
fn gradle_in_groovy() {
    for (text, line) in [
        ("dependencies {\n  implementation 'org.apache.kafka:kafka-clients:3.9.1'\n}", "2: kafka-clients is 3.9.1"),
        (
            "// implementation 'org.apache.kafka:kafka-clients:1.0.0'\nimplementation \"org.apache.kafka:kafka-clients:3.9.1\"",
            "2: kafka-clients is 3.9.1",
        ),
        (
            "ext {\n  kafkaVersion = '3.9.1'\n}\nimplementation \"org.apache.kafka:kafka-clients:$kafkaVersion\"",
            "2: kafkaVersion is 3.9.1",
        ),
        (
            "ext.versions = [\n  kafka: '3.9.1',\n]\nimplementation \"org.apache.kafka:kafka-clients:${versions.kafka}\"",
            "2: kafka is 3.9.1",
        ),
        (
            "def kafkaVersion = '3.9.1'\nimplementation 'org.apache.kafka:kafka-clients:' + kafkaVersion",
            "1: kafkaVersion is 3.9.1",
        ),
        ("implementation group: 'org.apache.kafka', name: 'kafka-clients', version: '3.9.1'", "1: kafka-clients is 3.9.1"),
        ("def v = '3.9.1'\nimplementation group: 'org.apache.kafka', name: 'kafka-clients', version: v", "1: v is 3.9.1"),
        ("implementation 'org.apache.kafka:kafka-streams:3.9.1'", "1: kafka-streams is 3.9.1"),
        ("implementation 'org.apache.kafka:kafka-clients:3.9.1@jar'", "1: kafka-clients is 3.9.1"),
    ] {
        assert_eq!(says(&[("app/build.gradle", text)]), format!("app/build.gradle:{line} → 3.9.1"), "{text}");
    }
    let plain = "implementation 'org.apache.kafka:kafka-clients'";
    assert_eq!(says(&[("app/build.gradle", plain)]), "nothing");
}

#[test]
fn gradle_in_kotlin() {
    for (text, line) in [
        ("dependencies {\n  implementation(\"org.apache.kafka:kafka-clients:3.9.1\")\n}", "2: kafka-clients is 3.9.1"),
        (
            "val kafkaVersion = \"3.9.1\"\nimplementation(\"org.apache.kafka:kafka-clients:$kafkaVersion\")",
            "1: kafkaVersion is 3.9.1",
        ),
        (
            "val kafkaVersion by extra(\"3.9.1\")\nimplementation(\"org.apache.kafka:kafka-clients:${kafkaVersion}\")",
            "1: kafkaVersion is 3.9.1",
        ),
        (
            "extra[\"kafkaVersion\"] = \"3.9.1\"\nimplementation(\"org.apache.kafka:kafka-clients:${property(\"kafkaVersion\")}\")",
            "1: kafkaVersion is 3.9.1",
        ),
        ("implementation(\"org.apache.kafka\", \"kafka-clients\", \"3.9.1\")", "1: kafka-clients is 3.9.1"),
        (
            "implementation(group = \"org.apache.kafka\", name = \"kafka-clients\", version = \"3.9.1\")",
            "1: kafka-clients is 3.9.1",
        ),
        (
            "implementation(\"org.apache.kafka:kafka-clients\") {\n version { strictly(\"3.9.1\") }\n}",
            "2: kafka-clients is 3.9.1",
        ),
    ] {
        assert_eq!(says(&[("app/build.gradle.kts", text)]), format!("app/build.gradle.kts:{line} → 3.9.1"), "{text}");
    }
}

#[test]
fn gradle_variables_from_above() {
    let build = "implementation \"org.apache.kafka:kafka-clients:$kafkaVersion\"";
    for (path, text, line) in [
        ("gradle.properties", "# x\nkafkaVersion=3.9.1\n", "2: kafkaVersion is 3.9.1"),
        ("build.gradle", "ext {\n kafkaVersion = '3.9.1' }", "2: kafkaVersion is 3.9.1"),
        (
            "buildSrc/src/main/kotlin/Versions.kt",
            "object Versions {\n  const val kafkaVersion = \"3.9.1\"\n}",
            "2: kafkaVersion is 3.9.1",
        ),
    ] {
        assert_eq!(says(&[("app/build.gradle", build), (path, text)]), format!("{path}:{line} → 3.9.1"));
    }
}

#[test]
fn gradle_version_catalogues_and_locks() {
    let with = |libraries: &str| format!("[versions]\nkafka = \"3.9.1\"\n[libraries]\n{libraries}\n");
    for (library, line) in [
        ("kafka-clients = { module = \"org.apache.kafka:kafka-clients\", version.ref = \"kafka\" }", "2: kafka is 3.9.1"),
        ("k = { group = \"org.apache.kafka\", name = \"kafka-clients\", version = \"3.9.1\" }", "4: kafka-clients is 3.9.1"),
        ("k = \"org.apache.kafka:kafka-clients:3.9.1\"", "4: kafka-clients is 3.9.1"),
        ("k = { module = \"org.apache.kafka:kafka-clients\", version = { strictly = \"3.9.1\" } }", "4: kafka-clients is 3.9.1"),
        (
            "k = { module = \"org.apache.kafka:kafka-clients\", version = { strictly = \"[3,4[\", prefer = \"3.9.1\" } }",
            "4: kafka-clients is 3.9.1",
        ),
    ] {
        let text = with(library);
        assert_eq!(
            says(&[("gradle/libs.versions.toml", &text)]),
            format!("gradle/libs.versions.toml:{line} → 3.9.1"),
            "{library}"
        );
    }
    let build = "implementation(\"org.apache.kafka:kafka-clients:${libs.versions.kafka.get()}\")";
    assert_eq!(
        says(&[("app/build.gradle.kts", build), ("gradle/libs.versions.toml", "[versions]\nkafka = \"3.9.1\"\n")]),
        "gradle/libs.versions.toml:2: libs.versions.kafka is 3.9.1 → 3.9.1"
    );
    let lock = "# generated\norg.apache.kafka:kafka-clients:3.8.1=compileClasspath,runtimeClasspath\nempty=\n";
    assert_eq!(
        says(&[("app/build.gradle", "implementation 'org.apache.kafka:kafka-clients:3.+'"), ("app/gradle.lockfile", lock)]),
        "app/gradle.lockfile:2: kafka-clients is 3.8.1 → 3.8.1"
    );
    assert_eq!(says(&[("gradle/libs.versions.toml", "not = [toml")]), "nothing");
}

#[test]
fn spring_boot_in_gradle_and_its_override() {
    let groovy = "plugins {\n  id 'org.springframework.boot' version '3.2.1'\n}";
    assert_eq!(
        says(&[("build.gradle", groovy)]),
        "build.gradle:2: org.springframework.boot 3.2.1 brings kafka-clients 3.6.1 → 3.6.1"
    );
    let kotlin = "plugins {\n  id(\"org.springframework.boot\") version \"3.2.1\"\n}\nextra[\"kafka.version\"] = \"3.9.1\"";
    assert_eq!(says(&[("build.gradle.kts", kotlin)]), "build.gradle.kts:4: kafka.version is 3.9.1 → 3.9.1");
    let platform = "implementation platform('org.springframework.boot:spring-boot-dependencies:3.3.0')\nimplementation 'org.apache.kafka:kafka-streams:3.9.0'";
    assert_eq!(
        says(&[("build.gradle", platform)]),
        "build.gradle:1: spring-boot-dependencies 3.3.0 brings kafka-clients 3.7.0 → 3.7.0"
    );
    let catalogue = "[plugins]\nboot = { id = \"org.springframework.boot\", version = \"3.2.1\" }\n";
    assert_eq!(
        says(&[("gradle/libs.versions.toml", catalogue)]),
        "gradle/libs.versions.toml:2: org.springframework.boot 3.2.1 brings kafka-clients 3.6.1 → 3.6.1"
    );
    let quarkus =
        "implementation enforcedPlatform(\"${quarkusPlatformGroupId}:${quarkusPlatformArtifactId}:${quarkusPlatformVersion}\")";
    let properties =
        "quarkusPlatformGroupId=io.quarkus.platform\nquarkusPlatformArtifactId=quarkus-bom\nquarkusPlatformVersion=3.24.0\n";
    assert_eq!(
        says(&[("build.gradle", quarkus), ("gradle.properties", properties)]),
        "gradle.properties:3: quarkus-bom 3.24.0 brings kafka-clients 4.0.0 → 4.0.0"
    );
}

#[test]
fn subprojects_answer_for_a_root_that_says_nothing() {
    let settings = "rootProject.name = 'x'\ninclude ':ingest', 'report:daily'\n";
    assert_eq!(
        says(&[
            ("settings.gradle", settings),
            ("ingest/build.gradle", "implementation 'org.apache.kafka:kafka-clients:3.0.0'"),
            ("report/daily/build.gradle", "implementation 'org.apache.kafka:kafka-clients:3.9.1'"),
        ]),
        "ingest/build.gradle:1: kafka-clients is 3.0.0 | report/daily/build.gradle:1: kafka-clients is 3.9.1 → 3.0.0, 3.9.1"
    );
}

#[test]
fn sbt_and_others() {
    for (path, text, line) in [
        ("build.sbt", "libraryDependencies += \"org.apache.kafka\" % \"kafka-clients\" % \"3.9.1\"", "1: kafka-clients is 3.9.1"),
        (
            "build.sbt",
            "val kafkaV = \"3.9.1\"\nlibraryDependencies ++= Seq(\n\"org.apache.kafka\" %% \"kafka-streams-scala\" % kafkaV)",
            "1: kafkaV is 3.9.1",
        ),
        (
            "build.sbt.lock",
            "[{\"org\": \"org.apache.kafka\",\n\"name\": \"kafka-clients\",\n\"version\": \"3.9.1\"}]",
            "3: kafka-clients is 3.9.1",
        ),
        (
            "maven_install.json",
            "{\"artifacts\": {\"org.apache.kafka:kafka-clients\": {\n\"shasums\": {\"jar\": \"x\"}, \"version\": \"3.9.1\"}}}",
            "2: kafka-clients is 3.9.1",
        ),
        (
            "MODULE.bazel",
            "# x\nmaven.install(artifacts = [\"org.apache.kafka:kafka-clients:3.9.1\"])",
            "2: kafka-clients is 3.9.1",
        ),
        ("build.mill", "def ivyDeps = Agg(ivy\"org.apache.kafka:kafka-clients:3.9.1\")", "1: kafka-clients is 3.9.1"),
        ("project.clj", ":dependencies [[org.apache.kafka/kafka-clients \"3.9.1\"]]", "1: kafka-clients is 3.9.1"),
        ("deps.edn", "{:deps {org.apache.kafka/kafka-clients {:mvn/version \"3.9.1\"}}}", "1: kafka-clients is 3.9.1"),
        ("ivy.xml", "<dependency org=\"org.apache.kafka\" name=\"kafka-clients\" rev=\"3.9.1\"/>", "1: kafka-clients is 3.9.1"),
    ] {
        assert_eq!(says(&[(path, text)]), format!("{path}:{line} → 3.9.1"), "{path}");
    }
    let sources = [
        ("build.sbt", "libraryDependencies += Dependencies.kafka"),
        (
            "project/Dependencies.scala",
            "object V { val kafka = \"3.9.1\" }\nobject Dependencies { val kafka = \"org.apache.kafka\" % \"kafka-clients\" % V.kafka }",
        ),
    ];
    assert_eq!(says(&sources), "project/Dependencies.scala:1: kafka is 3.9.1 → 3.9.1");
}

#[test]
fn the_nearest_build_file_wins() {
    let dependency = |version| format!("implementation 'org.apache.kafka:kafka-clients:{version}'");
    let (near, far) = (dependency("3.0.0"), dependency("3.9.1"));
    assert_eq!(
        says(&[("app/build.gradle", &near), ("build.gradle", &far)]),
        "app/build.gradle:1: kafka-clients is 3.0.0 → 3.0.0"
    );
    assert_eq!(says(&[("../build.gradle", &far)]), "nothing");
    let both = format!("{near}\n{far}\n{near}");
    assert_eq!(
        says(&[("build.gradle", &both)]),
        "build.gradle:1: kafka-clients is 3.0.0 | build.gradle:2: kafka-clients is 3.9.1 → 3.0.0, 3.9.1"
    );
}

#[test]
fn the_real_disk_is_read_too() {
    let folder = tempfile::tempdir().unwrap();
    let deep = folder.path().join("app/src/main/resources");
    std::fs::create_dir_all(&deep).unwrap();
    std::fs::write(folder.path().join("app/build.gradle"), "implementation 'org.apache.kafka:kafka-clients:3.9.1'").unwrap();
    let detected = Detector::default().detect(&deep, folder.path()).unwrap();
    assert_eq!(detected.evidence[0].path, PathBuf::from(folder.path()).join("app/build.gradle"));
}
