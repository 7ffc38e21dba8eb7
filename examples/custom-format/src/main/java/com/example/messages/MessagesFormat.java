package com.example.messages;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.foretell.parsers.Loss;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.TraceContent;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * A table of messages: the line {@code messages RANKS}, then lines {@code FROM TO BYTES COMPUTED},
 * in the order of the program. The sender computes for so many nanoseconds first.
 */
public final class MessagesFormat implements TraceFormatReader {
  private static final String HEADER = "messages ";

  private record Message(int from, int to, long bytes, long computedPs) {}

  @Override
  public String id() {
    return "messages";
  }

  @Override
  public String description() {
    return "table of messages";
  }

  @Override
  public String mark() {
    return "a table of messages (messages and the number of ranks)";
  }

  @Override
  public Set<TraceContent> contents() {
    return Set.of(TraceContent.COMPUTATION, TraceContent.POINT_TO_POINT);
  }

  @Override
  public boolean recognises(Path input) {
    if (!Files.isRegularFile(input)) {
      return false;
    }
    try (var in = Files.newInputStream(input)) {
      return new String(in.readNBytes(HEADER.length()), StandardCharsets.UTF_8).equals(HEADER);
    } catch (IOException unreadable) {
      return false;
    }
  }

  @Override
  public List<Loss> read(Path input, ReadingOptions options, TraceSink sink) {
    try (BufferedReader lines = Files.newBufferedReader(input)) {
      int ranks = (int) number(input, 1, lines.readLine().substring(HEADER.length()));
      if (ranks < 1 || ranks > TraceInfo.MAX_RANKS) {
        throw new TraceException(input + ": line 1: expected a number of ranks, found " + ranks);
      }
      List<Message> messages = messages(input, lines, ranks);
      sink.begin(new TraceInfo("", ranks, "table of messages", 0, List.of()));
      for (int rank = 0; rank < ranks; rank++) {
        sink.beginProgram(RankSet.of(rank));
        for (Message message : messages) {
          write(message, rank, sink);
        }
        sink.endProgram();
      }
      sink.end();
      return List.of();
    } catch (IOException failed) {
      throw TraceException.reading(input, failed);
    }
  }

  private static List<Message> messages(Path input, BufferedReader lines, int ranks)
      throws IOException {
    List<Message> messages = new ArrayList<>();
    int number = 1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      String[] words = line.strip().split(" +");
      if (words.length != 4) {
        throw new TraceException(
            input + ": line " + number + ": expected FROM TO BYTES COMPUTED, found " + line);
      }
      long from = number(input, number, words[0]);
      long to = number(input, number, words[1]);
      if (from >= ranks || to >= ranks || from == to) {
        throw new TraceException(
            input + ": line " + number + ": expected two of the " + ranks + " ranks");
      }
      messages.add(
          new Message(
              (int) from,
              (int) to,
              number(input, number, words[2]),
              Math.multiplyExact(number(input, number, words[3]), Ps.PER_NANOSECOND)));
    }
    return messages;
  }

  private static long number(Path input, int line, String text) {
    if (!text.strip().matches("[0-9]{1,12}")) {
      throw new TraceException(input + ": line " + line + ": expected a number, found " + text);
    }
    return Long.parseLong(text.strip());
  }

  private static void write(Message message, int rank, TraceSink sink) {
    if (message.from == rank) {
      sink.op(new OpView().reset(OpCode.COMPUTE).set(OpField.DURATION_PS, message.computedPs));
      sink.op(
          new OpView()
              .reset(OpCode.SEND)
              .set(OpField.PEER, message.to)
              .set(OpField.BYTES, message.bytes));
    } else if (message.to == rank) {
      sink.op(
          new OpView()
              .reset(OpCode.RECV)
              .set(OpField.PEER, message.from)
              .set(OpField.BYTES, message.bytes));
    }
  }
}
