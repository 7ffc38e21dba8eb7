import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.report.RunResult;

/** Predicts how long a traced program runs on a machine of the catalogue. */
public final class FirstProgram {
  public static void main(String[] args) {
    RunResult result =
        Foretell.prediction()
            .machine("jaguar-xt5")
            .trace(Path.of("examples/mg.S.64.bin"))
            .parameter("L", "2us")
            .run();
    System.out.println(result.predictedSeconds() + " s");
  }
}
