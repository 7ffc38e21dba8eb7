import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.report.CheckResult;

/** Asks whether a trace fits together, before anything is predicted from it. */
public final class CheckTrace {
  public static void main(String[] args) {
    CheckResult check = Foretell.check(Path.of("examples/mg.S.64.bin"));
    check.problems().forEach(problem -> System.out.println(problem.message()));
    System.out.println(
        check.sent().messages() + " messages, " + (check.sound() ? "sound" : "not sound"));
  }
}
