package org.foretell.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.foretell.cli.shell.OutputFile;
import org.foretell.observe.SimObserver;
import org.foretell.report.RunResult;
import org.foretell.time.Ps;
import org.jspecify.annotations.Nullable;

/**
 * Writes a line for each message as CSV, while the simulation goes on: when it was sent, posted and
 * complete, and, in models that count links and buses, when it moved.
 */
final class MessageLog implements SimObserver {
  private static final CSVFormat FORMAT =
      CSVFormat.RFC4180
          .builder()
          .setHeader("what", "source", "destination", "tag", "bytes", "startSeconds", "endSeconds")
          .get();

  private final Appendable out;
  private @Nullable CSVPrinter lines;

  private MessageLog(Appendable out) {
    this.out = out;
  }

  /**
   * Makes a run that reports its messages. If it fails the file stays as it was.
   *
   * @param run runs with an observer
   */
  static RunResult write(Path file, Function<SimObserver, RunResult> run) {
    List<RunResult> results = new ArrayList<>(1);
    OutputFile.write(file, stream -> results.add(write(stream, run)));
    return results.get(0);
  }

  /** The same onto standard output. */
  static RunResult write(PrintWriter out, Function<SimObserver, RunResult> run) {
    RunResult result = run.apply(new MessageLog(out));
    out.flush();
    return result;
  }

  private static RunResult write(OutputStream stream, Function<SimObserver, RunResult> run)
      throws IOException {
    try (Writer out = new BufferedWriter(new OutputStreamWriter(stream, UTF_8))) {
      return run.apply(new MessageLog(out));
    } catch (MessageLogException failed) {
      throw failed.reason;
    }
  }

  /** Distinguishes a log that cannot be written from an input that cannot be read. */
  private static final class MessageLogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final IOException reason;

    MessageLogException(IOException reason) {
      super(reason);
      this.reason = reason;
    }
  }

  /** Nothing is written, not even the header, until a replay begins. */
  @Override
  public void begin(int ranks) {
    try {
      lines = new CSVPrinter(out, FORMAT);
    } catch (IOException e) {
      throw new MessageLogException(e);
    }
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    line("message", source, destination, tag, bytes, sendPs, Math.max(receivePs, arrivePs));
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    line("one-sided", source, destination, variable, bytes, sendPs, arrivePs);
  }

  @Override
  public void transfer(int source, int destination, int tag, long bytes, long startPs, long endPs) {
    line("transfer", source, destination, tag, bytes, startPs, endPs);
  }

  private void line(
      String what, int source, int destination, int tag, long bytes, long startPs, long endPs) {
    try {
      Objects.requireNonNull(lines, "the replay has not begun")
          .printRecord(
              what, source, destination, tag, bytes, Ps.toSeconds(startPs), Ps.toSeconds(endPs));
    } catch (IOException e) {
      throw new MessageLogException(e);
    }
  }
}
