
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'ackward' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'ackward'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'ackward' {
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto')
            [CompletionResult]::new('--role', '--role', [CompletionResultType]::ParameterName, 'What the files configure, where their content does not tell')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'Treat standard input as this file; with no PATH it is what is read')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this project configuration, in place of the nearest ackward.toml')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to write the findings; FORMAT=FILE writes to a file, and there can be several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Exit with 1 where a finding is at least this bad: error, warning (the default), info or never')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Ask only these rules')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not ask these rules')
            [CompletionResult]::new('--broker', '--broker', [CompletionResultType]::ParameterName, 'The brokers'' own configuration')
            [CompletionResult]::new('--broker-set', '--broker-set', [CompletionResultType]::ParameterName, 'A setting of the brokers')
            [CompletionResult]::new('--broker-version', '--broker-version', [CompletionResultType]::ParameterName, 'The brokers'' release, which brings its defaults')
            [CompletionResult]::new('--add-suppressions', '--add-suppressions', [CompletionResultType]::ParameterName, 'Silence what is found by comments in the files, with this reason')
            [CompletionResult]::new('--diff-base', '--diff-base', [CompletionResultType]::ParameterName, 'Report only what is worse than at the commit from which the work at hand departed from this revision')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Report only what is not in this file')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Write what is found to this file, a .json [default: ackward-baseline.json]; with --baseline, drop from that file what is mended')
            [CompletionResult]::new('--show-settings', '--show-settings', [CompletionResultType]::ParameterName, 'Say what applies to a file, and which line says so; check nothing')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('--complete', '--complete', [CompletionResultType]::ParameterName, 'The file is all that the client gets: missing required keys count')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no project configuration and no build files')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Say how often each rule fired, in place of the findings')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Keep back notices and the summary')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Keep back notices and the summary')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Mend what can be mended without changing anything else that the client does')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'With --fix or --diff: mend also what changes more than that')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what --fix would do, and write nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Say what is wrong in configuration files (the command when none is named)')
            [CompletionResult]::new('effective', 'effective', [CompletionResultType]::ParameterValue, 'Show what a client really runs with: values, where they come from, and what it guarantees')
            [CompletionResult]::new('explain', 'explain', [CompletionResultType]::ParameterValue, 'Explain a rule, a key (type, default and range by release) or a topic')
            [CompletionResult]::new('rules', 'rules', [CompletionResultType]::ParameterValue, 'List the rules')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print the JSON schema of an output or an input')
            [CompletionResult]::new('txn-window', 'txn-window', [CompletionResultType]::ParameterValue, 'Size transaction.timeout.ms, or judge a value of it')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Look at the repository and write an ackward.toml to start from')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print completions for a shell, or the manual page')
            break
        }
        'ackward;check' {
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto')
            [CompletionResult]::new('--role', '--role', [CompletionResultType]::ParameterName, 'What the files configure, where their content does not tell')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'Treat standard input as this file; with no PATH it is what is read')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this project configuration, in place of the nearest ackward.toml')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to write the findings; FORMAT=FILE writes to a file, and there can be several')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write to this file')
            [CompletionResult]::new('--fail-on', '--fail-on', [CompletionResultType]::ParameterName, 'Exit with 1 where a finding is at least this bad: error, warning (the default), info or never')
            [CompletionResult]::new('--select', '--select', [CompletionResultType]::ParameterName, 'Ask only these rules')
            [CompletionResult]::new('--ignore', '--ignore', [CompletionResultType]::ParameterName, 'Do not ask these rules')
            [CompletionResult]::new('--broker', '--broker', [CompletionResultType]::ParameterName, 'The brokers'' own configuration')
            [CompletionResult]::new('--broker-set', '--broker-set', [CompletionResultType]::ParameterName, 'A setting of the brokers')
            [CompletionResult]::new('--broker-version', '--broker-version', [CompletionResultType]::ParameterName, 'The brokers'' release, which brings its defaults')
            [CompletionResult]::new('--add-suppressions', '--add-suppressions', [CompletionResultType]::ParameterName, 'Silence what is found by comments in the files, with this reason')
            [CompletionResult]::new('--diff-base', '--diff-base', [CompletionResultType]::ParameterName, 'Report only what is worse than at the commit from which the work at hand departed from this revision')
            [CompletionResult]::new('--baseline', '--baseline', [CompletionResultType]::ParameterName, 'Report only what is not in this file')
            [CompletionResult]::new('--write-baseline', '--write-baseline', [CompletionResultType]::ParameterName, 'Write what is found to this file, a .json [default: ackward-baseline.json]; with --baseline, drop from that file what is mended')
            [CompletionResult]::new('--show-settings', '--show-settings', [CompletionResultType]::ParameterName, 'Say what applies to a file, and which line says so; check nothing')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('--complete', '--complete', [CompletionResultType]::ParameterName, 'The file is all that the client gets: missing required keys count')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no project configuration and no build files')
            [CompletionResult]::new('--statistics', '--statistics', [CompletionResultType]::ParameterName, 'Say how often each rule fired, in place of the findings')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Keep back notices and the summary')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Keep back notices and the summary')
            [CompletionResult]::new('--fix', '--fix', [CompletionResultType]::ParameterName, 'Mend what can be mended without changing anything else that the client does')
            [CompletionResult]::new('--unsafe-fixes', '--unsafe-fixes', [CompletionResultType]::ParameterName, 'With --fix or --diff: mend also what changes more than that')
            [CompletionResult]::new('--diff', '--diff', [CompletionResultType]::ParameterName, 'Show what --fix would do, and write nothing')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ackward;effective' {
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto')
            [CompletionResult]::new('--role', '--role', [CompletionResultType]::ParameterName, 'What the files configure, where their content does not tell')
            [CompletionResult]::new('--stdin-filename', '--stdin-filename', [CompletionResultType]::ParameterName, 'Treat standard input as this file; with no PATH it is what is read')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Use this project configuration, in place of the nearest ackward.toml')
            [CompletionResult]::new('--keys', '--keys', [CompletionResultType]::ParameterName, 'Show only these keys')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to write it; properties makes a file that pins every value')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('--complete', '--complete', [CompletionResultType]::ParameterName, 'The file is all that the client gets: missing required keys count')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no project configuration and no build files')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Show also the keys that nobody touched')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ackward;explain' {
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Who drives the producer: fills in what is documented there')
            [CompletionResult]::new('--commit-interval', '--commit-interval', [CompletionResultType]::ParameterName, 'Tc: from one commit to the next (Flink: checkpoint interval)')
            [CompletionResult]::new('--checkpoint-interval', '--checkpoint-interval', [CompletionResultType]::ParameterName, 'Tc: from one commit to the next (Flink: checkpoint interval)')
            [CompletionResult]::new('--commit-latency', '--commit-latency', [CompletionResultType]::ParameterName, 'L: the worst commit step, p99.9 (Flink: longest checkpoint)')
            [CompletionResult]::new('--longest-checkpoint', '--longest-checkpoint', [CompletionResultType]::ParameterName, 'L: the worst commit step, p99.9 (Flink: longest checkpoint)')
            [CompletionResult]::new('--restart', '--restart', [CompletionResultType]::ParameterName, 'R: the longest pause or restart that an open transaction has to outlast')
            [CompletionResult]::new('--visibility', '--visibility', [CompletionResultType]::ParameterName, 'V: how long a committed record may stay unseen; without it only the broker bounds the window')
            [CompletionResult]::new('--sweep', '--sweep', [CompletionResultType]::ParameterName, 'How often the broker looks for timed-out transactions [default: 10s, or the broker release''s]')
            [CompletionResult]::new('--broker-max', '--broker-max', [CompletionResultType]::ParameterName, 'The broker''s transaction.max.timeout.ms [default: 900s]')
            [CompletionResult]::new('--headroom', '--headroom', [CompletionResultType]::ParameterName, 'How many times the worst case should fit into the timeout [default: 2]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'A transaction.timeout.ms to judge')
            [CompletionResult]::new('--max-poll-interval', '--max-poll-interval', [CompletionResultType]::ParameterName, 'max.poll.interval.ms of the loop''s consumer [default: 300s, with --for loop or spring]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'ackward;rules' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How to write them; list is one id a line')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ackward;schema' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'ackward;txn-window' {
            [CompletionResult]::new('--for', '--for', [CompletionResultType]::ParameterName, 'Who drives the producer: fills in what is documented there')
            [CompletionResult]::new('--commit-interval', '--commit-interval', [CompletionResultType]::ParameterName, 'Tc: from one commit to the next (Flink: checkpoint interval)')
            [CompletionResult]::new('--checkpoint-interval', '--checkpoint-interval', [CompletionResultType]::ParameterName, 'Tc: from one commit to the next (Flink: checkpoint interval)')
            [CompletionResult]::new('--commit-latency', '--commit-latency', [CompletionResultType]::ParameterName, 'L: the worst commit step, p99.9 (Flink: longest checkpoint)')
            [CompletionResult]::new('--longest-checkpoint', '--longest-checkpoint', [CompletionResultType]::ParameterName, 'L: the worst commit step, p99.9 (Flink: longest checkpoint)')
            [CompletionResult]::new('--restart', '--restart', [CompletionResultType]::ParameterName, 'R: the longest pause or restart that an open transaction has to outlast')
            [CompletionResult]::new('--visibility', '--visibility', [CompletionResultType]::ParameterName, 'V: how long a committed record may stay unseen; without it only the broker bounds the window')
            [CompletionResult]::new('--sweep', '--sweep', [CompletionResultType]::ParameterName, 'How often the broker looks for timed-out transactions [default: 10s, or the broker release''s]')
            [CompletionResult]::new('--broker-max', '--broker-max', [CompletionResultType]::ParameterName, 'The broker''s transaction.max.timeout.ms [default: 900s]')
            [CompletionResult]::new('--headroom', '--headroom', [CompletionResultType]::ParameterName, 'How many times the worst case should fit into the timeout [default: 2]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'A transaction.timeout.ms to judge')
            [CompletionResult]::new('--max-poll-interval', '--max-poll-interval', [CompletionResultType]::ParameterName, 'max.poll.interval.ms of the loop''s consumer [default: 300s, with --for loop or spring]')
            [CompletionResult]::new('--latencies', '--latencies', [CompletionResultType]::ParameterName, 'Measured commit latencies, one a line or in a column of a table')
            [CompletionResult]::new('--latency-column', '--latency-column', [CompletionResultType]::ParameterName, 'The column of that table, by name or number')
            [CompletionResult]::new('--latency-percentile', '--latency-percentile', [CompletionResultType]::ParameterName, 'Which figure of the sample to size with [default: p99.9]')
            [CompletionResult]::new('--latency-unit', '--latency-unit', [CompletionResultType]::ParameterName, 'The unit of numbers without one [default: as headed, else ms]')
            [CompletionResult]::new('--producer', '--producer', [CompletionResultType]::ParameterName, 'Judge the timeout that this producer file has in effect')
            [CompletionResult]::new('--consumer', '--consumer', [CompletionResultType]::ParameterName, 'Take max.poll.interval.ms from this consumer file')
            [CompletionResult]::new('--streams', '--streams', [CompletionResultType]::ParameterName, 'Take commit.interval.ms and the timeout from this Kafka Streams file')
            [CompletionResult]::new('--worker', '--worker', [CompletionResultType]::ParameterName, 'Take offset.flush.interval.ms and the timeout from this Connect worker file')
            [CompletionResult]::new('--connector', '--connector', [CompletionResultType]::ParameterName, 'Take the transaction boundary and the timeout from this source connector file')
            [CompletionResult]::new('--broker', '--broker', [CompletionResultType]::ParameterName, 'Take sweep and maximum from this broker file')
            [CompletionResult]::new('--broker-set', '--broker-set', [CompletionResultType]::ParameterName, 'One setting of the broker; repeatable')
            [CompletionResult]::new('--broker-version', '--broker-version', [CompletionResultType]::ParameterName, 'The broker''s release, for its defaults')
            [CompletionResult]::new('--client', '--client', [CompletionResultType]::ParameterName, 'The kafka-clients release: 3.9.1, a list, a range, all [default: the newest known]')
            [CompletionResult]::new('--config', '--config', [CompletionResultType]::ParameterName, 'Take inputs from [[pipeline]] of this ackward.toml')
            [CompletionResult]::new('--pipeline', '--pipeline', [CompletionResultType]::ParameterName, 'Only the pipeline of this name')
            [CompletionResult]::new('--vary', '--vary', [CompletionResultType]::ParameterName, 'Sweep an input: restart=60s..720s/60s; repeatable')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The form of the answer')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Write the answer to a file')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('--isolated', '--isolated', [CompletionResultType]::ParameterName, 'Read no ackward.toml')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Exit with 1 unless the value (or, without one, the window) fits')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'ackward;init' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help')
            break
        }
        'ackward;completions' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
