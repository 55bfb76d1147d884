import java.util.List;
import se.bjurr.violations.lib.ViolationsApi;
import se.bjurr.violations.lib.model.Violation;
import se.bjurr.violations.lib.reports.Parser;

/** Prints what violations-lib reads from a report: `line severity rule file`, sorted. */
public class Read {
    public static void main(String[] args) {
        List<String> lines = ViolationsApi.violationsApi()
            .withPattern(args[2])
            .inFolder(args[1])
            .findAll(Parser.valueOf(args[0]))
            .violations()
            .stream()
            .map(Read::line)
            .sorted()
            .toList();
        lines.forEach(System.out::println);
    }

    private static String line(Violation violation) {
        return violation.getStartLine() + " " + violation.getSeverity() + " " + violation.getRule() + " " + violation.getFile();
    }
}
