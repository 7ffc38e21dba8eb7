package org.foretell.tracer.raw;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Prints the raw traces of a folder: {@code Dump [--times | --structure | --bytes] FOLDER}. A call without
 * known effect has a question mark.
 */
final class Dump {
  private Dump() {}

  public static void main(String[] arguments) throws IOException {
    boolean times = arguments[0].equals("--times");
    try (Stream<Path> files = Files.walk(Path.of(arguments[arguments.length - 1]))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".raw")).sorted().toList()) {
        RawTrace trace = new RawTrace(file);
        if (arguments[0].equals("--bytes")) {
          System.out.println(
              "records "
                  + trace.streams.values().stream().mapToLong(List::size).sum()
                  + " bytes "
                  + trace.usedBytes
                  + " structure "
                  + trace.looped.values().stream().mapToLong(RawLoops::words).sum() * Long.BYTES);
        } else if (arguments[0].equals("--structure")) {
          trace.looped.forEach((stream, loops) -> printStructure(trace, stream, loops));
        } else {
          print(trace, times);
        }
      }
    }
  }

  private static void printStructure(RawTrace trace, int stream, RawLoops loops) {
    System.out.println(
        "structure "
            + loops.words()
            + " words, column "
            + loops.columnBytes()
            + " bytes, records "
            + trace.streams.get(stream).size()
            + ", leads of "
            + loops.leads.size()
            + " intervals "
            + leads(loops));
  }

  /** The leads in their order, each with for how many intervals in a row it recorded; -1 for none. */
  private static String leads(RawLoops loops) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < loops.leads.size(); ) {
      int next = i;
      while (next < loops.leads.size() && loops.leads.get(next).equals(loops.leads.get(i))) {
        next++;
      }
      shown.append(i == 0 ? "" : " ").append(loops.leads.get(i)).append('x').append(next - i);
      i = next;
    }
    return shown.toString();
  }

  private static void print(RawTrace trace, boolean times) {
    System.out.println(
        "rank "
            + trace.file.getInt(24)
            + " of "
            + trace.file.getInt(28)
            + " flags "
            + flags(trace.flags())
            + (times
                ? " empty pair "
                    + trace.file.getInt(44)
                    + " exchanges "
                    + trace.file.getInt(112)
                    + " switches "
                    + trace.file.getLong(96)
                    + " host "
                    + trace.text(128, 64)
                    + " library "
                    + trace.text(192, 30)
                    + " executable "
                    + trace.text(448, 512)
                    + " tracer "
                    + trace.text(960, 32)
                : ""));
    if (times) {
      printClock(trace);
    }
    trace.notes.forEach(note -> System.out.println("note " + note));
    trace.streams.forEach(
        (stream, records) -> {
          System.out.println(
              "stream " + stream + (times ? " from " + trace.firstTicks.get(stream) : ""));
          for (RawTrace.Record each : records) {
            if (times || !List.of("pause", "counters").contains(each.name())) {
              System.out.println("  " + line(trace, each, times));
            }
          }
        });
  }

  private static void printClock(RawTrace trace) {
    double perTick =
        (double) (trace.file.getLong(80) - trace.file.getLong(56))
            / (trace.file.getLong(72) - trace.file.getLong(48));
    System.out.println("nanoseconds of a tick " + perTick);
    for (int i = 0; i < trace.file.getInt(112); i++) {
      int at = 1024 + 32 * i;
      System.out.println(
          "exchange "
              + trace.file.getLong(at)
              + " "
              + trace.file.getLong(at + 8)
              + " "
              + trace.file.getLong(at + 16)
              + " "
              + trace.file.getLong(at + 24));
    }
    for (int i = 0; i < trace.sites.size(); i++) {
      System.out.println("site " + i + " " + String.join(" < ", trace.sites.get(i)));
    }
  }

  /**
   * Flags by letters: M MPI, S OpenSHMEM, E ended, N no space, T too many threads, P processor time of bursts; that of the
   * clock is left out.
   */
  private static String flags(int flags) {
    StringBuilder shown = new StringBuilder();
    String letters = "MS.ENTHP";
    for (int bit = 0; bit < letters.length(); bit++) {
      if ((flags >> bit & 1) != 0 && letters.charAt(bit) != '.') {
        shown.append(letters.charAt(bit));
      }
    }
    return shown.toString();
  }

  private static String line(RawTrace trace, RawTrace.Record record, boolean times) {
    String values =
        record.values().entrySet().stream()
            .filter(value -> times || !value.getKey().equals("provided"))
            .map(value -> " " + value.getKey() + "=" + value.getValue().toString().replace(" ", ""))
            .collect(Collectors.joining());
    return record.name()
        + values
        + (times
            ? " gap=" + record.gap() + " duration=" + record.duration() + " site=" + record.site()
            : "");
  }
}
