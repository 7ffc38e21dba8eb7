package org.foretell.study.spark;

import java.io.Serializable;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.spark.SparkFiles;
import org.apache.spark.TaskContext;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureKind;
import org.foretell.failure.words.FailureText;
import org.foretell.runner.Runner;
import org.foretell.study.Study;
import org.foretell.study.campaign.CaseReplays;
import org.foretell.study.campaign.OpenCase;
import org.foretell.study.description.Program;
import org.foretell.study.description.ProgramTraces;
import org.foretell.study.description.StudyDescription;
import org.foretell.study.file.StudyFile;
import org.jspecify.annotations.Nullable;

/**
 * What executors are sent once: the study, and where its files are. Replays a case in each task.
 *
 * @param application of Spark, so that two in one process share nothing
 * @param study file with every value stated
 * @param base folder that paths of the study are relative to, on a file system that all hosts share
 * @param copied whether {@code base} is relative to the folder into which Spark unpacks archives
 * @param sent traces that the driver extrapolated and Spark copied to each host, by their paths on
 *     the host of the driver
 */
record StudyTask(String application, String study, String base, boolean copied, List<String> sent)
    implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * Runners of this process that no task uses at the moment. A process of Spark is sent tasks and
   * nothing else, so only static state lets a trace be opened once for many of them. There are
   * never more than tasks at once, and they live as long as the process.
   */
  private static final Map<StudyTask, Queue<CaseReplays>> IDLE = new ConcurrentHashMap<>();

  /** The replays of a case. */
  record Done(int index, String host, List<String> lines) implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  /**
   * {@return the replays of a case}
   *
   * @param open which
   * @throws ForetellException if it cannot be replayed here
   */
  Done of(OpenCase open) {
    String host = host();
    Queue<CaseReplays> idle = IDLE.computeIfAbsent(this, any -> new ConcurrentLinkedQueue<>());
    @Nullable CaseReplays replays = null;
    try {
      replays = Optional.ofNullable(idle.poll()).orElseGet(this::first);
      Done done = new Done(open.index(), host, replays.of(open));
      idle.add(replays);
      replays = null;
      return done;
    } catch (RuntimeException failure) {
      throw FailureKind.of(failure)
          .<RuntimeException>map(
              kind -> new ForetellException(kind, "on " + host + ": " + FailureText.of(failure)))
          .orElse(failure);
    } finally {
      if (replays != null) {
        replays.close();
      }
    }
  }

  /** As many threads as Spark has reserved cores for the task. */
  private CaseReplays first() {
    Path folder = copied ? Path.of(SparkFiles.getRootDirectory()).resolve(base) : Path.of(base);
    StudyDescription described =
        StudyFile.parse("of the driver", study.getBytes(StandardCharsets.UTF_8));
    StudyDescription here =
        described.withPrograms(described.programs().stream().map(this::withCopy).toList());
    // No trace is extrapolated here, so nothing is written.
    return new CaseReplays(
        Study.of(here, folder.toAbsolutePath()).sized(folder),
        folder.toAbsolutePath(),
        Runner.builder().threads(TaskContext.get().cpus()));
  }

  private Program withCopy(Program program) {
    if (program.simulated().isPresent()) {
      return program;
    }
    Path trace = program.trace();
    return sent.contains(trace.toString())
        ? program.withTraces(
            ProgramTraces.of(Path.of(SparkFiles.get(String.valueOf(trace.getFileName())))))
        : program;
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (java.net.UnknownHostException nameless) {
      return InetAddress.getLoopbackAddress().getHostAddress();
    }
  }
}
