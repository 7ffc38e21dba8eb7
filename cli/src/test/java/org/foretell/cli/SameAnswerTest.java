package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.foretell.CheckSetup;
import org.foretell.ClassificationSetup;
import org.foretell.ComparisonSetup;
import org.foretell.ExplainSetup;
import org.foretell.Foretell;
import org.foretell.InfoSetup;
import org.foretell.PredictionSetup;
import org.foretell.RunSetup;
import org.foretell.Setup;
import org.foretell.TraceSetup;
import org.foretell.cli.classify.ClassifyCommand;
import org.foretell.cli.compare.CompareCommand;
import org.foretell.cli.explain.ExplainCommand;
import org.foretell.cli.run.RunCommand;
import org.foretell.cli.trace.CheckCommand;
import org.foretell.cli.trace.InfoCommand;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Oversubscription;
import org.foretell.result.UnsupportedOps;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/**
 * Every option of {@code sim run}, {@code explain}, {@code classify}, {@code compare}, {@code
 * check} and {@code info} has a setting in the library that gives the same JSON, byte for byte. An
 * option without one fails here, and so does one that leaves the JSON of its trace as it is.
 */
class SameAnswerTest {
  private static final String SCALATRACE = "../examples/farm.3.scalatrace";
  private static final String DUMPI = "../examples/ft.4.dumpi";
  private static final String CHAKRA = "../examples/training.8.chakra";

  /** Of most pairs, since it is short. */
  private static final String SIMGRID = "../examples/mg.S.16.tar.gz";

  /** Where results go, and how much is printed: no setting of a prediction. */
  private static final Set<String> OUTPUTS =
      Set.of(
          "--json",
          "--csv",
          "--html",
          "--png",
          "--train",
          "--rules",
          "--messages",
          "--timeline",
          "--timeline-ranks",
          "--timeline-window",
          "--timeline-phase",
          "--verbose");

  /** With ops on files, for a machine without a file system. */
  private static final String HALO = "../examples/rma-halo.txt";

  /** Ranks of several nodes. */
  private static final String NODES = "../examples/halo.64.txt";

  private static final Path MESSAGES = Path.of("../examples/custom-format/pingpong.txt");

  /**
   * Options that must not change a result: threads divide the work, and all random draws stay;
   * sensitivities of a short trace are found anyway, and so is the format of a trace.
   */
  private static final Set<String> WITHOUT_EFFECT =
      Set.of("--threads", "--sensitivities", "--format");

  /** In a check nothing takes time, so a unit of time changes none. */
  private static final Set<String> WITHOUT_EFFECT_ON_CHECKS =
      Set.of("--time-unit", "--burst-clock");

  @TempDir private static Path jars;
  @TempDir private Path folder;

  /** Answers to calls without an option; most options are left out of one and the same call. */
  private final Map<List<?>, SimCall> withoutOption = new HashMap<>();

  /**
   * One way to say something, and the other.
   *
   * @param options those of sim
   * @param settings those of the library
   */
  private record Pair<S>(String machine, Path trace, List<String> options, Consumer<S> settings) {
    private static Pair<ClassificationSetup> with(Pair<ClassificationSetup> pair, Path tree) {
      List<String> options = new ArrayList<>(pair.options);
      options.addAll(List.of("--tree", tree.toString()));
      return new Pair<>(
          pair.machine, pair.trace, options, pair.settings.andThen(setup -> setup.tree(tree)));
    }
  }

  private static <S> Pair<S> pair(Consumer<S> settings, String... options) {
    return new Pair<>("arc", Path.of(SIMGRID), List.of(options), settings);
  }

  private static <S> Pair<S> pair(Path trace, Consumer<S> settings, String... options) {
    return new Pair<>("arc", trace, List.of(options), settings);
  }

  /** A pair on a machine that states its power. */
  private static <S> Pair<S> onPower(Consumer<S> settings, String... options) {
    return new Pair<>("jaguar-xt5", Path.of(SIMGRID), List.of(options), settings);
  }

  private Path withHistogram() {
    return Scratch.file(
        folder,
        "histogram.txt",
        "foretell-trace 1",
        "ranks 2",
        "histogram 0 count=1 min=1us mean=2us max=3us; count=1 min=5us mean=6us max=9us",
        "program 0-1 {",
        "  compute histogram=0",
        "  barrier",
        "}");
  }

