package org.foretell.workload.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.json.FileFields;
import org.foretell.workload.job.BatchJob;
import org.foretell.workload.job.JobWork;
import org.foretell.workload.job.Workload;
import org.foretell.workload.schedule.SchedulePolicy;

/** Foretell's own files of jobs: a list of jobs, and arrivals at random. */
final class MixFile {
  static final int MOST_JOBS = 1_000_000;
  private static final int MOST_NODES = 1 << 24;
  private static final Pattern LINE = Pattern.compile("\\S.{0,499}");
  private static final Pattern POLICY = Pattern.compile("fcfs|easy|conservative");
  private static final String LINE_ALLOWED = "a string of one line, at most 500 characters";

  private final Findings findings;
  private final Path folder;
  private final long seed;
  private final List<BatchJob> jobs = new ArrayList<>();

  /** A kind of job. */
  private record Kind(
      String name, int nodes, OptionalLong walltimeNs, int priority, JobWork work, double weight) {
    BatchJob job(int number, long submitNs) {
      return new BatchJob(number, name, submitNs, nodes, walltimeNs, priority, work);
    }
  }

  MixFile(Findings findings, Path folder, long seed) {
    this.findings = findings;
    this.folder = folder;
    this.seed = seed;
  }

  Workload read(Members file) {
    FileFields fields = new FileFields(findings, file);
    fields.constant("formatVersion", 1, "1, the only version");
    Optional<SchedulePolicy> policy =
        fields
            .optionalText("policy", POLICY, "\"fcfs\", \"easy\" or \"conservative\"")
            .flatMap(SchedulePolicy::of);
    fields
        .array("jobs", false, "an array of jobs")
        .ifPresent(list -> list.values().forEach(this::listed));
    if (fields.has("arrivals")) {
      arrivals(file, fields);
    }
    fields.refuseOthers();
    if (jobs.isEmpty() && findings.count() == 0) {
      findings.missing(file, "jobs", "at least one job in \"jobs\", or \"arrivals\" at random");
    }
    findings.throwIfAny();
    return new Workload("jobs", jobs, policy, OptionalDouble.empty(), List.of());
  }

  private void listed(JsonValue value) {
    if (!(value instanceof Members object)) {
      findings.wrong(value, "an object {...} that describes a job");
      return;
    }
    FileFields fields = new FileFields(findings, object);
    long submitNs = Times.optional(findings, fields, "submit").orElse(0);
    int count = fields.optionalWholeNumber("count", 1, MOST_JOBS).orElse(1);
    long everyNs = Times.optional(findings, fields, "every").orElse(0);
    Kind kind = kind(object, fields);
    fields.refuseOthers();
    if (jobs.size() + count > MOST_JOBS) {
      findings.wrong(value, "more than " + MOST_JOBS + " jobs", "fewer jobs");
      return;
    }
    if (findings.count() > 0) {
      return;
    }
    if (everyNs > 0 && (Long.MAX_VALUE / 4 - submitNs) / everyNs < count) {
      findings.wrong(value, "arrivals after 70 years", "fewer jobs, or less time between them");
      return;
    }
    for (int i = 0; i < count; i++) {
      jobs.add(kind.job(jobs.size() + 1, submitNs + i * everyNs));
    }
  }

  private Kind kind(Members object, FileFields fields) {
    OptionalInt ranksPerNode = fields.optionalWholeNumber("ranksPerNode", 1, 1 << 16);
    Optional<String> trace = fields.optionalText("trace", LINE, LINE_ALLOWED);
    OptionalLong duration = Times.optional(findings, fields, "duration");
    boolean isParallel = fields.has("flops") || fields.has("bytes");
    int ways =
        (trace.isPresent() ? 1 : 0) + (fields.has("duration") ? 1 : 0) + (isParallel ? 1 : 0);
    if (ways != 1) {
      findings.wrong(
          object,
          ways == 0 ? "a job without work" : "a job with several kinds of work",
          "one of \"trace\", \"duration\", or \"flops\" and \"bytes\" of a node");
    }
    JobWork work = new JobWork.Delay(duration.orElse(0));
    if (trace.isPresent()) {
      work = new JobWork.Replay(folder.resolve(trace.get()), ranksPerNode);
    } else if (isParallel) {
      double flops = fields.has("flops") ? fields.number("flops", 0, 1e30) : 0;
      double bytes = fields.has("bytes") ? fields.number("bytes", 0, 1e30) : 0;
      work = new JobWork.Parallel(flops, bytes);
    }
    OptionalLong walltime = Times.optional(findings, fields, "walltime");
    if (walltime.isPresent() && walltime.getAsLong() == 0) {
      findings.wrong(object, "a walltime of 0", "a walltime above 0");
      walltime = OptionalLong.empty();
    }
    String name =
        fields
            .optionalText("name", LINE, LINE_ALLOWED)
            .or(() -> trace.map(text -> String.valueOf(Path.of(text).getFileName())))
            .orElse("job");
    return new Kind(
        name,
        fields.wholeNumber("nodes", 1, MOST_NODES),
        walltime,
        fields.optionalWholeNumber("priority", -1_000_000, 1_000_000).orElse(0),
        work,
        fields.has("weight") ? fields.number("weight", 0, 1e9) : 1);
  }

  private void arrivals(Members file, FileFields fields) {
    FileFields random = fields.object("arrivals", true);
    double perHour = random.number("perHour", 1e-6, 1e9);
    int count = random.wholeNumber("jobs", 1, MOST_JOBS);
    List<Kind> kinds = new ArrayList<>();
    random
        .array("of", true, "an array of jobs")
        .ifPresent(
            list ->
                list.values()
                    .forEach(
                        value -> {
                          if (value instanceof Members object) {
                            FileFields one = new FileFields(findings, object);
                            kinds.add(kind(object, one));
                            one.refuseOthers();
                          } else {
                            findings.wrong(value, "an object {...} that describes a job");
                          }
                        }));
    random.refuseOthers();
    double sum = kinds.stream().mapToDouble(Kind::weight).sum();
    if (findings.count() == 0 && (sum <= 0 || jobs.size() + count > MOST_JOBS)) {
      findings.wrong(
          file,
          sum <= 0 ? "no job with a weight above 0 in \"arrivals\"" : "too many jobs",
          "weights above 0, and at most " + MOST_JOBS + " jobs in all");
    }
    if (findings.count() == 0) {
      draw(new PoissonArrivals(perHour, seed), kinds, count, sum);
    }
  }

  private void draw(PoissonArrivals arrivals, List<Kind> kinds, int count, double sum) {
    for (int i = 0; i < count; i++) {
      long submitNs = arrivals.nextNs();
      double place = arrivals.nextShare() * sum;
      Kind chosen = kinds.get(kinds.size() - 1);
      for (Kind kind : kinds) {
        place -= kind.weight();
        if (place < 0) {
          chosen = kind;
          break;
        }
      }
      jobs.add(chosen.job(jobs.size() + 1, submitNs));
    }
  }
}
