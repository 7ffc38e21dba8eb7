package org.foretell.cli.workflow;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.foretell.cli.settings.Assignments;
import org.foretell.cli.settings.MachineValues;
import org.foretell.cli.settings.OptionQuantity;
import org.foretell.cli.settings.UnsupportedOption;
import org.foretell.cli.shell.ExitCode;
import org.foretell.cli.shell.HtmlFile;
import org.foretell.cli.shell.JsonOutput;
import org.foretell.cli.shell.Outputs;
import org.foretell.cli.text.Style;
import org.foretell.failure.ForetellException;
import org.foretell.page.WorkflowPage;
import org.foretell.time.Ps;
import org.foretell.time.Quantity;
import org.foretell.workflow.WorkflowSetup;
import org.foretell.workflow.file.PipelineFile;
import org.foretell.workflow.recorded.WfFormatFile;
import org.foretell.workflow.recorded.WfInstance;
import org.foretell.workflow.report.WorkflowResult;
import org.foretell.workflow.schedule.SchedulingPolicies;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim workflow}: a pipeline whose tasks a master deals out to workers. */
@Command(
    name = "workflow",
    description =
        "Simulates a pipeline of many tasks that a master deals out to workers, and shows how long"
            + " it takes and where the time goes (docs/workflows.md).")
public final class WorkflowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      index = "0",
      paramLabel = "MACHINE",
      description = "A name from the catalogue (sim machines list), or a machine file.")
  private String machine;

  @Parameters(
      index = "1",
      paramLabel = "PIPELINE",
      description = "A pipeline file in JSON, or a recorded workflow in WfFormat 1.5.")
  private Path file;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many instances (patients, samples) run (default: ${DEFAULT-VALUE}).")
  private int instances;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description =
          "The number of workers; the master comes on top. Of a recorded workflow, by default the"
              + " cores of its machines.")
  private @Nullable Integer workers;

  @Option(
      names = "--per-node",
      paramLabel = "N",
      description =
          "The number of workers on each node (default: 1; of a recorded workflow without"
              + " --workers, the cores of its machines).")
  private @Nullable Integer perNode;

  @Option(
      names = "--policy",
      paramLabel = "NAME",
      defaultValue = "critical-path",
      description =
          "Which ready task is dealt out first: critical-path, fifo or locality (default:"
              + " ${DEFAULT-VALUE}).")
  private String policy;

  @Option(
      names = "--deal-time",
      paramLabel = "TIME",
      description =
          "The master's own time for each task that it deals out (default: that of the pipeline, or"
              + " 0).")
  private @Nullable String dealTime;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "Find the fewest nodes that end by this time, instead of --workers.")
  private @Nullable String deadline;

  @Option(
      names = "--node-memory",
      paramLabel = "SIZE",
      description = "The memory of a node for tasks; required if tasks state theirs.")
  private @Nullable String nodeMemory;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--replications",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many runs with different random numbers (default: ${DEFAULT-VALUE}).")
  private int replications;

  @Option(
      names = "--model",
      paramLabel = "NAME",
      description = "The communication model (sim models); by default that of the machine.")
  private @Nullable String model;

  @Option(
      names = "-P",
      paramLabel = "NAME=VALUE",
      type = {String.class, String.class},
      description = "Set a parameter of the model, with its unit: -P L=3us. May be repeated.")
  private Assignments parameters = new Assignments();

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description =
          "Write a page for browsers: which worker had which task, busy workers, the queue, power.")
  private @Nullable Path html;

  @Mixin private NodeFailureOptions failures = new NodeFailureOptions();
  @Mixin private MachineValues machineValues = new MachineValues();
  @Mixin private UnsupportedOption unsupported = new UnsupportedOption();
  @Mixin private JsonOutput json = new JsonOutput();

  @Override
  public Integer call() {
    HtmlFile.refuseStandardOutput(html, "workflow.html");
    new Outputs()
        .reads(file)
        .readsIfFile(machine)
        .writes("--json", json.file())
        .writes("--html", html)
        .check();
    WorkflowSetup setup =
        new WorkflowSetup()
            .machine(machine)
            .set(machineValues.byPath())
            .model(model)
            .parameters(parameters.consistent())
            .unsupported(unsupported.read())
            .policy(SchedulingPolicies.named(policy))
            .failures(failures.read().orElse(null))
            .seed(seed)
            .replications(replications);
    if (nodeMemory != null) {
      setup.nodeMemory(OptionQuantity.read("--node-memory", nodeMemory, Quantity::parseBytes));
    }
    program(setup);
    if (dealTime != null) {
      setup.dealPs(OptionQuantity.read("--deal-time", dealTime, Quantity::parseTimePs));
    }
    WorkflowResult result =
        deadline == null
            ? setup.run()
            : setup.fewestNodes(
                Ps.toSeconds(OptionQuantity.read("--deadline", deadline, Quantity::parseTimePs)));
    PrintWriter out = spec.commandLine().getOut();
    if (!json.isStandardOutput()) {
      Style style = new Style(spec.commandLine().getColorScheme().ansi());
      new WorkflowText(result, out, style).print();
    }
    json.write(result::writeJson, out);
    HtmlFile.write(html, page -> WorkflowPage.write(result, page));
    return ExitCode.OK;
  }

  /** What runs, and its workers. */
  private void program(WorkflowSetup setup) {
    boolean isRecorded = WfFormatFile.isOne(file);
    int recordedCores = 0;
    int recordedMachines = 0;
    if (isRecorded) {
      if (instances != 1) {
        throw ForetellException.usage(
            "a recorded workflow has one instance; leave --instances out");
      }
      WfInstance instance = WfFormatFile.read(file);
      setup.recorded(instance);
      recordedCores = instance.coresPerMachine();
      recordedMachines = instance.machines();
    } else {
      setup.pipeline(PipelineFile.read(file), instances);
    }
    boolean asRecorded = workers == null && deadline == null && recordedCores > 0;
    if (!asRecorded && (workers == null) == (deadline == null)) {
      throw ForetellException.usage("give either --workers N or --deadline TIME");
    }
    int onEachNode = perNode != null ? perNode : asRecorded ? recordedCores : 1;
    int count =
        asRecorded
            ? Math.multiplyExact(recordedMachines, recordedCores)
            : workers == null ? onEachNode : workers;
    setup.workers(count, onEachNode);
  }
}
