import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.report.RunResult;

/** Predicts one program on several machines, all at once. */
public final class MachineBatch {
  public static void main(String[] args) {
    Path trace = Path.of("examples/mg.S.64.bin");
    List<RunResult> results =
        List.of("hopper", "kraken", "stampede").parallelStream()
            .map(machine -> Foretell.predict(machine, trace))
            .toList();
    for (RunResult result : results) {
      String machine = result.machine().orElseThrow().machine().name();
      System.out.println(machine + ": " + result.predictedSeconds() + " s");
    }
  }
}
