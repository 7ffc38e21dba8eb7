package org.foretell.parsers.otf2;

import java.nio.file.Path;
import org.foretell.trace.TraceException;

/**
 * The first file of an archive.
 *
 * @param eventChunkBytes size of chunks of events
 * @param definitionChunkBytes size of chunks of definitions
 * @param creator who wrote it
 */
record Anchor(long eventChunkBytes, long definitionChunkBytes, String creator) {
  private static final String MAGIC = "OTF2";
  private static final int POSIX = 1;
  private static final int UNCOMPRESSED = 1;
  private static final long LEAST_CHUNK = 1 << 10;
  private static final long MOST_CHUNK = 1L << 40;

  /** Reads the file. */
  static Anchor read(Path path) {
    try (BinaryInput in = BinaryInput.open(path)) {
      String magic = in.text("the name of the format");
      if (!magic.equals(MAGIC)) {
        throw in.damaged("the name of the format, OTF2", '"' + magic + '"');
      }
      for (int i = 0; i < 5; i++) {
        in.u8("a version");
      }
      long events = chunk(in);
      long definitions = chunk(in);
      int substrate = in.u8("a substrate");
      if (substrate != POSIX) {
        throw new TraceException(
            path
                + ": expected an archive with a file for each location (substrate 1), found"
                + " substrate "
                + substrate
                + "; SIONlib's containers cannot be read: unpack them first");
      }
      int compression = in.u8("a compression");
      if (compression != UNCOMPRESSED) {
        throw new TraceException(
            path
                + ": expected an archive without compression of its own (1), found "
                + compression
                + "; write it again without, and compress its folder if need be");
      }
      in.full64("the number of locations");
      in.full64("the number of definitions");
      in.text("the name of a machine");
      return new Anchor(events, definitions, in.text("the name of a creator"));
    }
  }

  private static long chunk(BinaryInput in) {
    long bytes = in.full64("the size of a chunk");
    if (bytes < LEAST_CHUNK || bytes > MOST_CHUNK) {
      throw in.damaged(
          "the size of a chunk of " + LEAST_CHUNK + " to " + MOST_CHUNK + " bytes",
          Long.toUnsignedString(bytes));
    }
    return bytes;
  }
}
