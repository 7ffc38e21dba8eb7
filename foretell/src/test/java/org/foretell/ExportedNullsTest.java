package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.foretell.engine.Simulation;
import org.foretell.machines.file.LoadedMachine;
import org.foretell.machines.file.MachineCheck;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.models.compute.ScaledCompute;
import org.foretell.models.noise.Noise;
import org.foretell.report.RunsListener;
import org.foretell.result.UnsupportedOps;
import org.foretell.runner.Answers;
import org.foretell.runner.Outcome;
import org.foretell.runner.OutcomeTable;
import org.foretell.runner.Question;
import org.foretell.runner.Runner;
import org.foretell.runner.RunnerBuilder;
import org.foretell.scenario.Change;
import org.foretell.scenario.Experiment;
import org.foretell.scenario.MachineContent;
import org.foretell.scenario.ModelContent;
import org.foretell.scenario.Scenario;
import org.foretell.scenario.TraceContent;
import org.foretell.setting.CollectiveChoice;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.TraceSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every public method and constructor of the face, of runners and of scenarios refuses a null where
 * none may be, by the name of the parameter. Setups have a test of their own, and abstract methods
 * are for others to implement.
 */
class ExportedNullsTest {
  private static final Path HALO = Path.of("../examples/halo.2.bin");

  private static final List<String> PACKAGES =
      List.of("org.foretell", "org.foretell.runner", "org.foretell.scenario");

  /** Values by type, for receivers and for arguments that are not the one in question. */
  private final Map<Class<?>, Object> values = new LinkedHashMap<>();

  private final List<String> wrong = new ArrayList<>();
  private final List<String> notTried = new ArrayList<>();
  private int tried;

