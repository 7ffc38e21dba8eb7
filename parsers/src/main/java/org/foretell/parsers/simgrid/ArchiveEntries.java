package org.foretell.parsers.simgrid;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.io.input.BoundedInputStream;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/**
 * The files in a tar archive, one after the other; reads the current one. Directories and hidden
 * files are passed over. What has no place in an archive of traces (links, devices, sparse files,
 * paths that lead out of it) is refused.
 */
final class ArchiveEntries extends InputStream {
  private static final long MAX_HEADER_BYTES = 1 << 20;

  /** Headers and data fill whole records; one of zeros ends an archive. */
  private static final long RECORD_BYTES = 512;

  private final Path archive;
  private final BoundedInputStream bytes;
  private final TarArchiveInputStream tar;
  private final byte[] drain = new byte[1 << 16];
  private String name = "";

  /** Where in the archive the header that is being read has to end. */
  private long headerEnd = Long.MAX_VALUE;

  /** Where in the archive the current file ends, with what fills its last record. */
  private long fileEnd;

  ArchiveEntries(Path archive, BoundedInputStream bytes) throws IOException {
    this.archive = archive;
    this.bytes = bytes;
    this.tar =
        new TarArchiveInputStream(
            BoundedInputStream.builder()
                .setInputStream(bytes)
                .setAfterRead(count -> refuseHugeHeader())
                .get());
  }

  /** Goes to the next file; false when there is none. */
  boolean next() throws IOException {
    while (true) {
      TarArchiveEntry entry = nextEntry();
      if (entry == null) {
        return false;
      }
      check(entry);
      name = entry.getName();
      String last = name.substring(name.lastIndexOf('/') + 1);
      if (entry.isFile() && !last.startsWith(".")) {
        return true;
      }
    }
  }

  /** Path of the current file in the archive. */
  String name() {
    return name;
  }

  private @Nullable TarArchiveEntry nextEntry() throws IOException {
    while (!name.isEmpty() && read(drain, 0, drain.length) >= 0) {
      // What is left of the last file counts as data, so that only headers are limited below.
    }
    headerEnd = bytes.getCount() + MAX_HEADER_BYTES;
    try {
      TarArchiveEntry entry = tar.getNextEntry();
      if (entry != null) {
        fileEnd = bytes.getCount() + -Math.floorDiv(-entry.getSize(), RECORD_BYTES) * RECORD_BYTES;
      } else if (bytes.getCount() < fileEnd + RECORD_BYTES) {
        // The library takes the end of the bytes for that of the archive.
        throw new IOException("the archive is cut off: it does not end with a record of zeros");
      }
      return entry;
    } catch (RuntimeException e) {
      throw damaged(e);
    } finally {
      headerEnd = Long.MAX_VALUE;
    }
  }

  private void refuseHugeHeader() throws IOException {
    if (bytes.getCount() > headerEnd) {
      throw new IOException("an entry's header is larger than any real one");
    }
  }

  private void check(TarArchiveEntry entry) {
    String path = entry.getName();
    if (path.startsWith("/") || Arrays.asList(path.split("[/\\\\]")).contains("..")) {
      throw refused(path, "a path that leads out of the archive");
    }
    if (entry.isLink() || entry.isSymbolicLink()) {
      throw refused(path, "a link");
    }
    if ((!entry.isFile() && !entry.isDirectory())
        || entry.isSparse()
        || entry.isBlockDevice()
        || entry.isCharacterDevice()
        || entry.isFIFO()) {
      throw refused(path, "neither a plain file nor a directory");
    }
  }

  private TraceException refused(String path, String what) {
    return new TraceException(
        archive
            + ": expected an archive of plain trace files, but entry '"
            + path
            + "' is "
            + what
            + "; pack the rank files again, without it");
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    try {
      return tar.read(target, offset, length);
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  /** The library reports some damage with unchecked exceptions. */
  private static IOException damaged(RuntimeException e) {
    return new IOException("the archive is damaged (" + e.getMessage() + ")", e);
  }

  @Override
  public void close() throws IOException {
    tar.close();
  }
}
