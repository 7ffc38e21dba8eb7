package org.foretell.study.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.SparkConf;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.foretell.failure.ForetellException;
import org.foretell.study.Study;
import org.foretell.study.campaign.OpenCase;
import org.foretell.study.campaign.ReplayGathering;
import org.foretell.study.description.Program;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.file.ResolvedStudy;
import scala.Function2;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;
import scala.runtime.BoxedUnit;

/** Has cases replayed by the executors of Spark, and gathers the replays as each task ends. */
final class SparkReplays {
  /** A driver takes 1 GiB of results for a job by default; these stay far below it. */
  private static final int CASES_AT_ONCE = 1000;

  private final Study study;
  private final StudyDescription sized;
  private final Optional<String> copiedTo;
  private final Map<String, Long> replaysByHost = new TreeMap<>();

  /**
   * Starts nothing yet.
   *
   * @param study which
   * @param sized the study with the traces that are replayed
   * @param copiedTo folder of an archive of Spark in which executors find the files of the study;
   *     empty if they find them where the driver does
   */
  SparkReplays(Study study, StudyDescription sized, Optional<String> copiedTo) {
    this.study = study;
    this.sized = sized;
    this.copiedTo = copiedTo;
  }

  /** A case, as Spark sends it. */
  private record Sent(int index, String[] known) implements Serializable {
    private static final long serialVersionUID = 1L;

    Sent(OpenCase open) {
      this(open.index(), open.known().toArray(String[]::new));
    }

    OpenCase open() {
      return new OpenCase(index, List.of(known));
    }
  }

  /** What the classes of Scala are here: functions that can be sent. */
  private interface Sendable<A, B, C> extends Function2<A, B, C>, Serializable {}

  /**
   * Replays all cases that are open. What was gathered is kept whatever happens.
   *
   * @param gathering of the study
   * @return how many replays were made, by host
   * @throws ForetellException if a case cannot be replayed, or a host has other files
   */
  Map<String, Long> run(ReplayGathering gathering) {
    List<OpenCase> open = gathering.openCases();
    if (open.isEmpty()) {
      return replaysByHost;
    }
    // Whatever is set for other programs: records are sent.
    SparkConf settings =
        new SparkConf()
            .setAppName("foretell study " + study.description().name())
            .set("spark.serializer", "org.apache.spark.serializer.JavaSerializer");
    try (JavaSparkContext spark = new JavaSparkContext(settings)) {
      List<String> sent = extrapolated();
      sent.forEach(spark::addFile);
      Broadcast<StudyTask> task =
          spark.broadcast(
              new StudyTask(
                  spark.sc().applicationId(),
                  ResolvedStudy.text(withChosenTraces()),
                  copiedTo.orElse(study.base().toString()),
                  copiedTo.isPresent(),
                  sent));
      for (int from = 0; from < open.size(); from += CASES_AT_ONCE) {
        run(
            open.subList(from, Math.min(open.size(), from + CASES_AT_ONCE)),
            task,
            spark,
            gathering);
      }
    }
    return replaysByHost;
  }

  /** Traces that are in the folder of results, on the host of the driver. */
  private List<String> extrapolated() {
    return sized.programs().stream()
        .filter(program -> program.simulated().isEmpty())
        .map(Program::traces)
        .filter(traces -> !traces.files().contains(traces.replayed()))
        .map(traces -> traces.replayed().toString())
        .distinct()
        .toList();
  }

  private StudyDescription withChosenTraces() {
    return sized.withPrograms(
        sized.programs().stream()
            .map(
                program ->
                    program.simulated().isPresent()
                        ? program
                        : program.withTraces(ProgramTraces.of(program.trace())))
            .toList());
  }

  private void run(
      List<OpenCase> open,
      Broadcast<StudyTask> task,
      JavaSparkContext spark,
      ReplayGathering gathering) {
    List<Sent> sent = new ArrayList<>();
    open.forEach(one -> sent.add(new Sent(one)));
    JavaRDD<Sent> cases = spark.parallelize(sent, sent.size());
    Sendable<TaskContext, Iterator<Sent>, StudyTask.Done> replay =
        (context, one) -> task.value().of(one.next().open());
    Function2<Object, StudyTask.Done, BoxedUnit> gather =
        (partition, done) -> {
          gathering.add(done.index(), done.lines(), "host " + done.host());
          replaysByHost.merge(done.host(), (long) done.lines().size(), Long::sum);
          return BoxedUnit.UNIT;
        };
    try {
      spark.sc().runJob(cases.rdd(), replay, gather, ClassTag$.MODULE$.apply(StudyTask.Done.class));
    } catch (Exception failure) {
      throw ofCase(failure);
    }
  }

  /** Spark wraps what a task, or the gathering of its result, has thrown. */
  private static RuntimeException ofCase(Exception failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ForetellException known) {
        return known;
      }
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }
}
