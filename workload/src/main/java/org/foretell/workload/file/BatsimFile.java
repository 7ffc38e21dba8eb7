package org.foretell.workload.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Elements;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Numeral;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.json.FileFields;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.job.Workload;

/**
 * Workloads of Batsim, with the names of profile types of its versions 1 to 5. A resource is a
 * node. Profiles on storage and usage traces are refused if a job uses one.
 */
final class BatsimFile {
  private static final Pattern TEXT = Pattern.compile("[\\s\\S]{1,500}");
  private static final double MOST_SECONDS = 2.2e9;
  private static final int MOST_STEPS = 100_000;
  private static final int MOST_DEPTH = 20;
  private static final String PROFILE_ALLOWED = "the name of a profile of this file";

  private final Findings findings;
  private final Path folder;
  private Map<String, Member> profiles = Map.of();

  BatsimFile(Findings findings, Path folder) {
    this.findings = findings;
    this.folder = folder;
  }

  Workload read(Members file) {
    FileFields fields = new FileFields(findings, file);
    if (fields.optional("profiles") instanceof Members known) {
      profiles = known.byName();
    }
    List<BatchJob> jobs = new ArrayList<>();
    fields
        .array("jobs", true, "an array of jobs")
        .ifPresent(list -> list.values().forEach(value -> job(value, jobs)));
    if (jobs.isEmpty() && findings.count() == 0) {
      findings.missing(file, "jobs", "at least one job");
    }
    findings.throwIfAny();
    return new Workload("Batsim", jobs, Optional.empty(), OptionalDouble.empty(), List.of());
  }

  private void job(JsonValue value, List<BatchJob> jobs) {
    if (!(value instanceof Members object)) {
      findings.wrong(value, "an object {...} that describes a job");
      return;
    }
    FileFields fields = new FileFields(findings, object);
    int before = findings.count();
    double submit = fields.number("subtime", 0, MOST_SECONDS);
    int nodes = fields.wholeNumber("res", 1, 1 << 24);
    // Batsim takes -1 for no limit; one of centuries is as good as none.
    double walltime = fields.has("walltime") ? fields.number("walltime", -1, 1e30) : -1;
    String name = word(fields, "id", "the name of the job");
    JsonValue profile = fields.required("profile", PROFILE_ALLOWED);
    Optional<JobWork> work =
        profile == null ? Optional.empty() : work(profile, wordOf(profile), nodes, new HashSet<>());
    if (findings.count() > before || work.isEmpty()) {
      return;
    }
    jobs.add(
        new BatchJob(
            jobs.size() + 1,
            name,
            Times.ns(submit),
            nodes,
            walltime > 0
                ? OptionalLong.of(Math.max(1, Times.ns(Math.min(walltime, MOST_SECONDS))))
                : OptionalLong.empty(),
            0,
            work.get()));
  }

  /** Names may be numbers in old files. */
  private String word(FileFields fields, String name, String allowed) {
    JsonValue value = fields.required(name, allowed);
    String word = value == null ? "" : wordOf(value);
    if (value != null && word.isEmpty()) {
      findings.wrong(value, allowed);
    }
    return word;
  }

  private static String wordOf(JsonValue value) {
    return value instanceof Text text ? text.text() : value instanceof Numeral n ? n.lexeme() : "";
  }

  /** What a profile means on some nodes; empty if something is wrong. */
  private Optional<JobWork> work(JsonValue place, String name, int nodes, Set<String> within) {
    Member member = profiles.get(name);
    if (member == null || !(member.value() instanceof Members object)) {
      findings.wrong(place, PROFILE_ALLOWED);
      return Optional.empty();
    }
    FileFields fields = new FileFields(findings, object);
    String type = fields.text("type", TEXT, "the type of the profile");
    return switch (type) {
      case "delay", "DelayProfile" ->
          Optional.of(new JobWork.Delay(Times.ns(fields.number("delay", 0, MOST_SECONDS))));
      case "msg_par", "parallel", "ParallelTaskProfile" -> parallel(object, fields, nodes);
      case "msg_par_hg", "parallel_homogeneous", "ParallelTaskHomogeneousProfile" ->
          Optional.of(
              homogeneous(
                  fields,
                  nodes,
                  fields
                      .optionalText("generation_strategy", TEXT, "a strategy")
                      .map(
                          text ->
                              text.equals("DefinedAmountsSpreadUniformly")
                                  || text.equals("spread_uniform"))
                      .orElse(false)));
      case "msg_par_hg_tot", "parallel_homogeneous_total" ->
          Optional.of(homogeneous(fields, nodes, true));
      case "composed", "sequence", "SequentialCompositionProfile" ->
          sequence(object, fields, name, nodes, within);
      case "smpi", "trace_replay", "TraceReplayProfile" -> replay(object, fields);
      // Any other profile is refused: it moves data of a storage, or needs a usage trace.
      default -> {
        findings.wrong(
            object,
            "a profile of type \"" + type + "\"",
            "a delay, a parallel task, a sequence of these, or an SMPI trace");
        yield Optional.empty();
      }
    };
  }

