package org.foretell.study.campaign;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.foretell.failure.ForetellException;
import org.foretell.failure.words.FailureText;
import org.foretell.trace.PendingFile;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The replays of a study in a folder, {@code replays.jsonl}: a line for each, added as soon as it
 * is over, so that a study that was killed goes on where it was. The first line names format and
 * version.
 *
 * <p>One process at a time writes to a folder; {@code replays.lock} sees to that. Used by any
 * number of threads.
 */
final class ReplayLog implements KeptReplays, AutoCloseable {
  static final String FILE = "replays.jsonl";
  private static final String LOCK = "replays.lock";
  private static final int VERSION = 1;
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String HEADER =
      "{\"format\":\"foretell-study-replays\",\"version\":" + VERSION + "}";

  private final Path folder;
  private final FileChannel lockFile;
  private final FileLock lock;
  private final Map<String, Replay> known;
  private @Nullable FileChannel out;

  private ReplayLog(Path folder, FileChannel lockFile, FileLock lock, Map<String, Replay> known) {
    this.folder = folder;
    this.lockFile = lockFile;
    this.lock = lock;
    this.known = known;
  }

  /**
   * Opens the results of a folder, which is made if there is none. A last line that is not complete
   * is dropped: its replay was not over.
   *
   * @param folder of the study
   * @return the results; to be closed
   * @throws ForetellException if another process writes to it, it cannot be written to, or a line
   *     is damaged or of another version
   */
  static ReplayLog open(Path folder) {
    try {
      Files.createDirectories(folder);
      FileChannel lockFile =
          FileChannel.open(
              folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = locked(lockFile);
      if (lock == null) {
        lockFile.close();
        throw ForetellException.usage(
            folder
                + ": another study is writing its results here; wait for it, or choose another"
                + " folder");
      }
      ReplayLog log = new ReplayLog(folder, lockFile, lock, new LinkedHashMap<>());
      boolean done = false;
      try {
        log.read();
        log.out =
            FileChannel.open(
                folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        if (log.known.isEmpty() && Files.size(folder.resolve(FILE)) == 0) {
          log.write(HEADER);
        }
        done = true;
        return log;
      } finally {
        if (!done) {
          log.close();
        }
      }
    } catch (IOException failure) {
      throw notWritten(folder, failure);
    }
  }

  private static @Nullable FileLock locked(FileChannel file) throws IOException {
    try {
      return file.tryLock();
    } catch (OverlappingFileLockException ownProcess) {
      return null;
    }
  }

  private static ForetellException notWritten(Path folder, IOException failure) {
    return ForetellException.outputFailed(
        folder + ": results of the study cannot be written: " + WriteFailure.of(failure));
  }

  /**
   * {@return the replays of a file by key, in its order}
   *
   * @param file of lines
   * @throws ForetellException if it cannot be read, a line is damaged, or it is of another version
   */
  static Map<String, Replay> read(Path file) {
    try {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, 0, completeBytes(bytes), StandardCharsets.UTF_8);
      List<String> lines = text.lines().toList();
      if (!lines.isEmpty()) {
        checkHeader(file, lines.get(0));
      }
      Map<String, Replay> replays = new LinkedHashMap<>();
      List<Parsed> parsed =
          IntStream.range(1, lines.size())
              .parallel()
              .mapToObj(line -> tried(file, line + 1, lines.get(line)))
              .toList();
      for (Parsed one : parsed) {
        if (one.damage != null) {
          throw one.damage;
        }
        Replay replay = Objects.requireNonNull(one.replay);
        replays.put(replay.key(), replay);
      }
      return replays;
    } catch (IOException failure) {
      throw ForetellException.badInput(
          file + ": cannot be read: " + FailureText.of(failure) + "; choose another folder");
    }
  }

  private static int completeBytes(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static void checkHeader(Path file, String line) {
    if (!line.equals(HEADER)) {
      throw ForetellException.badInput(
          file
              + ", line 1: expected "
              + HEADER
              + ", found \""
              + line.substring(0, Math.min(line.length(), HEADER.length() + 20))
              + "\"; these are not results of a study, or they are from another version; choose"
              + " another folder");
    }
  }

  /** A line, of which one of the two is null. */
  private record Parsed(@Nullable Replay replay, @Nullable ForetellException damage) {}

  /** The first damaged line is reported, whichever is found first. */
  private static Parsed tried(Path file, int number, String line) {
    try {
      return new Parsed(parsed(file, number, line), null);
    } catch (ForetellException damage) {
      return new Parsed(null, damage);
    }
  }

  private static Replay parsed(Path file, int number, String line) {
    try {
      Replay replay = JSON.readValue(line, Replay.class);
      if (replay.key() == null || (replay.predictedPs() == null) == (replay.failure() == null)) {
        throw damaged(file, number, "neither a run time nor a failure");
      }
      return replay;
    } catch (JacksonException wrong) {
      throw damaged(file, number, wrong.getOriginalMessage());
    }
  }

  private static ForetellException damaged(Path file, int line, String why) {
    return ForetellException.badInput(
        file
            + ", line "
            + line
            + ": expected a replay as a JSON object, found "
            + why
            + "; delete the line, and sim study repeats its replay");
  }

  private void read() throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.exists(file)) {
      return;
    }
    known.putAll(read(file));
    byte[] bytes = Files.readAllBytes(file);
    int complete = completeBytes(bytes);
    if (complete < bytes.length) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(complete);
      }
    }
  }

  @Override
  public synchronized Optional<Replay> find(String key) {
    return Optional.ofNullable(known.get(key));
  }

  /** {@return all replays} */
  synchronized Collection<Replay> all() {
    return List.copyOf(known.values());
  }

  /**
   * Keeps a replay.
   *
   * @param replay that is over
   * @throws ForetellException if it cannot be written; what was written before stays
   */
  @Override
  public synchronized void add(Replay replay) {
    if (known.putIfAbsent(replay.key(), replay) == null) {
      try {
        write(line(replay));
      } catch (IOException failure) {
        throw notWritten(folder, failure);
      }
    }
  }

  private void write(String line) throws IOException {
    FileChannel channel = out;
    if (channel == null) {
      throw new IllegalStateException("the results are closed");
    }
    ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * Sorts the lines, so that equal studies have equal files, and leaves out replays that the study
   * has no use for. The file is replaced as a whole.
   *
   * @param wanted replays that the study uses
   * @throws ForetellException if it cannot be written; the file then is as it was
   */
  synchronized void settle(Collection<Replay> wanted) {
    List<Replay> sorted = new ArrayList<>(wanted);
    sorted.sort(Replay.ORDER);
    Path file = folder.resolve(FILE);
    PendingFile pending = new PendingFile(file);
    try {
      try {
        Files.writeString(pending.temporary(), lines(sorted));
        if (out != null) {
          out.close();
          out = null;
        }
        pending.commit();
      } finally {
        pending.discard();
      }
    } catch (IOException failure) {
      throw notWritten(folder, failure);
    }
  }

  /** {@return a replay as a line, without its end} */
  static String line(Replay replay) {
    return JSON.writeValueAsString(replay);
  }

  /**
   * {@return the replay of a line}
   *
   * @param line as {@link #line} writes it
   * @throws IllegalArgumentException if it is none
   */
  static Replay parsed(String line) {
    try {
      return JSON.readValue(line, Replay.class);
    } catch (JacksonException wrong) {
      throw new IllegalArgumentException("no replay: " + line, wrong);
    }
  }

  /** {@return a file with replays, which are sorted already} */
  static String lines(List<Replay> sorted) {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    sorted.forEach(replay -> text.append(line(replay)).append('\n'));
    return text.toString();
  }

  @Override
  public void close() {
    try {
      if (out != null) {
        out.close();
      }
      lock.release();
      lockFile.close();
    } catch (IOException failure) {
      throw notWritten(folder, failure);
    }
  }
}
