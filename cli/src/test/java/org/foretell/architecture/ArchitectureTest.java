package org.foretell.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.Arrays;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.foretell.engine.Simulation;
import org.foretell.machine.Machine;
import org.foretell.model.MpiModel;
import org.foretell.trace.OpCode;
import org.foretell.trace.store.TraceStoreReader;

/**
 * The arrows between packages that Maven and Java modules cannot enforce, as the architecture page
 * draws them.
 */
@AnalyzeClasses(
    packages = "org.foretell",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
  private static final String ENGINE = "org.foretell.engine";
  private static final String CLI = "org.foretell.cli..";
  private static final String COLLECTIVES = "org.foretell.models.collectives";
  private static final String ANALYSIS = "org.foretell.analysis..";
  private static final String CLASSIFICATION = "org.foretell.classification..";
  private static final String TIMELINES = "org.foretell.timelines..";
  private static final String PAGE = "org.foretell.page..";
  private static final String PICTURES = "org.foretell.pictures..";
  private static final String OBSERVE = "org.foretell.observe..";
  private static final String RESULT = "org.foretell.result..";
  private static final String TRACE = "org.foretell.trace..";
  private static final String FAILURE = "org.foretell.failure";
  private static final String TIME = "org.foretell.time..";
  private static final String BENCHMARKS = "org.foretell.benchmarks..";

  /** What is in {@code org.foretell.models} and no package of a model that may use others. */
  private static final String[] OTHER_ROOMS_OF_MODELS = {
    "org.foretell.models.simple",
    "org.foretell.models.formula",
    "org.foretell.models.parameters",
    "org.foretell.models.compute",
    "org.foretell.models.noise",
    "org.foretell.models.random",
    COLLECTIVES
  };

  private static final Pattern FORBIDDEN_NAME =
      Pattern.compile("Base[A-Z].*|.*(Util|Utils|Manager|Impl)");

  @ArchTest
  static void looksAtAllModulesOfTheCore(JavaClasses classes) {
    assertThat(
            Stream.of(
                OpCode.class,
                TraceStoreReader.class,
                Machine.class,
                MpiModel.class,
                Simulation.class))
        .allMatch(classes::contain);
  }

  @ArchTest
  static final ArchRule analysisSeesOnlyTracesAndWhatAReplayTells =
      seesOnly(ANALYSIS, OBSERVE, RESULT, TRACE, TIME);

  @ArchTest
  static final ArchRule classificationSeesOnlyTracesAndWhatAReplayTells =
      seesOnly(CLASSIFICATION, OBSERVE, TRACE, TIME, FAILURE);

  @ArchTest
  static final ArchRule timelinesSeeOnlyTracesAndWhatAReplayTells =
      seesOnly(
          TIMELINES,
          OBSERVE,
          "org.foretell.parsers.otf2..",
          "org.foretell.parsers.paraver..",
          TRACE,
          TIME);

  @ArchTest
  static final ArchRule thePageSeesOnlyWhatIsReportedAndObserved =
      seesOnly(
          PAGE,
          PICTURES,
          "org.foretell",
          "org.foretell.procurement.decision..",
          "org.foretell.study..",
          "org.foretell.workflow.report..",
          "org.foretell.workload..",
          "org.foretell.machine..",
          "org.foretell.report..",
          "org.foretell.structure.outline..",
          OBSERVE,
          TRACE,
          TIME);

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().assignedFrom(new EachPackage()).should().beFreeOfCycles();

  /** The rooms of the engine, from the top: each may use those that stand below it. */
  @ArchTest
  static final ArchRule roomsOfTheEngineHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("replay")
          .definedBy(ENGINE)
          .layer("graph")
          .definedBy(ENGINE + ".graph")
          .layer("bus-link")
          .definedBy(ENGINE + ".buslink")
          .layer("ops")
          .definedBy(ENGINE + ".ops")
          .layer("collective")
          .definedBy(ENGINE + ".collective")
          .layer("one-sided")
          .definedBy(ENGINE + ".onesided")
          .layer("message")
          .definedBy(ENGINE + ".message")
          .layer("files")
          .definedBy(ENGINE + ".files")
          .layer("state")
          .definedBy(ENGINE + ".state")
          .layer("batch")
          .definedBy(ENGINE + ".batch")
          .layer("cause")
          .definedBy(ENGINE + ".cause")
          .layer("mail")
          .definedBy(ENGINE + ".mail")
          .layer("kernel")
          .definedBy(ENGINE + ".kernel")
          .whereLayer("replay")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("graph")
          .mayOnlyBeAccessedByLayers("replay")
          .whereLayer("bus-link")
          .mayOnlyBeAccessedByLayers("replay", "graph")
          .whereLayer("ops")
          .mayOnlyBeAccessedByLayers("replay", "bus-link")
          .whereLayer("collective")
          .mayOnlyBeAccessedByLayers("replay", "bus-link", "ops")
          .whereLayer("one-sided")
          .mayOnlyBeAccessedByLayers("replay", "ops")
          .whereLayer("message")
          .mayOnlyAccessLayers("state", "batch", "cause", "mail", "kernel")
          .whereLayer("files")
          .mayOnlyAccessLayers("state", "cause", "kernel")
          .whereLayer("state")
          .mayOnlyAccessLayers("batch", "cause", "kernel")
          .whereLayer("batch")
          .mayNotAccessAnyLayer()
          .whereLayer("cause")
          .mayNotAccessAnyLayer()
          .whereLayer("mail")
          .mayNotAccessAnyLayer()
          .whereLayer("kernel")
          .mayNotAccessAnyLayer();

  /** The rooms of the models, from the top. */
  @ArchTest
  static final ArchRule roomsOfTheModelsHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("model")
          .definedBy(
              resideInAPackage("org.foretell.models.*")
                  .and(not(resideInAnyPackage(OTHER_ROOMS_OF_MODELS))))
          .layer("simple")
          .definedBy("org.foretell.models.simple")
          .layer("formula")
          .definedBy("org.foretell.models.formula")
          .layer("parameters")
          .definedBy("org.foretell.models.parameters")
          .layer("compute")
          .definedBy("org.foretell.models.compute")
          .layer("noise")
          .definedBy("org.foretell.models.noise")
          .layer("random")
          .definedBy("org.foretell.models.random")
          .layer("collectives")
          .definedBy(COLLECTIVES)
          .layer("profile")
          .definedBy(COLLECTIVES + ".profile")
          .layer("algorithm")
          .definedBy(COLLECTIVES + ".algorithm")
          .layer("rooted and exchange")
          .definedBy(COLLECTIVES + ".rooted", COLLECTIVES + ".exchange")
          .layer("pattern and tree")
          .definedBy(COLLECTIVES + ".pattern", COLLECTIVES + ".tree")
          .whereLayer("model")
          .mayOnlyAccessLayers("simple", "formula", "parameters")
          .whereLayer("simple")
          .mayOnlyAccessLayers("formula", "parameters")
          .whereLayer("formula")
          .mayNotAccessAnyLayer()
          .whereLayer("parameters")
          .mayNotAccessAnyLayer()
          .whereLayer("compute")
          .mayOnlyAccessLayers("noise", "random")
          .whereLayer("noise")
          .mayOnlyAccessLayers("random")
          .whereLayer("random")
          .mayNotAccessAnyLayer()
          .whereLayer("collectives")
          .mayOnlyAccessLayers("profile", "algorithm", "pattern and tree")
          .whereLayer("profile")
          .mayOnlyAccessLayers("algorithm", "rooted and exchange", "pattern and tree")
          .whereLayer("algorithm")
          .mayOnlyAccessLayers("rooted and exchange", "pattern and tree")
          .whereLayer("rooted and exchange")
          .mayOnlyAccessLayers("pattern and tree")
          .whereLayer("pattern and tree")
          .mayNotAccessAnyLayer();

  /** The rooms of machine files, from the top. */
  @ArchTest
  static final ArchRule roomsOfMachineFilesHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("machines")
          .definedBy("org.foretell.machines")
          .layer("format")
          .definedBy("org.foretell.machines.json", "org.foretell.machines.dimemas")
          .layer("simgrid")
          .definedBy("org.foretell.machines.simgrid")
          .layer("findings")
          .definedBy("org.foretell.machines.findings")
          .layer("file")
          .definedBy("org.foretell.machines.file")
          .whereLayer("machines")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("format")
          .mayOnlyAccessLayers("findings", "file")
          .whereLayer("simgrid")
          .mayNotAccessAnyLayer()
          .whereLayer("findings")
          .mayOnlyAccessLayers("file")
          .whereLayer("file")
          .mayNotAccessAnyLayer();

  /** The rooms of clustering, from the top. */
  @ArchTest
  static final ArchRule roomsOfClusteringHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("cover")
          .definedBy("org.foretell.structure.cluster.cover")
          .layer("online")
          .definedBy("org.foretell.structure.cluster.online")
          .layer("lead")
          .definedBy("org.foretell.structure.cluster.lead")
          .layer("grouping")
          .definedBy("org.foretell.structure.cluster.grouping")
          .layer("signature")
          .definedBy("org.foretell.structure.cluster.signature")
          .layer("values")
          .definedBy("org.foretell.structure.cluster.values")
          .layer("matrix")
          .definedBy("org.foretell.structure.cluster.matrix")
          .layer("dispatch")
          .definedBy("org.foretell.structure.dispatch")
          .whereLayer("cover")
          .mayNotAccessAnyLayer()
          .whereLayer("online")
          .mayOnlyAccessLayers("lead", "grouping", "signature", "values")
          .whereLayer("lead")
          .mayOnlyAccessLayers("grouping", "signature", "values")
          .whereLayer("grouping")
          .mayOnlyAccessLayers("signature")
          .whereLayer("signature")
          .mayOnlyAccessLayers("values", "dispatch")
          .whereLayer("values")
          .mayNotAccessAnyLayer()
          .whereLayer("matrix")
          .mayNotAccessAnyLayer()
          .whereLayer("dispatch")
          .mayNotAccessAnyLayer();

  /** The rooms of the face, from the top. */
  @ArchTest
  static final ArchRule roomsOfTheFaceHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("face")
          .definedBy("org.foretell")
          .layer("question")
          .definedBy("org.foretell.question")
          .layer("runner")
          .definedBy("org.foretell.runner")
          .layer("energy")
          .definedBy("org.foretell.energy")
          .layer("jobs")
          .definedBy("org.foretell.jobs")
          .layer("replay")
          .definedBy("org.foretell.replay")
          .layer("pool")
          .definedBy("org.foretell.pool")
          .layer("scenario")
          .definedBy("org.foretell.scenario")
          .layer("inspection")
          .definedBy("org.foretell.inspection")
          .layer("report")
          .definedBy("org.foretell.report")
          .layer("input")
          .definedBy("org.foretell.input")
          .layer("setting")
          .definedBy("org.foretell.setting")
          .layer("failure")
          .definedBy("org.foretell.failure", "org.foretell.failure.words")
          .whereLayer("face")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("question")
          .mayOnlyAccessLayers("replay", "runner", "scenario", "report", "setting", "failure")
          .whereLayer("runner")
          .mayOnlyAccessLayers("pool", "scenario", "report", "input", "failure")
          .whereLayer("energy")
          .mayOnlyAccessLayers("replay", "runner", "scenario", "report")
          .whereLayer("jobs")
          .mayOnlyAccessLayers(
              "energy", "replay", "scenario", "report", "input", "setting", "failure")
          .whereLayer("replay")
          .mayOnlyAccessLayers("runner", "scenario", "report", "input", "setting", "failure")
          .whereLayer("pool")
          .mayOnlyAccessLayers("input")
          .whereLayer("scenario")
          .mayOnlyAccessLayers("input", "setting", "failure")
          .whereLayer("inspection")
          .mayOnlyAccessLayers("report")
          .whereLayer("report")
          .mayNotAccessAnyLayer()
          .whereLayer("input")
          .mayOnlyAccessLayers("setting", "failure")
          .whereLayer("setting")
          .mayOnlyAccessLayers("failure")
          .whereLayer("failure")
          .mayNotAccessAnyLayer();

  /** The rooms of queues, from the top. */
  @ArchTest
  static final ArchRule roomsOfQueuesHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("workload")
          .definedBy("org.foretell.workload")
          .layer("run")
          .definedBy("org.foretell.workload.run")
          .layer("file")
          .definedBy("org.foretell.workload.file")
          .layer("report")
          .definedBy("org.foretell.workload.report")
          .layer("job")
          .definedBy("org.foretell.workload.job")
          .layer("failure")
          .definedBy("org.foretell.workload.failure")
          .layer("schedule")
          .definedBy("org.foretell.workload.schedule")
          .whereLayer("workload")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("run")
          .mayOnlyAccessLayers("report", "job", "schedule")
          .whereLayer("file")
          .mayOnlyAccessLayers("job", "schedule")
          .whereLayer("failure")
          .mayOnlyAccessLayers("report")
          .whereLayer("report")
          .mayOnlyAccessLayers("job")
          .whereLayer("job")
          .mayOnlyAccessLayers("schedule")
          .whereLayer("schedule")
          .mayNotAccessAnyLayer();

  /** The rooms of workflows, from the top. */
  @ArchTest
  static final ArchRule roomsOfWorkflowsHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("workflow")
          .definedBy("org.foretell.workflow")
          .layer("run")
          .definedBy("org.foretell.workflow.run")
          .layer("file")
          .definedBy("org.foretell.workflow.file")
          .layer("recorded")
          .definedBy("org.foretell.workflow.recorded")
          .layer("traced")
          .definedBy("org.foretell.workflow.traced")
          .layer("pipeline")
          .definedBy("org.foretell.workflow.pipeline")
          .layer("report")
          .definedBy("org.foretell.workflow.report")
          .layer("failure")
          .definedBy("org.foretell.workflow.failure")
          .layer("schedule")
          .definedBy("org.foretell.workflow.schedule")
          .layer("task")
          .definedBy("org.foretell.workflow.task")
          .whereLayer("workflow")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("run")
          .mayOnlyAccessLayers("failure", "report", "schedule", "task")
          .whereLayer("file")
          .mayOnlyAccessLayers("pipeline", "task")
          .whereLayer("recorded")
          .mayOnlyAccessLayers("task")
          .whereLayer("traced")
          .mayNotAccessAnyLayer()
          .whereLayer("pipeline")
          .mayOnlyAccessLayers("task")
          .whereLayer("report")
          .mayNotAccessAnyLayer()
          .whereLayer("failure")
          .mayNotAccessAnyLayer()
          .whereLayer("schedule")
          .mayOnlyAccessLayers("task")
          .whereLayer("task")
          .mayNotAccessAnyLayer();

  /** The rooms of the command line, from the top. */
  @ArchTest
  static final ArchRule roomsOfTheCommandLineHaveOneDirection =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("sim")
          .definedBy("org.foretell.cli")
          .layer("compare, failures, machines, mix, models, workflow")
          .definedBy(
              "org.foretell.cli.compare",
              "org.foretell.cli.failures",
              "org.foretell.cli.machines",
              "org.foretell.cli.mix",
              "org.foretell.cli.models",
              "org.foretell.cli.workflow")
          .layer("run")
          .definedBy("org.foretell.cli.run")
          .layer("report")
          .definedBy("org.foretell.cli.report")
          .layer("settings")
          .definedBy("org.foretell.cli.settings")
          .layer("trace")
          .definedBy("org.foretell.cli.trace")
          .layer("shell")
          .definedBy("org.foretell.cli.shell")
          .layer("text")
          .definedBy("org.foretell.cli.text")
          .whereLayer("sim")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("compare, failures, machines, mix, models, workflow")
          .mayOnlyBeAccessedByLayers("sim")
          .whereLayer("run")
          .mayOnlyAccessLayers("report", "settings", "trace", "shell", "text")
          .whereLayer("report")
          .mayOnlyAccessLayers("trace", "shell", "text")
          .whereLayer("settings")
          .mayOnlyAccessLayers("trace", "shell", "text")
          .whereLayer("trace")
          .mayOnlyAccessLayers("shell", "text")
          .whereLayer("shell")
          .mayOnlyAccessLayers("text")
          .whereLayer("text")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule roomsOfGeneratedPrograms =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("program")
          .definedBy("org.foretell.generators.program")
          .layer("call")
          .definedBy("org.foretell.generators.program.call")
          .layer("duration")
          .definedBy("org.foretell.generators.program.duration")
          .layer("value")
          .definedBy("org.foretell.generators.program.value")
          .layer("tree")
          .definedBy("org.foretell.generators.program.tree")
          .layer("layout")
          .definedBy("org.foretell.generators.program.layout")
          .whereLayer("program")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("call")
          .mayOnlyAccessLayers("value", "tree")
          .whereLayer("duration")
          .mayOnlyAccessLayers("tree")
          .whereLayer("value")
          .mayNotAccessAnyLayer()
          .whereLayer("tree")
          .mayNotAccessAnyLayer()
          .whereLayer("layout")
          .mayNotAccessAnyLayer();

  @ArchTest
  static final ArchRule onlyTheFaceAndTheFormatsFindPlugIns =
      noClasses()
          .that()
          .resideOutsideOfPackages("org.foretell.setting", "org.foretell.parsers")
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ServiceLoader.class);

  @ArchTest
  static final ArchRule onlyTheCommandLineEndsTheProcess =
      noClasses()
          .that()
          .resideOutsideOfPackages(CLI, BENCHMARKS)
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);

  @ArchTest
  static final ArchRule onlyTheCommandLinePrints =
      noClasses()
          .that()
          .resideOutsideOfPackages(CLI, BENCHMARKS)
          .should()
          .accessField(System.class, "out")
          .orShould()
          .accessField(System.class, "err");

  @ArchTest
  static final ArchRule namesSayWhatAClassIs =
      noClasses()
          .should(
              ArchCondition.from(
                  describe(
                      "be named " + FORBIDDEN_NAME.pattern(),
                      (JavaClass type) -> FORBIDDEN_NAME.matcher(type.getSimpleName()).matches())));

  private static ArchRule seesOnly(String packages, String... others) {
    String[] seen =
        Stream.concat(Stream.of(packages), Arrays.stream(others)).toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(packages)
        .should()
        .dependOnClassesThat(resideInAPackage("org.foretell..").and(not(resideInAnyPackage(seen))));
  }

  /** Takes every package for itself, at whatever depth. */
  private static final class EachPackage implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      return SliceIdentifier.of(type.getPackageName());
    }

    @Override
    public String getDescription() {
      return "each package";
    }
  }

  /** Leaves out the test classes that the modules of the core lend to others. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }
}