  private Path withUnknownAction() {
    return Scratch.file(folder, "unknown.txt", "0 init", "0 frobnicate 3", "0 compute 1e6");
  }

  private Path withCallTimes() {
    return Scratch.file(
        folder,
        "recorded.txt",
        "foretell-trace 1",
        "ranks 2",
        "program 0-1 {",
        "  barrier",
        "}",
        "call_times 0 3us",
        "call_times 1 4us");
  }

  /** A trace, on whose machine trees are trained into a file. */
  private Path trained(Path tree) {
    Path trace = Scratch.phases(folder);
    SimCall call = SimCall.asTyped("classify", "arc", trace.toString(), "--train", tree.toString());
    assertThat(call.exitCode()).as(call.err()).isZero();
    return trace;
  }

  /** So long that its interval is found only if it is asked for. */
  private Path ring() {
    return Scratch.file(
        folder,
        "ring.txt",
        "foretell-trace 1",
        "ranks 8",
        "program 0-7 {",
        "  sendrecv peer=+1 bytes=8 receive_peer=-1 receive_bytes=8",
        "  barrier",
        "}");
  }

  private Path longTrace() {
    return Scratch.file(
        folder,
        "long.txt",
        "foretell-trace 1",
        "ranks 2",
        "program 0-1 {",
        "  repeat 130000 {",
        "    compute duration=1ns",
        "  }",
        "  barrier",
        "}");
  }

  /** Pairs for options that both commands have. */
  private <S extends Setup<S>> Map<String, Pair<S>> shared() {
    Path goal = Scratch.schedule(folder);
    Path places = Scratch.file(folder, "places.txt", "0\n1\n2\n5\n".repeat(4).strip());
    Map<String, Pair<S>> pairs = new LinkedHashMap<>();
    pairs.put("MACHINE TRACE", pair(s -> {}));
    Path large = Path.of(NODES);
    pairs.put("-P", pair(large, s -> s.parameter("L", "3us"), "-P", "L=3us"));
    pairs.put("--set", pair(s -> s.set("network.latency", "9us"), "--set", "network.latency=9us"));
    pairs.put("--collectives", pair(s -> s.collectives("mpich4"), "--collectives", "mpich4"));
    pairs.put(
        "--placement", pair(s -> s.placement("file:" + places), "--placement", "file:" + places));
    pairs.put("--ranks-per-node", pair(s -> s.ranksPerNode(2), "--ranks-per-node", "2"));
    pairs.put(
        "--oversubscribe",
        pair(
            large,
            s -> s.ranksPerNode(64).oversubscription(Oversubscription.SHARE),
            "--ranks-per-node",
            "64",
            "--oversubscribe",
            "share"));
    pairs.put("--compute", pair(withHistogram(), s -> s.compute("max"), "--compute", "max"));
    pairs.put(
        "--traced-core-speed",
        pair(s -> s.tracedCoreSpeed("2Gflop/s"), "--traced-core-speed", "2Gflop/s"));
    pairs.put("--traced-machine", pair(s -> s.tracedMachine("arc"), "--traced-machine", "arc"));
    Path work = Scratch.file(folder, "work.csv", "call_site,flops,bytes", "solver.c:12,1,24");
    pairs.put(
        "--work",
        pair(
            Scratch.phases(folder),
            s -> s.work(work).tracedMachine("frontier"),
            "--work",
            work.toString(),
            "--traced-machine",
            "frontier"));
    pairs.put(
        "--traced-ranks-per-node",
        pair(
            Scratch.phases(folder),
            s -> s.work(work).tracedMachine("frontier").tracedRanksPerNode(2),
            "--work",
            work.toString(),
            "--traced-machine",
            "frontier",
            "--traced-ranks-per-node",
            "2"));
    pairs.put(
        "--memory-bound",
        pair(
            Scratch.phases(folder),
            s -> s.memoryBound(0.4).tracedMachine("frontier").tracedRanksPerNode(2),
            "--memory-bound",
            "40%",
            "--traced-machine",
            "frontier",
            "--traced-ranks-per-node",
            "2"));
    Path slower =
        Scratch.file(
            folder,
            "slower.txt",
            "foretell-trace 1",
            "ranks 1",
            "call_site 0 \"solver.c:12\"",
            "program 0 {",
            "  compute duration=6ms call_site=0",
            "}");
    pairs.put(
        "--measured-pair",
        pair(
            Scratch.phases(folder),
            s -> s.measuredPair(Scratch.phases(folder), slower),
            "--measured-pair",
            Scratch.phases(folder) + "," + slower));
    pairs.put(
        "--seed", pair(s -> s.placement("random").seed(7), "--placement", "random", "--seed", "7"));
    pairs.put(
        "--scale-call-site",
        pair(
            Scratch.phases(folder),
            s -> s.scaleCallSite("solver.c:12", 3),
            "--scale-call-site",
            "solver.c:12=3"));
    pairs.put(
        "--scale-phase",
        pair(
            Scratch.phases(folder), s -> s.scalePhase("solve", 0.5), "--scale-phase", "solve=0.5"));
    pairs.put(
        "--base-flops",
        pair(Path.of(SIMGRID), s -> s.baseFlops("3Gflop/s"), "--base-flops", "3Gflop/s"));
    pairs.put(
        "--unknown-actions",
        pair(withUnknownAction(), s -> s.unknownActions("pass"), "--unknown-actions", "pass"));
    pairs.put(
        "--instruction-rate",
        pair(
            Path.of(SCALATRACE),
            s -> s.instructionRate("2Ginstr/s"),
            "--instruction-rate",
            "2Ginstr/s"));
    pairs.put(
        "--burst-clock",
        pair(Path.of(DUMPI), s -> s.burstClock("processor"), "--burst-clock", "processor"));
    pairs.put("--lowering", pair(Path.of(CHAKRA), s -> s.lowering("tree"), "--lowering", "tree"));
    pairs.put("--match-sizes", pair(Path.of(SCALATRACE), s -> s.matchSizes(true), "--match-sizes"));
    pairs.put("--time-unit", pair(goal, s -> s.timeUnit("1us"), "--time-unit", "1us"));
    pairs.put(
        "--unsupported",
        pair(Path.of(HALO), s -> s.unsupported(UnsupportedOps.PASS), "--unsupported", "pass"));
    Path format = ExampleJar.FORMAT.in(jars);
    pairs.put(
        "--formats", pair(MESSAGES, s -> s.formatsOf(format), "--formats", format.toString()));
    pairs.put(
        "--format",
        pair(
            Path.of("../examples/ring.4.dim"),
            s -> s.traceFormat("dimemas"),
            "--format",
            "dimemas"));
    return pairs;
  }

