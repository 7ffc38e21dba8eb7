import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.foretell.Foretell;
import org.foretell.OpenedTrace;
import org.foretell.question.ComparedScenario;
import org.foretell.question.Questions;
import org.foretell.report.LatencyTolerance;
import org.foretell.report.ParameterSensitivity;
import org.foretell.scenario.Scenario;

/** Asks one runner several questions, which share its threads and what it knows already. */
public final class SeveralQuestions {
  public static void main(String[] args) {
    try (OpenedTrace trace = Foretell.open(Path.of("examples/mg.S.16.tar.gz"))) {
      Scenario today = trace.prediction().machine("jaguar-xt5").scenario();

      trace
          .ask(Questions.interval(today))
          .ifPresent(
              interval ->
                  System.out.printf(
                      Locale.ROOT,
                      "from %.6f to %.6f s%n",
                      interval.lowPs() / 1e12,
                      interval.highPs() / 1e12));

      trace.ask(Questions.sensitivities(today)).stream()
          .flatMap(found -> found.parameters().stream().limit(3))
          .forEach(SeveralQuestions::print);

      trace
          .ask(Questions.tolerance(today))
          .ifPresent(found -> found.limits().forEach(SeveralQuestions::print));

      Scenario simple = trace.prediction().machine("jaguar-xt5").model("simple").scenario();
      List<ComparedScenario> compared = trace.ask(Questions.comparison(List.of(today, simple)));
      System.out.println(compared.get(1).parts().against(compared.get(0).parts()));

      Scenario noisy = trace.prediction().machine("jaguar-xt5").computeNoise("gamma:5%").scenario();
      System.out.printf(
          Locale.ROOT,
          "mean of 20 noisy runs: %.6f s%n",
          trace.ask(Questions.replications(noisy, 20)).meanSeconds());
    }
  }

  private static void print(ParameterSensitivity one) {
    System.out.printf(Locale.ROOT, "%s: elasticity %.3f%n", one.parameter(), one.elasticity());
  }

  private static void print(LatencyTolerance.Limit limit) {
    System.out.printf(
        Locale.ROOT,
        "%.0f %% longer with %.1f %% more latency%n",
        100 * limit.longer(),
        100 * limit.growthFrom());
  }
}