  private static List<Class<?>> exported()
      throws IOException, URISyntaxException, ClassNotFoundException {
    Path root = Path.of(Foretell.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> found = new ArrayList<>();
    for (String name : PACKAGES) {
      try (Stream<Path> files = Files.list(root.resolve(name.replace('.', '/')))) {
        for (Path file : files.toList()) {
          String simple = file.getFileName().toString();
          if (simple.endsWith(".class") && !simple.endsWith("-info.class")) {
            Class<?> type = Class.forName(name + "." + simple.replace(".class", ""));
            if (isPublic(type)) {
              found.add(type);
            }
          }
        }
      }
    }
    return found;
  }

  private static boolean isPublic(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
  }

  private void prepare(OpenedTrace trace, Answers answers) {
    Scenario scenario = trace.prediction().machine("arc").model("simple").scenario();
    Outcome outcome = trace.run(scenario);
    values.put(OpenedTrace.class, trace);
    values.put(Runner.class, trace.runner());
    values.put(RunnerBuilder.class, Runner.builder());
    values.put(Scenario.class, scenario);
    values.put(Outcome.class, outcome);
    values.put(Answers.class, answers);
    values.put(OutcomeTable.class, OutcomeTable.empty());
    values.put(Experiment.class, scenario.experiment());
    values.put(MachineContent.class, scenario.machine().orElseThrow());
    values.put(ModelContent.class, scenario.model());
    values.put(TraceContent.class, scenario.trace());
    Experiment experiment = scenario.experiment();
    values.put(ModelProvider.class, experiment.provider());
    values.put(ModelContext.class, experiment.context());
    values.put(CollectiveChoice.class, experiment.collectives());
    values.put(ComputeChoice.class, experiment.compute());
    values.put(Noise.class, experiment.noise());
    values.put(UnsupportedOps.class, experiment.unsupported());
    TraceSource source = trace.runner().trace(scenario.trace()).trace().source();
    Experiment.Ready ready = experiment.simulation(source, 1);
    values.put(TraceSource.class, source);
    values.put(Experiment.Ready.class, ready);
    values.put(Simulation.Builder.class, ready.builder());
    values.put(CommunicationModel.class, ready.model());
    values.put(ScaledCompute.class, ready.compute());
    values.put(ComputeModel.class, ready.bursts());
    values.put(ModelRegistry.class, ModelRegistry.load(List.of()));
    values.put(LoadedMachine.class, scenario.machine().orElseThrow().loaded());
    values.put(MachineCheck.class, (MachineCheck) (machine, mistakes) -> {});
    values.put(Question.class, new Nothing());
    values.put(RunsListener.class, (RunsListener) (done, total) -> {});
    values.put(Consumer.class, (Consumer<Object>) any -> {});
    values.put(BiConsumer.class, (BiConsumer<Object, Object>) (one, other) -> {});
    values.put(UnaryOperator.class, UnaryOperator.identity());
    values.put(Runnable.class, (Runnable) () -> {});
    values.put(Change.Amount.class, Change.parse("network.latency=x2").amount());
    values.put(BooleanSupplier.class, (BooleanSupplier) () -> false);
    values.put(String.class, "x");
    values.put(Path.class, HALO);
    values.put(Duration.class, Duration.ZERO);
    values.put(List.class, List.of());
    values.put(Map.class, Map.of());
    values.put(Optional.class, Optional.empty());
    values.put(Long.class, 1L);
    values.put(int.class, 1);
    values.put(long.class, 1L);
    values.put(double.class, 1.0);
    values.put(boolean.class, true);
  }

  /** Keeps the answers that it is shown. */
  private static final class Nothing implements Question<Answers> {
    @Override
    public List<Scenario> next(Answers soFar) {
      return List.of();
    }

    @Override
    public Answers conclude(Answers all) {
      return all;
    }
  }

  @Test
  void everyMethodRefusesNullByName() throws Exception {
    try (OpenedTrace trace = Foretell.open(HALO)) {
      prepare(trace, trace.ask(new Nothing()));
      for (Class<?> type : exported()) {
        for (Constructor<?> made : type.getConstructors()) {
          if (!Modifier.isAbstract(type.getModifiers())) {
            tryNulls(made, null);
          }
        }
        for (Method method : type.getMethods()) {
          boolean isStatic = Modifier.isStatic(method.getModifiers());
          if (method.getDeclaringClass() == type
              && !method.isBridge()
              && !method.isSynthetic()
              && !Modifier.isAbstract(method.getModifiers())
              && !method.getName().equals("equals")
              && (isStatic || values.containsKey(type))) {
            tryNulls(method, isStatic ? null : values.get(type));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(notTried).as("other arguments are not known").hasSizeLessThan(12);
    assertThat(tried).isGreaterThan(60);
  }

  private void tryNulls(Executable called, @Nullable Object receiver) throws Exception {
    for (int i = 0; i < called.getParameterCount(); i++) {
      Parameter parameter = called.getParameters()[i];
      if (!parameter.getType().isPrimitive()
          && !parameter.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        tryNull(called, receiver, i);
      }
    }
  }

  private void tryNull(Executable called, @Nullable Object receiver, int which) throws Exception {
    @Nullable Object[] arguments = new Object[called.getParameterCount()];
    for (int i = 0; i < arguments.length; i++) {
      if (i != which) {
        arguments[i] = values.get(called.getParameterTypes()[i]);
        if (arguments[i] == null) {
          notTried.add(called + ", argument " + which);
          return;
        }
      }
    }
    tried++;
    try {
      if (called instanceof Constructor<?> made) {
        made.newInstance(arguments);
      } else {
        ((Method) called).invoke(receiver, arguments);
      }
      wrong.add(called + " takes null as argument " + which);
    } catch (InvocationTargetException thrown) {
      Throwable cause = Objects.requireNonNull(thrown.getCause());
      if (!(cause instanceof NullPointerException)
          || !String.valueOf(cause.getMessage()).matches("[a-zA-Z0-9]+")) {
        wrong.add(called + ", argument " + which + ": " + cause);
      }
    }
  }
}