  /** Pairs for options that predictions and explanations have. */
  private <S extends RunSetup<S>> Map<String, Pair<S>> ofRuns() {
    Map<String, Pair<S>> pairs = shared();
    Path jar = ExampleJar.MODEL.in(jars);
    Path noise = Scratch.file(folder, "noise.txt", "0 2000", "100000 3000");
    pairs.put("--model", pair(s -> s.model("flow"), "--model", "flow"));
    pairs.put(
        "--models",
        pair(s -> s.modelsOf(jar).model("rails"), "--models", jar.toString(), "--model", "rails"));
    pairs.put(
        "--compute-noise",
        pair(s -> s.computeNoise("lognormal:5%"), "--compute-noise", "lognormal:5%"));
    pairs.put(
        "--network-noise",
        pair(s -> s.networkNoise("exponential:2us"), "--network-noise", "exponential:2us"));
    pairs.put(
        "--noise-trace", pair(s -> s.noiseTrace(noise, false), "--noise-trace", noise.toString()));
    pairs.put(
        "--noise-cosched",
        pair(s -> s.noiseTrace(noise, true), "--noise-trace", noise.toString(), "--noise-cosched"));
    return pairs;
  }

  private Map<String, Pair<ExplainSetup>> ofExplain() {
    Map<String, Pair<ExplainSetup>> pairs = ofRuns();
    pairs.put("--cores-per-rank", onPower(s -> s.coresPerRank(2), "--cores-per-rank", "2"));
    Path large = Path.of(SimCall.EXAMPLE);
    pairs.put(
        "--reference", pair(large, s -> s.reference(Path.of(SIMGRID)), "--reference", SIMGRID));
    pairs.put(
        "--weak",
        pair(
            large,
            s -> s.reference(Path.of(SIMGRID)).weakScaling(true),
            "--reference",
            SIMGRID,
            "--weak"));
    pairs.put("--interval", pair(s -> s.interval(true), "--interval"));
    pairs.put("--recorded", pair(Scratch.recorded(folder), s -> s.recorded(true), "--recorded"));
    pairs.put(
        "--sensitivities",
        pair(Scratch.phases(folder), s -> s.sensitivities(true), "--sensitivities"));
    pairs.put("--classes", pair(Scratch.phases(folder), s -> s.classes(true), "--classes"));
    Path tree = folder.resolve("tree.json");
    pairs.put("--tree", pair(trained(tree), s -> s.tree(tree), "--tree", tree.toString()));
    return pairs;
  }

