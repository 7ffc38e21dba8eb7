package org.foretell.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;

/**
 * Classes may not need each other in a circle, but for those that are one thing in several files.
 */
@AnalyzeClasses(
    packages = "org.foretell",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ClassCyclesTest {
  /** Classes, by name without {@code org.foretell}, that may need each other, and why. */
  private record Together(String why, String... classes) {
    boolean contains(String name) {
      for (String one : classes) {
        if (name.equals("org.foretell." + one)) {
          return true;
        }
      }
      return false;
    }
  }

  private static final List<Together> TOGETHER =
      List.of(
          new Together(
              "the vocabulary of ops: a code lists its fields, a view has both",
              "trace.OpCode",
              "trace.OpField",
              "trace.OpView"),
          new Together(
              "a trace sums up its own counts", "trace.TraceSource", "trace.CountedBursts"),
          new Together(
              "a machine has links and buses, and any machine can be seen as one that has",
              "machine.Machine",
              "machine.BusLinks",
              "machine.MachineBuilder"),
          new Together(
              "a group of nodes names its builder",
              "machine.NodeGroup",
              "machine.NodeGroupBuilder"),
          new Together(
              "nodes of a site name their builder", "machine.BusNodes", "machine.BusNodesBuilder"),
          new Together("a site names its builder", "machine.BusSite", "machine.BusSiteBuilder"),
          new Together(
              "what joins sites names its builder", "machine.WideArea", "machine.WideAreaBuilder"),
          new Together(
              "a dragonfly names its builder",
              "machine.topology.Dragonfly",
              "machine.topology.DragonflyBuilder"),
          new Together(
              "a dragonfly+ names its builder",
              "machine.topology.DragonflyPlus",
              "machine.topology.DragonflyPlusBuilder"),
          new Together(
              "a recorded trace makes what reads it",
              "trace.store.RecordedTrace",
              "trace.store.ProgramCursor",
              "trace.store.ColumnCursor",
              "trace.store.RecordedCounts",
              "trace.store.Describer",
              "trace.store.GraphDecoder"),
          new Together(
              "an encoder notes what its ops need, in the encoder's numbers",
              "trace.store.OpEncoder",
              "trace.store.CapabilityNotes"),
          new Together(
              "a result writes its own document", "report.RunResult", "report.RunDocument"),
          new Together(
              "a check writes its own document", "report.CheckResult", "report.CheckDocument"),
          new Together(
              "what a trace contains writes its own document",
              "report.InfoResult",
              "report.InfoDocument"),
          new Together(
              "an explanation writes its own document",
              "report.ExplainResult",
              "report.ExplainDocument"),
          new Together(
              "the energy of a run writes its own document",
              "report.EnergyResult",
              "report.EnergyDocument"),
          new Together(
              "a structure writes its own document",
              "report.StructureResult",
              "report.StructureDocument"),
          new Together(
              "a classification writes its own document",
              "report.ClassificationResult",
              "report.ClassificationDocument"),
          new Together(
              "a message has two sides, and a side knows its message",
              "classification.call.Half",
              "classification.call.Pair"),
          new Together(
              "a kind of communication has classes, and a class is of a kind",
              "classification.kind.CommunicationKind",
              "classification.kind.CommunicationClass"),
          new Together(
              "a file of a classifier is written and read as its document",
              "classification.file.ClassifierFile",
              "classification.file.ClassifierDocument"),
          new Together(
              "a clustering writes its own document",
              "report.ClusteringResult",
              "report.ClusteringDocument"),
          new Together(
              "a sealed class of settings and its kinds",
              "TraceSetup",
              "CheckSetup",
              "InfoSetup",
              "Setup",
              "RunSetup",
              "PredictionSetup",
              "ComparisonSetup"),
          new Together(
              "a table of ops, their shapes, and those that stand for all iterations of a loop",
              "structure.op.OpTable",
              "structure.op.OpShapes",
              "structure.op.VaryingOps"),
          new Together("a runner names its builder", "runner.Runner", "runner.RunnerBuilder"),
          new Together(
              "a scenario is varied by changes, which make another; it and its replays are wanted",
              "scenario.Scenario",
              "scenario.Changed",
              "scenario.Replay",
              "scenario.Wanted"),
          new Together(
              "a machine that was read tells how to read it with other figures",
              "machines.file.LoadedMachine",
              "machines.file.OtherFigures"),
          new Together(
              "a sealed interface and its kinds",
              "model.MpiModel",
              "model.DirectModel",
              "model.OccupancyModel",
              "model.FlowModel",
              "model.BusLinkModel"),
          new Together(
              "causes, kept or not, what takes part in them, and until when things are in use",
              "engine.cause.Causes",
              "engine.cause.CauseSetup",
              "engine.cause.KeptCauses",
              "engine.cause.NoCauses",
              "engine.cause.Uses"),
          new Together(
              "a sealed class and its kinds",
              "engine.SequenceParts",
              "engine.PlainParts",
              "engine.BusLinkParts"),
          new Together(
              "a communicator keeps its open calls, and a call knows its communicator",
              "engine.collective.CommunicatorGroup",
              "engine.collective.CommunicatorTable",
              "engine.collective.CommunicatorCreation",
              "engine.collective.OpenCollectives",
              "engine.collective.OpenCollective",
              "engine.collective.SampledCall",
              "engine.collective.ScheduleRun"));

  @ArchTest
  static final ArchRule classesFormNoOtherCycle =
      slices().assignedFrom(new EachClass()).should().beFreeOfCycles();

  @ArchTest
  static void theNamedClassesExist(JavaClasses classes) {
    for (Together set : TOGETHER) {
      assertThat(set.classes())
          .as(set.why())
          .allMatch(name -> classes.contain("org.foretell." + name));
    }
  }

  /** Takes every class for itself, with what is nested in it; named ones together. */
  private static final class EachClass implements SliceAssignment {
    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      JavaClass outermost = type.getBaseComponentType();
      while (outermost.getEnclosingClass().isPresent()) {
        outermost = outermost.getEnclosingClass().get();
      }
      for (Together set : TOGETHER) {
        if (set.contains(outermost.getName())) {
          return SliceIdentifier.of(set.why());
        }
      }
      return SliceIdentifier.of(outermost.getName());
    }

    @Override
    public String getDescription() {
      return "each class";
    }
  }
}