  private Optional<JobWork> parallel(Members object, FileFields fields, int nodes) {
    double[] cpu = numbers(object, fields, "cpu", nodes);
    double[] com = numbers(object, fields, "com", nodes * (long) nodes);
    if (cpu.length < nodes || com.length < nodes) {
      return Optional.empty();
    }
    double most = 0;
    for (int node = 0; node < nodes; node++) {
      double out = 0;
      double in = 0;
      for (int other = 0; other < nodes; other++) {
        out += node == other ? 0 : com[node * nodes + other];
        in += node == other ? 0 : com[other * nodes + node];
      }
      most = Math.max(most, Math.max(out, in));
    }
    return Optional.of(new JobWork.Parallel(Arrays.stream(cpu).max().orElse(0), most));
  }

  /** So many numbers; all 0 if the field is missing, none if it is wrong. */
  private double[] numbers(Members object, FileFields fields, String name, long count) {
    if (count > 1 << 24) {
      findings.wrong(object, "a matrix for too many nodes", "at most 4096 nodes");
      return new double[0];
    }
    if (!fields.has(name)) {
      return new double[(int) count];
    }
    Optional<Elements> list = fields.array(name, true, "an array of " + count + " numbers");
    if (list.isEmpty()) {
      return new double[0];
    }
    List<JsonValue> values = list.get().values();
    double[] numbers = new double[values.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(values.get(i));
    }
    if (numbers.length != count || Arrays.stream(numbers).anyMatch(one -> !(one >= 0))) {
      findings.wrong(
          list.get(),
          "an array of " + numbers.length,
          "an array of " + count + " numbers of at least 0, for the nodes of the job");
      return new double[0];
    }
    return numbers;
  }

  private static double number(JsonValue value) {
    try {
      return value instanceof Numeral number ? Double.parseDouble(number.lexeme()) : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  private static JobWork homogeneous(FileFields fields, int nodes, boolean isTotal) {
    double cpu = fields.has("cpu") ? fields.number("cpu", 0, 1e30) : 0;
    double com = fields.has("com") ? fields.number("com", 0, 1e30) : 0;
    double others = nodes - 1.0;
    return isTotal
        ? new JobWork.Parallel(cpu / nodes, nodes == 1 ? 0 : com / nodes)
        : new JobWork.Parallel(cpu, com * others);
  }

  private Optional<JobWork> sequence(
      Members object, FileFields fields, String name, int nodes, Set<String> within) {
    int repeat =
        fields.optionalWholeNumber(fields.has("nb") ? "nb" : "repeat", 1, MOST_STEPS).orElse(1);
    Optional<Elements> list = fields.array("seq", true, "an array of names of profiles");
    if (list.isEmpty()) {
      return Optional.empty();
    }
    if (!within.add(name) || within.size() > MOST_DEPTH) {
      findings.wrong(object, "the sequence \"" + name + "\" inside itself", "sequences that end");
      return Optional.empty();
    }
    List<JobWork> once = new ArrayList<>();
    for (JsonValue value : list.get().values()) {
      Optional<JobWork> step = work(value, wordOf(value), nodes, within);
      if (step.isPresent() && step.get() instanceof JobWork.Replay) {
        findings.wrong(value, "an SMPI trace in a sequence", "delays and parallel tasks only");
        return Optional.empty();
      }
      step.ifPresent(once::add);
    }
    within.remove(name);
    if (once.size() * (long) repeat > MOST_STEPS) {
      findings.wrong(object, "a sequence of too many steps", "at most " + MOST_STEPS + " steps");
      return Optional.empty();
    }
    List<JobWork> all = new ArrayList<>();
    for (int i = 0; i < repeat; i++) {
      all.addAll(once);
    }
    return Optional.of(new JobWork.Sequence(all));
  }

  private Optional<JobWork> replay(Members object, FileFields fields) {
    String kind = fields.optionalText("trace_type", TEXT, "\"SMPI\"").orElse("SMPI");
    if (!kind.equalsIgnoreCase("smpi")) {
      findings.wrong(object, "a trace of type \"" + kind + "\"", "an SMPI trace");
      return Optional.empty();
    }
    String field = fields.has("trace") || fields.has("trace_file") ? old(fields) : "filename";
    String file = fields.text(field, TEXT, "the file that lists the traces of the ranks");
    return file.isEmpty() || file.indexOf('\0') >= 0
        ? Optional.empty()
        : Optional.of(new JobWork.Replay(folder.resolve(file), OptionalInt.empty()));
  }

  private static String old(FileFields fields) {
    return fields.has("trace") ? "trace" : "trace_file";
  }
}