  private Map<String, Pair<PredictionSetup>> ofRun() {
    Map<String, Pair<PredictionSetup>> pairs = ofRuns();
    pairs.put("--cores-per-rank", onPower(s -> s.coresPerRank(2), "--cores-per-rank", "2"));
    pairs.put("--interval", pair(longTrace(), s -> s.interval(true), "--interval"));
    pairs.put(
        "--leads",
        pair(
            ring(),
            s -> s.model("loggops").leads(true).ranksPerNode(1).collectives("formula"),
            "--model",
            "loggops",
            "--leads",
            "--ranks-per-node",
            "1",
            "--collectives",
            "formula"));
    pairs.put(
        "--replications",
        pair(
            s -> s.computeNoise("gamma:5%").replications(5),
            "--compute-noise",
            "gamma:5%",
            "--replications",
            "5"));
    pairs.put(
        "--threads",
        pair(
            s -> s.computeNoise("gamma:5%").replications(3).threads(2),
            "--compute-noise",
            "gamma:5%",
            "--replications",
            "3",
            "--threads",
            "2"));
    return pairs;
  }

  private Map<String, Pair<ComparisonSetup>> ofCompare() {
    Map<String, Pair<ComparisonSetup>> pairs = shared();
    Path jar = ExampleJar.MODEL.in(jars);
    pairs.put("--models", pair(s -> s.modelsOf(jar).models("rails"), "--models", "rails," + jar));
    pairs.put(
        "--with-recorded", pair(withCallTimes(), ComparisonSetup::withRecorded, "--with-recorded"));
    return pairs;
  }

  /** Pairs for options that say how to read a trace, on one that they say something about. */
  private <S extends TraceSetup<S>> Map<String, Pair<S>> ofReading() {
    Map<String, Pair<S>> pairs = new LinkedHashMap<>();
    pairs.put("TRACE", pair(s -> {}));
    pairs.put(
        "--base-flops",
        pair(Path.of(SIMGRID), s -> s.baseFlops("3Gflop/s"), "--base-flops", "3Gflop/s"));
    pairs.put(
        "--unknown-actions",
        pair(withUnknownAction(), s -> s.unknownActions("pass"), "--unknown-actions", "pass"));
    pairs.put(
        "--instruction-rate",
        pair(
            Path.of(SCALATRACE),
            s -> s.instructionRate("2Ginstr/s"),
            "--instruction-rate",
            "2Ginstr/s"));
    pairs.put(
        "--burst-clock",
        pair(Path.of(DUMPI), s -> s.burstClock("processor"), "--burst-clock", "processor"));
    pairs.put("--lowering", pair(Path.of(CHAKRA), s -> s.lowering("tree"), "--lowering", "tree"));
    pairs.put("--match-sizes", pair(Path.of(SCALATRACE), s -> s.matchSizes(true), "--match-sizes"));
    pairs.put(
        "--time-unit",
        pair(Scratch.schedule(folder), s -> s.timeUnit("1us"), "--time-unit", "1us"));
    Path format = ExampleJar.FORMAT.in(jars);
    pairs.put(
        "--formats", pair(MESSAGES, s -> s.formatsOf(format), "--formats", format.toString()));
    pairs.put(
        "--format",
        pair(
            Path.of("../examples/ring.4.dim"),
            s -> s.traceFormat("dimemas"),
            "--format",
            "dimemas"));
    return pairs;
  }

