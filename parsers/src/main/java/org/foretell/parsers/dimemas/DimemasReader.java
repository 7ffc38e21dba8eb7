package org.foretell.parsers.dimemas;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.foretell.parsers.colon.ColonLines;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * Reads the traces of Dimemas ({@code .dim}, version 5.5.0 and before; {@code prv2dim} creates them
 * from those of Extrae and Paraver).
 *
 * <p>The file is read twice from its beginning to its end; its table of offsets is checked but not
 * needed, so it may be absent. Memory is constant apart from tables by task, communicator and
 * rooted collective.
 *
 * <p>It reads traces with one thread for each task. Durations are exact to the picosecond. A rank
 * is a task. {@code docs/dimemas.md} describes the treatment of each record.
 */
public final class DimemasReader {
  private DimemasReader() {}

  /**
   * {@return whether the beginning of a file matches this format}
   *
   * @param input the file
   */
  public static boolean recognises(Path input) {
    if (!Files.isRegularFile(input)) {
      return false;
    }
    byte[] magic = DimHeader.MAGIC.getBytes(StandardCharsets.US_ASCII);
    try (InputStream in = Files.newInputStream(input)) {
      byte[] start = in.readNBytes(64);
      int at = 0;
      while (at < start.length && (start[at] == '\n' || start[at] == '\r')) {
        at++;
      }
      return start.length - at >= magic.length
          && Arrays.equals(start, at, at + magic.length, magic, 0, magic.length);
    } catch (IOException unreadable) {
      return false;
    }
  }

  /**
   * Reads a trace.
   *
   * @param input the file
   * @param sink gets everything from {@code begin} to {@code end}; not closed
   * @throws TraceException if the file cannot be read or is no such trace; the sink has then not
   *     been ended
   */
  public static void read(Path input, TraceSink sink) {
    DimSurvey survey = read(input, line -> DimSurvey.of(line, Files.size(input)));
    DimHeader header = survey.header();
    sink.begin(new TraceInfo(header.name(), header.tasks(), "Dimemas trace", 0, List.of()));
    if (survey.hasGpuBursts()) {
      sink.callSite(RecordConverter.GPU_CALL_SITE, RecordConverter.GPU_BURST);
      sink.note("GPU bursts keep their traced time on any machine");
    }
    survey.communicators().definitions().forEach(sink::communicator);
    if (survey.communicators().hasOutsiders()) {
      sink.note(
          "some messages name a communicator that does not contain their sender or receiver; they"
              + " still match, as in Dimemas");
    }
    DimNotes notes = read(input, new RecordConverter(sink, survey)::convertAll);
    survey.checkOffsets();
    for (int task = 0; task < header.tasks(); task++) {
      if (!survey.hasRecords(task)) {
        notes.noRecords(task);
        sink.beginProgram(RankSet.of(task));
        sink.endProgram();
      }
    }
    notes.list().forEach(sink::note);
    sink.end();
  }

  /** Something that is done with the lines of a file. */
  private interface Reading<T> {
    T of(ColonLines line) throws IOException;
  }

  private static <T> T read(Path input, Reading<T> reading) {
    try (InputStream in = Files.newInputStream(input)) {
      return reading.of(new ColonLines(in, input.toString(), "a Dimemas trace"));
    } catch (IOException e) {
      throw TraceException.reading(input, e);
    }
  }
}
