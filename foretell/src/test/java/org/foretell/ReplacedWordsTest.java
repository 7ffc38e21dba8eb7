package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.FigureOrigin;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.report.ParameterSensitivity;
import org.foretell.report.Sensitivities;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that a provider says to people decides a number. */
class ReplacedWordsTest {
  private static final String MACHINE = "jaguar-xt5";

  @TempDir Path folder;

  static Stream<String> models() {
    return ServiceLoader.load(ModelProvider.class).stream().map(found -> found.get().name());
  }

  @ParameterizedTest
  @MethodSource("models")
  void providerWithOtherWordsGivesTheSameNumbers(String model) throws IOException {
    ModelProvider shipped = shipped(model);
    Sensitivities expected = explained(shipped);
    Sensitivities reworded = explained(new OtherWords(shipped, Map.of()));
    assertThat(reworded.parameters()).isEqualTo(expected.parameters()).isNotEmpty();
    assertThat(reworded.steps()).isEqualTo(expected.steps());
    assertThat(reworded.tolerance()).isEqualTo(expected.tolerance()).isPresent();
  }

  @Test
  void latencyOfAnyNameIsMoved() throws IOException {
    ModelProvider shipped = shipped("loggops");
    Sensitivities expected = explained(shipped);
    Sensitivities renamed = explained(new OtherWords(shipped, Map.of("L", "alpha")));
    assertThat(elasticity(renamed, "alpha")).isEqualTo(elasticity(expected, "L")).isPositive();
    assertThat(renamed.tolerance().orElseThrow().limits())
        .isEqualTo(expected.tolerance().orElseThrow().limits());
  }

  private static double elasticity(Sensitivities of, String name) {
    return of.parameters().stream()
        .filter(one -> one.parameter().equals(name))
        .mapToDouble(ParameterSensitivity::elasticity)
        .findFirst()
        .orElseThrow();
  }

  private static ModelProvider shipped(String model) {
    return ServiceLoader.load(ModelProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(model))
        .findFirst()
        .orElseThrow();
  }

  private Sensitivities explained(ModelProvider provider) throws IOException {
    return Foretell.explanation()
        .machine(MACHINE)
        .trace(ExchangingProgram.write(folder, 2))
        .model(provider)
        .ranksPerNode(2)
        .sensitivities(true)
        .run()
        .sensitivities()
        .orElseThrow();
  }

  /** A shipped model whose words are all others, and some of whose parameters have other names. */
  private record OtherWords(ModelProvider shipped, Map<String, String> names)
      implements ModelProvider {
    @Override
    public String name() {
      return shipped.name();
    }

    @Override
    public String summary() {
      return "blah";
    }

    @Override
    public boolean ranksQueue() {
      return shipped.ranksQueue();
    }

    @Override
    public boolean readsSites() {
      return shipped.readsSites();
    }

    @Override
    public boolean fitsAnyMachine() {
      return shipped.fitsAnyMachine();
    }

    @Override
    public boolean interfacesAreFree() {
      return shipped.interfacesAreFree();
    }

    @Override
    public List<ParameterSpec> parameters() {
      return shipped.parameters().stream().map(this::other).toList();
    }

    @Override
    public CommunicationModel create(ModelContext context) {
      return shipped.create(own(context));
    }

    @Override
    public List<Figure> effective(ModelContext context) {
      List<Figure> figures = new ArrayList<>();
      for (Figure figure : shipped.effective(own(context))) {
        figures.add(
            new Figure(other(figure.parameter()), figure.value(), reworded(figure.origin())));
      }
      return figures;
    }

    private ModelContext own(ModelContext context) {
      Map<String, String> given = new HashMap<>(context.parameters());
      names.forEach(
          (own, other) -> {
            String value = given.remove(other);
            if (value != null) {
              given.put(own, value);
            }
          });
      return new ModelContext(context.machine(), context.placement(), given);
    }

    private ParameterSpec other(ParameterSpec spec) {
      return new ParameterSpec(
          names.getOrDefault(spec.name(), spec.name()),
          spec.kind(),
          spec.role(),
          spec.place(),
          spec.bounds(),
          spec.traits(),
          "blah first",
          "derived machine's blah");
    }

    private static FigureOrigin reworded(FigureOrigin origin) {
      if (origin instanceof FigureOrigin.OfMachine machine) {
        return new FigureOrigin.OfMachine(machine.figure(), machine.isFirst(), "blah");
      }
      if (origin instanceof FigureOrigin.Derived derived) {
        return new FigureOrigin.Derived(derived.figures(), derived.machineFigures(), "first blah");
      }
      if (origin instanceof FigureOrigin.SameAs same) {
        return new FigureOrigin.SameAs(same.figure(), "derived: machine's first");
      }
      return origin instanceof FigureOrigin.Default
          ? new FigureOrigin.Default("derived: machine's first")
          : origin;
    }
  }
}
