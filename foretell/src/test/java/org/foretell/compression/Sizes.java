package org.foretell.compression;

import com.github.luben.zstd.Zstd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.input.TraceInput;
import org.foretell.input.TraceReading;
import org.foretell.report.CompressionResult;
import org.foretell.trace.store.TraceStoreWriter;
import org.jspecify.annotations.Nullable;

/**
 * How long a trace is in several forms, in bytes.
 *
 * @param plain in the native format as it is, not compressed in any way
 * @param zstd that file, compressed with Zstandard's level 19
 * @param result compressed by its structure
 */
record Sizes(long plain, long zstd, CompressionResult result) {
  private static final int LEVEL = 19;

  /** Compresses a trace with a rule for its durations. */
  static CompressionResult compress(Path trace, @Nullable String rule, Path to) {
    return Foretell.compression().trace(trace).durations(rule).to(to).run();
  }

  static Sizes of(Path trace, Path folder) throws IOException {
    Path plain = folder.resolve("plain.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(plain)) {
      new TraceReading().read(TraceInput.of(trace), writer);
    }
    return ofPlain(plain, folder);
  }

  static Sizes ofPlain(Path plain, Path folder) throws IOException {
    byte[] bytes = Files.readAllBytes(plain);
    CompressionResult result = compress(plain, null, folder.resolve("compressed.bin"));
    return new Sizes(bytes.length, Zstd.compress(bytes, LEVEL).length, result);
  }
}
