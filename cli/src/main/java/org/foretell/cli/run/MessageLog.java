package org.foretell.cli.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.foretell.cli.shell.OutputFile;
import org.foretell.observe.SimObserver;
import org.foretell.result.Prediction;
import org.foretell.time.Ps;

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

  private final CSVPrinter lines;

  private MessageLog(CSVPrinter lines) {
    this.lines = lines;
  }

  /**
   * Runs a simulation that tells of its messages. If it fails the file stays as it was.
   *
   * @param run runs it with an observer
   */
  static Prediction write(Path file, Function<SimObserver, Prediction> run) {
    List<Prediction> predictions = new ArrayList<>(1);
    OutputFile.write(file, out -> predictions.add(write(out, run)));
    return predictions.get(0);
  }

  /** The same onto standard output. */
  static Prediction write(PrintWriter out, Function<SimObserver, Prediction> run)
      throws IOException {
    MessageLog log = new MessageLog(new CSVPrinter(out, FORMAT));
    Prediction prediction = run.apply(log);
    out.flush();
    return prediction;
  }

  private static Prediction write(OutputStream out, Function<SimObserver, Prediction> run)
      throws IOException {
    try (CSVPrinter lines =
        new CSVPrinter(new BufferedWriter(new OutputStreamWriter(out, UTF_8)), FORMAT)) {
      return run.apply(new MessageLog(lines));
    } catch (UncheckedIOException failed) {
      throw failed.getCause();
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
      lines.printRecord(
          what, source, destination, tag, bytes, Ps.toSeconds(startPs), Ps.toSeconds(endPs));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
