package org.foretell.study.file;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;
import org.foretell.machines.findings.Shown;
import org.foretell.study.description.RunNoise;
import org.foretell.study.description.Simulated;
import org.foretell.time.Quantity;
import org.foretell.time.QuantityException;
import org.foretell.workflow.schedule.SchedulingPolicies;
import org.foretell.workflow.schedule.SchedulingPolicy;
import org.foretell.workload.schedule.SchedulePolicy;

/** The members {@code mix} and {@code workflow} of a program, read and written. */
final class SimulatedFields {
  private static final String MIX = "mix";
  private static final String WORKFLOW = "workflow";
  private static final int MOST_WORKERS = 1 << 24;

  /** What describes the run of a trace. */
  private static final List<String> OF_TRACES =
      List.of(
          "trace",
          "traces",
          "ranks",
          "approximate",
          "ranksPerNode",
          "scale",
          "tracedCoreSpeed",
          "work",
          "memoryBound",
          "measuredPair",
          "noise");

  private SimulatedFields() {}

  /** The mix or the workflow of a program; empty if it is a trace. */
  static Optional<Simulated> read(StudyFields program) {
    boolean isMix = program.has(MIX);
    boolean isWorkflow = program.has(WORKFLOW);
    if (!isMix && !isWorkflow) {
      // So that these names are offered where one is misspelt.
      program.optional(MIX);
      program.optional(WORKFLOW);
      return Optional.empty();
    }
    if (isMix && isWorkflow) {
      program.optional(MIX);
      program.wrong(
          WORKFLOW, "a mix and a workflow", "one of \"trace\", \"traces\", \"mix\", \"workflow\"");
    }
    String kind = isMix ? MIX : WORKFLOW;
    for (String name : OF_TRACES) {
      if (program.has(name)) {
        program.wrong(
            name,
            name + " beside a " + kind,
            "no \"" + name + "\", which describes the run of a trace, or no \"" + kind + "\"");
      }
    }
    StudyFields own = program.object(kind, true);
    Simulated read = isMix ? queue(own) : pipeline(own);
    own.refuseOthers();
    return Optional.of(read);
  }

  /** Replications are to a mix or a workflow what noisy replays are to a trace. */
  static Optional<RunNoise> replications(Simulated simulated) {
    return simulated.replications() == 1
        ? Optional.empty()
        : Optional.of(
            new RunNoise(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                false,
                simulated.replications()));
  }

  private static Simulated queue(StudyFields mix) {
    boolean together = mix.truth("together");
    double interference = mix.number("interference", 1, 1000, 1);
    if (together && interference > 1) {
      mix.wrong(
          "interference",
          "an interference factor of jobs that are replayed together",
          "one of \"together\" and \"interference\"");
      interference = 1;
    }
    return new Simulated.JobQueue(
        file(mix, "jobs"),
        mix.choice("policy", List.of(SchedulePolicy.values()), SchedulePolicy::toString)
            .map(SchedulePolicy::toString),
        together,
        interference,
        mix.truth("anyNodes"),
        !mix.has("kill") || mix.truth("kill"),
        mix.optionalFigure("demand", Measure.TIME),
        replications(mix));
  }

  private static Simulated pipeline(StudyFields workflow) {
    return new Simulated.Pipeline(
        file(workflow, "pipeline"),
        whole(workflow, "instances"),
        (int) workflow.whole("workers", 1, MOST_WORKERS),
        whole(workflow, "perNode"),
        workflow
            .choice("policy", SchedulingPolicies.all(), SchedulingPolicy::name)
            .orElse(SchedulingPolicies.CRITICAL_PATH)
            .name(),
        quantity(workflow, "dealTime", Quantity::parseTimePs, "a time like \"10ms\""),
        quantity(workflow, "nodeMemory", Quantity::parseBytes, "a size like \"256GiB\""),
        replications(workflow));
  }

  private static int whole(StudyFields workflow, String name) {
    return (int) workflow.whole(name, 1, MOST_WORKERS, 1);
  }

  private static int replications(StudyFields own) {
    return (int) own.whole("replications", 1, RunNoise.MOST_REPLAYS, 1);
  }

  private static Path file(StudyFields own, String name) {
    String text = own.line(name);
    if (text.indexOf('\0') >= 0) {
      own.wrong(name, Shown.quoted(text), "the path of a file");
      return Path.of(".");
    }
    return Path.of(text);
  }

  private static OptionalLong quantity(
      StudyFields own, String name, ToLongFunction<String> reader, String allowed) {
    Optional<String> text = own.optionalLine(name);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(reader.applyAsLong(text.get()));
    } catch (QuantityException wrong) {
      own.wrong(name, Shown.quoted(text.get()) + ": " + wrong.getMessage(), allowed);
      return OptionalLong.empty();
    }
  }

  /** The members with every value stated. */
  static Map<String, Object> written(Simulated simulated) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (simulated instanceof Simulated.JobQueue queue) {
      members.put("jobs", queue.file().toString());
      queue.policy().ifPresent(policy -> members.put("policy", policy));
      members.put("together", queue.together());
      members.put("interference", queue.interference());
      members.put("anyNodes", queue.anyNodes());
      members.put("kill", queue.kill());
      queue.demandSeconds().ifPresent(seconds -> members.put("demand", seconds + "s"));
    } else {
      Simulated.Pipeline pipeline = (Simulated.Pipeline) simulated;
      members.put("pipeline", pipeline.file().toString());
      members.put("instances", pipeline.instances());
      members.put("workers", pipeline.workers());
      members.put("perNode", pipeline.perNode());
      members.put("policy", pipeline.policy());
      pipeline.dealPs().ifPresent(ps -> members.put("dealTime", ps + "ps"));
      pipeline.nodeMemoryBytes().ifPresent(bytes -> members.put("nodeMemory", bytes + "B"));
    }
    members.put("replications", simulated.replications());
    return members;
  }
}