  /**
   * Pairs for options of classifications. Trees are trained once where the model and the machine
   * are the same.
   */
  private Map<String, Pair<ClassificationSetup>> ofClassify() {
    Map<String, Pair<ClassificationSetup>> pairs = ofRuns();
    // They are of task graphs, which have no calls to classify.
    pairs.remove("--time-unit");
    pairs.remove("--lowering");
    Path tree = folder.resolve("tree.json");
    trained(tree);
    pairs.replaceAll(
        (option, pair) ->
            List.of("--model", "--models", "--set").contains(option)
                ? pair
                : Pair.with(pair, tree));
    pairs.put(
        "--tree",
        pair(
            Scratch.phases(folder), s -> s.seed(2).tree(tree), "--seed", "2", "--tree", "" + tree));
    Path labelled = Scratch.recordedClasses(folder);
    Path recorded = folder.resolve("recorded.json");
    SimCall call = SimCall.of("classify", "arc", labelled, "--recorded", "--train", recorded);
    assertThat(call.exitCode()).as(call.err()).isZero();
    pairs.put(
        "--recorded",
        pair(
            labelled,
            s -> s.recorded(true).tree(recorded),
            "--recorded",
            "--tree",
            recorded.toString()));
    return pairs;
  }

  /** A test for each pair. */
  private static <S> Stream<DynamicTest> tests(
      Map<String, Pair<S>> pairs, BiConsumer<String, Pair<S>> test) {
    return pairs.entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey(), () -> test.accept(entry.getKey(), entry.getValue())));
  }

  @TestFactory
  Stream<DynamicTest> whatIsRunGivesTheSameJson() {
    return tests(
        ofRun(),
        (option, pair) -> {
          PredictionSetup setup =
              Foretell.prediction().machine(pair.machine).trace(pair.trace).interval(false);
          pair.settings.accept(setup);
          assertSame(setup.run().json(), "run", option, pair, List.of());
        });
  }

  @TestFactory
  Stream<DynamicTest> whatIsExplainedGivesTheSameJson() {
    return tests(
        ofExplain(),
        (option, pair) -> {
          ExplainSetup setup =
              Foretell.explanation().machine(pair.machine).trace(pair.trace).interval(false);
          pair.settings.accept(setup);
          assertSame(setup.run().json(), "explain", option, pair, List.of());
        });
  }

  /** Which classes there are need not change with a setting, so that only equality counts. */
  @TestFactory
  Stream<DynamicTest> whatIsClassifiedGivesTheSameJson() {
    return tests(
        ofClassify(),
        (option, pair) -> {
          ClassificationSetup setup =
              Foretell.classification().machine(pair.machine).trace(pair.trace);
          pair.settings.accept(setup);
          List<?> command = List.of("classify", pair.machine, pair.trace);
          assertThat(call(command, pair.options).out())
              .isEqualTo(setup.run().json() + System.lineSeparator())
              .contains("\"unclassified\"");
        });
  }

  @Test
  void theIntervalThatNobodyAskedForIsTheSame() {
    SimCall call = SimCall.asTyped("run", "arc", SimCall.EXAMPLE, "--json", "-");
    String json = Foretell.prediction().machine("arc").trace(Path.of(SimCall.EXAMPLE)).run().json();
    assertThat(json + System.lineSeparator()).isEqualTo(call.out()).contains("\"interval\"");
  }

  @TestFactory
  Stream<DynamicTest> whatIsComparedGivesTheSameJson() {
    return tests(
        ofCompare(),
        (option, pair) -> {
          ComparisonSetup setup =
              Foretell.comparison()
                  .machine(pair.machine)
                  .trace(pair.trace)
                  .models("simple", "loggops");
          pair.settings.accept(setup);
          List<String> models = List.of("--models", "simple,loggops");
          assertSame(setup.run().json(), "compare", option, pair, models);
        });
  }

  @TestFactory
  Stream<DynamicTest> whatIsCheckedGivesTheSameJson() {
    Map<String, Pair<CheckSetup>> pairs = ofReading();
    pairs.put("a trace that is not sound", pair(Scratch.deadlock(folder), s -> {}));
    return tests(
        pairs,
        (option, pair) -> {
          CheckSetup setup = Foretell.check().trace(pair.trace);
          pair.settings.accept(setup);
          String json = setup.run().json();
          assertSame(json, List.of("check", pair.trace), option, pair);
          assertThat(json).contains("\"sound\"");
        });
  }

  @TestFactory
  Stream<DynamicTest> whatIsSaidOfATraceGivesTheSameJson() {
    Map<String, Pair<InfoSetup>> pairs = ofReading();
    pairs.put("a trace with call sites and phases", pair(Scratch.phases(folder), s -> {}));
    return tests(
        pairs,
        (option, pair) -> {
          InfoSetup setup = Foretell.info().trace(pair.trace);
          pair.settings.accept(setup);
          String json = setup.run().json();
          assertSame(json, List.of("info", pair.trace), option, pair);
          assertThat(json).contains("\"contains\"");
        });
  }

  private void assertSame(
      String json, String command, String option, Pair<?> pair, List<String> more) {
    List<Object> arguments = new ArrayList<>(List.of(command, pair.machine, pair.trace));
    arguments.addAll(more);
    assertSame(json, arguments, option, pair);
    assertThat(json).contains("\"predictedSeconds\"");
  }

  private void assertSame(String json, List<?> command, String option, Pair<?> pair) {
    SimCall call = call(command, pair.options);
    assertThat(call.err()).isEmpty();
    assertThat(json + System.lineSeparator()).isEqualTo(call.out());
    if (option.startsWith("-")) {
      assertEffect(call, command, option, pair);
    }
  }

  /** A setting that is forgotten on the way would give what there is without the option. */
  private void assertEffect(SimCall call, List<?> command, String option, Pair<?> pair) {
    List<String> rest = without(option, pair.options);
    SimCall without =
        withoutOption.computeIfAbsent(List.of(command, rest), absent -> call(command, rest));
    boolean isCheck = command.get(0).equals("check");
    if (WITHOUT_EFFECT.contains(option) || (isCheck && WITHOUT_EFFECT_ON_CHECKS.contains(option))) {
      assertThat(without.out()).as("without %s", option).isEqualTo(call.out());
    } else {
      assertThat(without.out()).as("without %s", option).isNotEqualTo(call.out());
    }
  }

  private static SimCall call(List<?> command, List<String> options) {
    List<Object> arguments = new ArrayList<>(command);
    arguments.addAll(options);
    arguments.addAll(Arrays.asList("--json", "-"));
    return SimCall.of(arguments.toArray());
  }

  /** All options but one, which goes with its value. */
  private static List<String> without(String option, List<String> options) {
    List<String> rest = new ArrayList<>(options);
    int at = rest.indexOf(option);
    assertThat(at).as("place of %s", option).isNotNegative();
    rest.remove(at);
    if (at < rest.size() && !rest.get(at).startsWith("-")) {
      rest.remove(at);
    }
    return rest;
  }

  @Test
  void aCheckReadsTheSettingThatChangesNoCheck() {
    CheckSetup unit = Foretell.check().trace(Scratch.schedule(folder)).timeUnit("long");
    assertThatThrownBy(unit::run).isInstanceOf(ForetellException.class);
  }

  @Test
  void everyOptionHasASetting() {
    Set<String> ofRun = options(RunCommand.class);
    assertThat(ofRun.removeAll(Set.of("--job-placement", "--job-nodes", "--background")))
        .as("they are settings of JobsSetup")
        .isTrue();
    assertThat(ofRun).isEqualTo(named(ofRun().keySet()));
    assertThat(options(ExplainCommand.class)).isEqualTo(named(ofExplain().keySet()));
    Set<String> ofClassify = options(ClassifyCommand.class);
    assertThat(ofClassify.removeAll(Set.of("--time-unit", "--lowering"))).isTrue();
    assertThat(ofClassify).isEqualTo(named(ofClassify().keySet()));
    assertThat(options(CompareCommand.class)).isEqualTo(named(ofCompare().keySet()));
    Set<String> ofReading = named(this.<CheckSetup>ofReading().keySet());
    Set<String> ofCheck = options(CheckCommand.class);
    assertThat(ofCheck.remove("--same-ops")).as("it is CheckSetup.sameOpsAs").isTrue();
    assertThat(ofCheck.remove("--calls")).as("it is CheckSetup.callsAsIn").isTrue();
    assertThat(ofCheck).isEqualTo(ofReading);
    assertThat(options(InfoCommand.class)).isEqualTo(ofReading);
  }

  private static Set<String> named(Set<String> pairs) {
    Set<String> names = new TreeSet<>(pairs);
    names.removeAll(Set.of("MACHINE TRACE", "TRACE"));
    return names;
  }

  private static Set<String> options(Class<?> command) {
    Set<String> names = new TreeSet<>();
    new CommandLine(command)
        .getCommandSpec()
        .options()
        .forEach(option -> names.add(option.longestName()));
    names.removeAll(OUTPUTS);
    return names;
  }
}
