package org.foretell.cli.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.Function;
import org.foretell.cli.shell.OutputFile;
import org.foretell.failure.ForetellException;
import org.foretell.report.ClusteringResult;
import org.foretell.structure.Compression;
import org.foretell.structure.DurationRule;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.TraceStoreWriter;

/**
 * Writes the clustered trace, in the shorter of two forms; or the trace itself, where that takes
 * less room compressed without loss and nobody asked for a treatment of differences.
 */
final class ClusteredOutput {
  private final ClusteringResult result;
  private final Path out;
  private final boolean asAsked;

  /** A way to write a trace. */
  private record Form(Function<Path, TraceStoreWriter> file, Consumer<TraceSink> content) {
    static Form plain(TraceSource trace) {
      return new Form(TraceStoreWriter::create, trace::describe);
    }

    static Form compressed(TraceSource trace) {
      return new Form(
          TraceStoreWriter::createPacked,
          sink -> Compression.compress(trace, sink, DurationRule.EXACT));
    }

    static Form packed(TraceSource trace) {
      return new Form(TraceStoreWriter::createPacked, trace::describe);
    }

    void write(Path path) {
      try (TraceStoreWriter sink = file.apply(path)) {
        content.accept(sink);
      }
    }

    /** How many bytes it takes, found by writing it to a temporary file. */
    long bytes() throws IOException {
      Path file = Files.createTempFile("foretell-clustered-", ".bin");
      try {
        write(file);
        return Files.size(file);
      } finally {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * A file to be written.
   *
   * @param result with the trace itself, compressed
   * @param asAsked whether the clustered trace is wanted even if it is the larger one
   */
  ClusteredOutput(ClusteringResult result, Path out, boolean asAsked) {
    this.result = result;
    this.out = out;
    this.asAsked = asAsked;
  }

  /**
   * What was written.
   *
   * @param sentence for people
   * @param isSurprising whether it is the trace itself, or larger than that
   */
  record Written(String sentence, boolean isSurprising) {}

  /** Writes the file. */
  Written write() throws IOException {
    if (Files.isDirectory(out) || OutputFile.isDevice(out)) {
      throw ForetellException.outputFailed(out + " cannot be written: it is not a file");
    }
    Form plain = Form.plain(result.clustered());
    Form compressed = Form.compressed(result.clustered());
    Form whole = Form.packed(result.lossless().orElseThrow());
    long plainBytes = plain.bytes();
    long compressedBytes = compressed.bytes();
    long clusteredBytes = Math.min(plainBytes, compressedBytes);
    long wholeBytes = whole.bytes();
    boolean larger = clusteredBytes > wholeBytes;
    Form form = plainBytes <= compressedBytes ? plain : compressed;
    (larger && !asAsked ? whole : form).write(OutputFile.linked(out));
    return new Written(sentence(clusteredBytes, wholeBytes), larger);
  }

  private String sentence(long clusteredBytes, long wholeBytes) {
    if (clusteredBytes <= wholeBytes) {
      return String.format(
          Locale.US,
          "%s: the clustered trace, %,d bytes; without loss, by sim compress, the trace takes %,d",
          out,
          clusteredBytes,
          wholeBytes);
    }
    return asAsked
        ? String.format(
            Locale.US,
            "%s: the clustered trace, %,d bytes; it is larger than the trace itself, which sim"
                + " compress stores in %,d bytes without loss",
            out,
            clusteredBytes,
            wholeBytes)
        : String.format(
            Locale.US,
            "%s: the trace itself, compressed without loss, %,d bytes: the clustered trace would"
                + " take %,d; pass --durations or --partners to get it all the same",
            out,
            wholeBytes,
            clusteredBytes);
  }
}
