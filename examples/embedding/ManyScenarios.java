import java.nio.file.Path;
import java.util.List;
import org.foretell.Foretell;
import org.foretell.OpenedTrace;
import org.foretell.runner.OutcomeTable;
import org.foretell.scenario.Change;
import org.foretell.scenario.Scenario;

/** Asks what a faster network would be worth, with the trace opened once. */
public final class ManyScenarios {
  public static void main(String[] args) {
    try (OpenedTrace trace = Foretell.open(Path.of("examples/mg.S.64.bin"))) {
      Scenario today = trace.prediction().machine("jaguar-xt5").scenario();
      OutcomeTable table = OutcomeTable.empty().with("today", today, trace.run(today));
      for (String change :
          List.of("network.latency=x0.5", "network=x2", "nodeGroups.compute.cpuRatio=2")) {
        Scenario other = today.with(Change.parse(change));
        table = table.with(change, other, trace.run(other));
      }
      for (OutcomeTable.Row row : table.rows()) {
        System.out.println(row.name() + ": " + row.predictedSeconds() + " s");
      }
    }
  }
}
