# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_ackward_global_optspecs
    string join \n client= role= complete stdin-filename= config= isolated format= o/output= fail-on= statistics q/quiet select= ignore= broker= broker-set= broker-version= fix unsafe-fixes diff add-suppressions= diff-base= baseline= write-baseline= show-settings= color= h/help V/version
end

function __fish_ackward_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_ackward_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_ackward_using_subcommand
    set -l cmd (__fish_ackward_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c ackward -n "__fish_ackward_needs_command" -l client -d 'The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto' -r
complete -c ackward -n "__fish_ackward_needs_command" -l role -d 'What the files configure, where their content does not tell' -r -f -a "producer\t''
consumer\t''
share-consumer\t''
admin\t''
streams\t''
connect-worker\t''
connector\t''
mirror-maker\t''
broker\t''
auto\t''"
complete -c ackward -n "__fish_ackward_needs_command" -l stdin-filename -d 'Treat standard input as this file; with no PATH it is what is read' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l config -d 'Use this project configuration, in place of the nearest ackward.toml' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l format -d 'How to write the findings; FORMAT=FILE writes to a file, and there can be several' -r
complete -c ackward -n "__fish_ackward_needs_command" -s o -l output -d 'Write to this file' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l fail-on -d 'Exit with 1 where a finding is at least this bad: error, warning (the default), info or never' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c ackward -n "__fish_ackward_needs_command" -l select -d 'Ask only these rules' -r
complete -c ackward -n "__fish_ackward_needs_command" -l ignore -d 'Do not ask these rules' -r
complete -c ackward -n "__fish_ackward_needs_command" -l broker -d 'The brokers\' own configuration' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l broker-set -d 'A setting of the brokers' -r
complete -c ackward -n "__fish_ackward_needs_command" -l broker-version -d 'The brokers\' release, which brings its defaults' -r
complete -c ackward -n "__fish_ackward_needs_command" -l add-suppressions -d 'Silence what is found by comments in the files, with this reason' -r
complete -c ackward -n "__fish_ackward_needs_command" -l diff-base -d 'Report only what is worse than at the commit from which the work at hand departed from this revision' -r
complete -c ackward -n "__fish_ackward_needs_command" -l baseline -d 'Report only what is not in this file' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l write-baseline -d 'Write what is found to this file, a .json [default: ackward-baseline.json]; with --baseline, drop from that file what is mended' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l show-settings -d 'Say what applies to a file, and which line says so; check nothing' -r -F
complete -c ackward -n "__fish_ackward_needs_command" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_needs_command" -l complete -d 'The file is all that the client gets: missing required keys count'
complete -c ackward -n "__fish_ackward_needs_command" -l isolated -d 'Read no project configuration and no build files'
complete -c ackward -n "__fish_ackward_needs_command" -l statistics -d 'Say how often each rule fired, in place of the findings'
complete -c ackward -n "__fish_ackward_needs_command" -s q -l quiet -d 'Keep back notices and the summary'
complete -c ackward -n "__fish_ackward_needs_command" -l fix -d 'Mend what can be mended without changing anything else that the client does'
complete -c ackward -n "__fish_ackward_needs_command" -l unsafe-fixes -d 'With --fix or --diff: mend also what changes more than that'
complete -c ackward -n "__fish_ackward_needs_command" -l diff -d 'Show what --fix would do, and write nothing'
complete -c ackward -n "__fish_ackward_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ackward -n "__fish_ackward_needs_command" -s V -l version -d 'Print version'
complete -c ackward -n "__fish_ackward_needs_command" -a "check" -d 'Say what is wrong in configuration files (the command when none is named)'
complete -c ackward -n "__fish_ackward_needs_command" -a "effective" -d 'Show what a client really runs with: values, where they come from, and what it guarantees'
complete -c ackward -n "__fish_ackward_needs_command" -a "explain" -d 'Explain a rule, a key (type, default and range by release) or a topic'
complete -c ackward -n "__fish_ackward_needs_command" -a "rules" -d 'List the rules'
complete -c ackward -n "__fish_ackward_needs_command" -a "schema" -d 'Print the JSON schema of an output or an input'
complete -c ackward -n "__fish_ackward_needs_command" -a "txn-window" -d 'Size transaction.timeout.ms, or judge a value of it'
complete -c ackward -n "__fish_ackward_needs_command" -a "init" -d 'Look at the repository and write an ackward.toml to start from'
complete -c ackward -n "__fish_ackward_needs_command" -a "completions" -d 'Print completions for a shell, or the manual page'
complete -c ackward -n "__fish_ackward_using_subcommand check" -l client -d 'The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l role -d 'What the files configure, where their content does not tell' -r -f -a "producer\t''
consumer\t''
share-consumer\t''
admin\t''
streams\t''
connect-worker\t''
connector\t''
mirror-maker\t''
broker\t''
auto\t''"
complete -c ackward -n "__fish_ackward_using_subcommand check" -l stdin-filename -d 'Treat standard input as this file; with no PATH it is what is read' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l config -d 'Use this project configuration, in place of the nearest ackward.toml' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l format -d 'How to write the findings; FORMAT=FILE writes to a file, and there can be several' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -s o -l output -d 'Write to this file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l fail-on -d 'Exit with 1 where a finding is at least this bad: error, warning (the default), info or never' -r -f -a "error\t''
warning\t''
info\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand check" -l select -d 'Ask only these rules' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l ignore -d 'Do not ask these rules' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l broker -d 'The brokers\' own configuration' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l broker-set -d 'A setting of the brokers' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l broker-version -d 'The brokers\' release, which brings its defaults' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l add-suppressions -d 'Silence what is found by comments in the files, with this reason' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l diff-base -d 'Report only what is worse than at the commit from which the work at hand departed from this revision' -r
complete -c ackward -n "__fish_ackward_using_subcommand check" -l baseline -d 'Report only what is not in this file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l write-baseline -d 'Write what is found to this file, a .json [default: ackward-baseline.json]; with --baseline, drop from that file what is mended' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l show-settings -d 'Say what applies to a file, and which line says so; check nothing' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand check" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand check" -l complete -d 'The file is all that the client gets: missing required keys count'
complete -c ackward -n "__fish_ackward_using_subcommand check" -l isolated -d 'Read no project configuration and no build files'
complete -c ackward -n "__fish_ackward_using_subcommand check" -l statistics -d 'Say how often each rule fired, in place of the findings'
complete -c ackward -n "__fish_ackward_using_subcommand check" -s q -l quiet -d 'Keep back notices and the summary'
complete -c ackward -n "__fish_ackward_using_subcommand check" -l fix -d 'Mend what can be mended without changing anything else that the client does'
complete -c ackward -n "__fish_ackward_using_subcommand check" -l unsafe-fixes -d 'With --fix or --diff: mend also what changes more than that'
complete -c ackward -n "__fish_ackward_using_subcommand check" -l diff -d 'Show what --fix would do, and write nothing'
complete -c ackward -n "__fish_ackward_using_subcommand check" -s h -l help -d 'Print help'
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l client -d 'The kafka-clients release: 3.9.1, a list, a range 3.0.0..4.4.0, all, or auto' -r
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l role -d 'What the files configure, where their content does not tell' -r -f -a "producer\t''
consumer\t''
share-consumer\t''
admin\t''
streams\t''
connect-worker\t''
connector\t''
mirror-maker\t''
broker\t''
auto\t''"
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l stdin-filename -d 'Treat standard input as this file; with no PATH it is what is read' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l config -d 'Use this project configuration, in place of the nearest ackward.toml' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l keys -d 'Show only these keys' -r
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l format -d 'How to write it; properties makes a file that pins every value' -r -f -a "text\t''
json\t''
properties\t''"
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l complete -d 'The file is all that the client gets: missing required keys count'
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l isolated -d 'Read no project configuration and no build files'
complete -c ackward -n "__fish_ackward_using_subcommand effective" -l all -d 'Show also the keys that nobody touched'
complete -c ackward -n "__fish_ackward_using_subcommand effective" -s h -l help -d 'Print help'
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l for -d 'Who drives the producer: fills in what is documented there' -r -f -a "plain\t'a plain producer'
loop\t'a consume-transform-produce loop'
streams\t'Kafka Streams under exactly-once'
connect\t'a Connect source connector under exactly-once'
flink\t'Flink\'s exactly-once Kafka sink'
spring\t'a Spring Kafka listener with a transaction manager'"
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l commit-interval -l checkpoint-interval -d 'Tc: from one commit to the next (Flink: checkpoint interval)' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l commit-latency -l longest-checkpoint -d 'L: the worst commit step, p99.9 (Flink: longest checkpoint)' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l restart -d 'R: the longest pause or restart that an open transaction has to outlast' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l visibility -d 'V: how long a committed record may stay unseen; without it only the broker bounds the window' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l sweep -d 'How often the broker looks for timed-out transactions [default: 10s, or the broker release\'s]' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l broker-max -d 'The broker\'s transaction.max.timeout.ms [default: 900s]' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l headroom -d 'How many times the worst case should fit into the timeout [default: 2]' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l timeout -d 'A transaction.timeout.ms to judge' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l max-poll-interval -d 'max.poll.interval.ms of the loop\'s consumer [default: 300s, with --for loop or spring]' -r
complete -c ackward -n "__fish_ackward_using_subcommand explain" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand explain" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ackward -n "__fish_ackward_using_subcommand rules" -l format -d 'How to write them; list is one id a line' -r -f -a "text\t''
list\t''
json\t''"
complete -c ackward -n "__fish_ackward_using_subcommand rules" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand rules" -s h -l help -d 'Print help'
complete -c ackward -n "__fish_ackward_using_subcommand schema" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l for -d 'Who drives the producer: fills in what is documented there' -r -f -a "plain\t'a plain producer'
loop\t'a consume-transform-produce loop'
streams\t'Kafka Streams under exactly-once'
connect\t'a Connect source connector under exactly-once'
flink\t'Flink\'s exactly-once Kafka sink'
spring\t'a Spring Kafka listener with a transaction manager'"
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l commit-interval -l checkpoint-interval -d 'Tc: from one commit to the next (Flink: checkpoint interval)' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l commit-latency -l longest-checkpoint -d 'L: the worst commit step, p99.9 (Flink: longest checkpoint)' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l restart -d 'R: the longest pause or restart that an open transaction has to outlast' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l visibility -d 'V: how long a committed record may stay unseen; without it only the broker bounds the window' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l sweep -d 'How often the broker looks for timed-out transactions [default: 10s, or the broker release\'s]' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l broker-max -d 'The broker\'s transaction.max.timeout.ms [default: 900s]' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l headroom -d 'How many times the worst case should fit into the timeout [default: 2]' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l timeout -d 'A transaction.timeout.ms to judge' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l max-poll-interval -d 'max.poll.interval.ms of the loop\'s consumer [default: 300s, with --for loop or spring]' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l latencies -d 'Measured commit latencies, one a line or in a column of a table' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l latency-column -d 'The column of that table, by name or number' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l latency-percentile -d 'Which figure of the sample to size with [default: p99.9]' -r -f -a "p50\t'half of the sample is longer'
p99\t'one in a hundred is longer'
p99.9\t'one in a thousand is longer'
max\t'the longest seen'"
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l latency-unit -d 'The unit of numbers without one [default: as headed, else ms]' -r -f -a "ns\t'nanoseconds'
us\t'microseconds'
ms\t'milliseconds'
s\t'seconds'"
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l producer -d 'Judge the timeout that this producer file has in effect' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l consumer -d 'Take max.poll.interval.ms from this consumer file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l streams -d 'Take commit.interval.ms and the timeout from this Kafka Streams file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l worker -d 'Take offset.flush.interval.ms and the timeout from this Connect worker file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l connector -d 'Take the transaction boundary and the timeout from this source connector file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l broker -d 'Take sweep and maximum from this broker file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l broker-set -d 'One setting of the broker; repeatable' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l broker-version -d 'The broker\'s release, for its defaults' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l client -d 'The kafka-clients release: 3.9.1, a list, a range, all [default: the newest known]' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l config -d 'Take inputs from [[pipeline]] of this ackward.toml' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l pipeline -d 'Only the pipeline of this name' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l vary -d 'Sweep an input: restart=60s..720s/60s; repeatable' -r
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l format -d 'The form of the answer' -r -f -a "text\t'For a terminal, with a number line'
json\t'For a program'
markdown\t'For a design document, with the derivation'
svg\t'A figure, readable in light and dark'"
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l output -d 'Write the answer to a file' -r -F
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l isolated -d 'Read no ackward.toml'
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -l check -d 'Exit with 1 unless the value (or, without one, the window) fits'
complete -c ackward -n "__fish_ackward_using_subcommand txn-window" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c ackward -n "__fish_ackward_using_subcommand init" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand init" -s h -l help -d 'Print help'
complete -c ackward -n "__fish_ackward_using_subcommand completions" -l color -d 'Colour the output' -r -f -a "auto\t''
always\t''
never\t''"
complete -c ackward -n "__fish_ackward_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
