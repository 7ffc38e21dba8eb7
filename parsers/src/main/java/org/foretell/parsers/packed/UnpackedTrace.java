package org.foretell.parsers.packed;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.input.BoundedInputStream;
import org.foretell.trace.RegularFile;
import org.foretell.trace.TraceException;

/**
 * A compressed file (gzip, Zstandard, bzip2, xz) or a tar archive, compressed or not, unpacked into
 * a temporary folder until it is closed. For one thread.
 */
public final class UnpackedTrace implements AutoCloseable {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final String TAR_MAGIC = "ustar";
  private static final int TAR_MAGIC_AT = 257;
  private static final int TAR_BLOCK = 512;
  private static final int MOST_FILES = 1 << 20;

  /** Left free on the disk. */
  private static final long RESERVE_BYTES = 1L << 30;

  private final Path file;
  private final Path folder;
  private Path content;
  private boolean isArchive;

  private UnpackedTrace(Path file, Path folder) {
    this.file = file;
    this.folder = folder;
    content = folder;
  }

  /**
   * {@return whether a file is compressed or an archive}
   *
   * @param file that may be unreadable, and is then neither
   */
  public static boolean isPacked(Path file) {
    return Packing.of(file).isPresent() || isTar(file);
  }

  /**
   * Unpacks a file.
   *
   * @param file that {@link #isPacked}
   * @return what was in it, to be closed
   * @throws TraceException if it is damaged, holds files outside of its folder, or is larger than
   *     what the temporary folder has room for; nothing is left then
   */
  public static UnpackedTrace of(Path file) {
    UnpackedTrace unpacked;
    try {
      Path folder = Files.createTempDirectory("sim-unpacked-");
      folder.toFile().deleteOnExit();
      unpacked = new UnpackedTrace(file, folder);
    } catch (IOException failed) {
      throw new TraceException(
          file
              + ": cannot be unpacked in "
              + System.getProperty("java.io.tmpdir")
              + ": "
              + RegularFile.reason(failed),
          failed);
    }
    boolean isDone = false;
    try {
      unpacked.unpack();
      isDone = true;
      return unpacked;
    } catch (IOException damaged) {
      throw damaged(file, damaged);
    } finally {
      if (!isDone) {
        unpacked.close();
      }
    }
  }

  private static TraceException damaged(Path file, IOException reason) {
    return new TraceException(
        file
            + ": cannot be unpacked: "
            + (reason instanceof EOFException
                ? "its compressed data end too early; copy the file again"
                : RegularFile.reason(reason)),
        reason);
  }

  /**
   * Adds files that stand beside a compressed one, so that a reader finds them beside what was in
   * it. They may be compressed themselves. Does nothing for archives, which have them inside.
   *
   * @param endings of their names, such as {@code ".pcf"}; the rest is the name of the file without
   *     its endings
   * @throws TraceException if one is damaged, or larger than what the temporary folder has room for
   */
  public void addBeside(List<String> endings) {
    if (!isArchive) {
      String stem = String.valueOf(content.getFileName()).replaceFirst("\\.[^.]*$", "");
      endings.forEach(ending -> add(stem + ending));
    }
  }

  private void add(String name) {
    Stream.concat(Stream.of(""), Packing.endings())
        .map(ending -> file.resolveSibling(name + ending))
        .filter(Files::isRegularFile)
        .findFirst()
        .ifPresent(
            found -> {
              try (InputStream in = bounded(expanded(found, Packing.of(found)))) {
                Files.copy(in, folder.resolve(name));
              } catch (IOException damaged) {
                throw damaged(found, damaged);
              }
            });
  }

  /** {@return the file, or the folder of files, that was packed} */
  public Path path() {
    return content;
  }

  private void unpack() throws IOException {
    Optional<Packing> packing = Packing.of(file);
    String name = String.valueOf(file.getFileName());
    try (InputStream in = bounded(expanded(file, packing))) {
      in.mark(TAR_BLOCK);
      byte[] start = in.readNBytes(TAR_BLOCK);
      in.reset();
      isArchive = isTar(start);
      if (isArchive) {
        extract(in);
        content = single(folder);
      } else {
        content = folder.resolve(packing.map(how -> how.inner(name)).orElse(name));
        Files.copy(in, content);
      }
    }
  }

  private static InputStream expanded(Path file, Optional<Packing> packing) throws IOException {
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    if (packing.isEmpty()) {
      return raw;
    }
    try {
      return packing.get().expanded(raw);
    } catch (IOException | RuntimeException damaged) {
      raw.close();
      throw damaged;
    }
  }

  private InputStream bounded(InputStream in) throws IOException {
    long most = Math.max(0, Files.getFileStore(folder).getUsableSpace() - RESERVE_BYTES);
    return new BufferedInputStream(
        BoundedInputStream.builder()
            .setInputStream(in)
            .setMaxCount(most + 1)
            .setOnMaxCount(
                (max, count) -> {
                  throw new IOException(
                      "it holds more than the "
                          + most
                          + " bytes that are free for it in "
                          + folder.getParent()
                          + "; make room, or set the system property java.io.tmpdir");
                })
            .get(),
        BUFFER_BYTES);
  }

  private void extract(InputStream in) throws IOException {
    TarArchiveInputStream entries = new TarArchiveInputStream(in);
    int files = 0;
    for (TarArchiveEntry entry = entries.getNextEntry();
        entry != null;
        entry = entries.getNextEntry()) {
      Path target = folder.resolve(entry.getName()).normalize();
      if (!target.startsWith(folder) || (target.equals(folder) && !entry.isDirectory())) {
        throw new TraceException(
            file
                + ": the archive has an entry outside of its folder: "
                + entry.getName()
                + "; expected relative names without ..");
      }
      if (isLinkOrDevice(entry)) {
        throw new TraceException(
            file
                + ": the entry "
                + entry.getName()
                + " of the archive is a link or a device; expected files and folders only");
      }
      if (entry.isDirectory()) {
        Files.createDirectories(target);
        continue;
      }
      if (++files > MOST_FILES) {
        throw new TraceException(
            file + ": the archive has more than " + MOST_FILES + " files; expected a trace");
      }
      Files.createDirectories(target.getParent());
      Files.copy(entries, target);
    }
  }

  private static boolean isLinkOrDevice(TarArchiveEntry entry) {
    return entry.isSymbolicLink()
        || entry.isLink()
        || entry.isBlockDevice()
        || entry.isCharacterDevice()
        || entry.isFIFO();
  }

  /** The one that a folder has, and the one in that, and so on. */
  private static Path single(Path folder) throws IOException {
    Path all = folder;
    while (Files.isDirectory(all)) {
      List<Path> within;
      try (Stream<Path> files = Files.list(all)) {
        within = files.limit(2).toList();
      }
      if (within.size() != 1) {
        return all;
      }
      all = within.get(0);
    }
    return all;
  }

  private static boolean isTar(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      return isTar(in.readNBytes(TAR_BLOCK));
    } catch (IOException unreadable) {
      return false; // whoever opens it then says what is wrong
    }
  }

  private static boolean isTar(byte[] start) {
    return start.length >= TAR_MAGIC_AT + TAR_MAGIC.length()
        && new String(start, TAR_MAGIC_AT, TAR_MAGIC.length(), StandardCharsets.US_ASCII)
            .equals(TAR_MAGIC);
  }

  /** Deletes what was unpacked. */
  @Override
  public void close() {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path one : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(one);
      }
    } catch (IOException kept) {
      // Temporary files that cannot be deleted harm nobody now; the system deletes them later.
      folder.toFile().deleteOnExit();
    }
  }
}
