package org.foretell.cli.shell;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.foretell.failure.ForetellException;
import org.foretell.trace.PendingFile;
import org.jspecify.annotations.Nullable;

/**
 * Writes a file whole or not at all: beside its place first, then renamed. What is not a file, like
 * a terminal or a pipe, is written to as it is, never replaced.
 */
public final class OutputFile {
  /** Writes the content. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  /** What an output is called that goes to standard output. */
  private static final String STANDARD_OUTPUT = "-";

  private OutputFile() {}

  public static boolean isStandardOutput(@Nullable Path file) {
    return file != null && file.toString().equals(STANDARD_OUTPUT);
  }

  public static void write(Path file, Content content) {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      if (isDevice(file)) {
        fill(file, content);
      } else {
        replace(new PendingFile(linked(file)), content);
      }
    } catch (IOException e) {
      throw cannotBeWritten(file, e);
    }
  }

  /** Writes several files, all or none; the key of each is where it goes. */
  public static void writeAll(Map<Path, Content> contents) {
    Map<Path, PendingFile> pending = new LinkedHashMap<>();
    try {
      for (Map.Entry<Path, Content> content : contents.entrySet()) {
        write(content.getKey(), content.getValue(), pending);
      }
      for (Map.Entry<Path, PendingFile> complete : pending.entrySet()) {
        commit(complete.getKey(), complete.getValue());
      }
    } finally {
      pending.forEach(OutputFile::discard);
    }
  }

  /**
   * Fills several files while something goes on, all or none of them.
   *
   * @param files where they go, of different names
   * @param work gets a stream for each file; a stream that cannot be written ends it
   * @return what the work comes to
   */
  public static <R> R writeDuring(List<Path> files, Function<List<OutputStream>, R> work) {
    Map<Path, PendingFile> pending = new LinkedHashMap<>();
    List<NamedStream> streams = new ArrayList<>();
    try {
      for (Path file : files) {
        streams.add(opened(file, pending));
      }
      R result = work.apply(List.copyOf(streams));
      streams.forEach(NamedStream::close);
      pending.forEach(OutputFile::commit);
      return result;
    } finally {
      streams.forEach(NamedStream::abandon);
      pending.forEach(OutputFile::discard);
    }
  }

  private static NamedStream opened(Path file, Map<Path, PendingFile> pending) {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      if (isDevice(file)) {
        return new NamedStream(file, Files.newOutputStream(file));
      }
      PendingFile complete = new PendingFile(linked(file));
      pending.put(file, complete);
      return new NamedStream(file, Files.newOutputStream(complete.temporary()));
    } catch (IOException e) {
      throw cannotBeWritten(file, e);
    }
  }

  /** A stream whose failures say which file cannot be written. */
  private static final class NamedStream extends OutputStream {
    private final Path file;
    private final OutputStream target;
    private final OutputStream out;

    NamedStream(Path file, OutputStream target) {
      this.file = file;
      this.target = target;
      out = new BufferedOutputStream(target, 1 << 16);
    }

    @Override
    public void write(int value) {
      try {
        out.write(value);
      } catch (IOException e) {
        throw cannotBeWritten(file, e);
      }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw cannotBeWritten(file, e);
      }
    }

    @Override
    public void flush() {
      try {
        out.flush();
      } catch (IOException e) {
        throw cannotBeWritten(file, e);
      }
    }

    @Override
    public void close() {
      try {
        out.flush();
        target.close();
      } catch (IOException e) {
        throw cannotBeWritten(file, e);
      }
    }

    /** Closes what a failure has left open; what has not been written is not wanted. */
    void abandon() {
      try {
        target.close();
      } catch (IOException e) {
        throw cannotBeWritten(file, e);
      }
    }
  }

  private static void write(Path file, Content content, Map<Path, PendingFile> pending) {
    try {
      if (Files.isDirectory(file)) {
        throw new IOException("it is a folder");
      }
      PendingFile complete = new PendingFile(linked(file));
      pending.put(file, complete);
      fill(complete.temporary(), content);
    } catch (IOException e) {
      throw cannotBeWritten(file, e);
    }
  }

  private static void commit(Path file, PendingFile complete) {
    try {
      complete.commit();
    } catch (IOException e) {
      throw cannotBeWritten(file, e);
    }
  }

  private static void discard(Path file, PendingFile pending) {
    try {
      pending.discard();
    } catch (IOException e) {
      throw cannotBeWritten(file, e);
    }
  }

  static ForetellException cannotBeWritten(Path file, IOException reason) {
    return ForetellException.outputFailed(file + " cannot be written: " + reason(reason));
  }

  /** Whether a path leads to something that is neither a file nor a folder. */
  public static boolean isDevice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
  }

  /** The file that a path leads to, so that a link stays a link. */
  public static Path linked(Path file) throws IOException {
    return Files.exists(file) ? file.toRealPath() : file;
  }

  private static void replace(PendingFile file, Content content) throws IOException {
    try {
      fill(file.temporary(), content);
      file.commit();
    } finally {
      file.discard();
    }
  }

  private static void fill(Path file, Content content) throws IOException {
    try (OutputStream out = Files.newOutputStream(file)) {
      content.writeTo(out);
    }
  }

  /** Whether the folder is there, as {@code /proc} is, where a file cannot be. */
  private static boolean isInFolder(@Nullable String file) {
    Path folder = file == null ? null : Path.of(file).getParent();
    return folder != null && Files.isDirectory(folder);
  }

  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException missing) {
      return isInFolder(missing.getFile())
          ? "the folder takes no new files"
          : "the folder does not exist";
    }
    if (e instanceof FileAlreadyExistsException) {
      return "there is a file of that name";
    }
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }
}
