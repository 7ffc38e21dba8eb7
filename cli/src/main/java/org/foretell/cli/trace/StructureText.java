package org.foretell.cli.trace;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.structure.outline.CallValue;
import org.foretell.structure.outline.LoopWords;
import org.foretell.structure.outline.Outline;
import org.foretell.structure.outline.Part;
import org.foretell.trace.OpCode;

/**
 * An outline for people: a line for each loop, and what it repeats below it, indented, with the
 * names of calls, their values, and their places in the program.
 */
final class StructureText {
  private static final double PS_PER_MICROSECOND = 1e6;
  private static final int INDENT = 2;

  /** Ops that are named in one line where their times are left out. */
  private static final int NAMED = 8;

  /** Times that differ by more than this part of their mean are shown with their range. */
  private static final double ALIKE = 0.5;

  /** Ranges of less say nothing: a clock and a core are no more exact. */
  private static final double LEAST_RANGE_PS = 10e6;

  private final List<String> callSites;
  private final boolean brief;
  private final List<String> lines = new ArrayList<>();

  StructureText(List<String> callSites, boolean brief) {
    this.callSites = callSites;
    this.brief = brief;
  }

  /** The lines of an outline, with a head. */
  List<String> lines(Outline outline) {
    lines.clear();
    lines.add(row("total", "each", "", 0));
    List<Part> parts = new ArrayList<>();
    for (int line = 0; line < outline.lines(); line++) {
      parts.addAll(outline.parts(line));
    }
    add(parts, 1, 0);
    return List.copyOf(lines);
  }

  private void add(List<Part> parts, double times, int depth) {
    List<Part.Call> calls = new ArrayList<>();
    for (Part part : parts) {
      if (part instanceof Part.Call call) {
        if (brief) {
          calls.add(call);
        } else {
          lines.add(
              row(time(times * call.meanPs()), time(call.meanPs()), name(call), depth)
                  + range(call));
        }
      } else if (part instanceof Part.Loop loop) {
        addCalls(calls, times, depth);
        double onePs = ps(loop.body());
        lines.add(
            row(
                time(times * loop.count().mean() * onePs),
                time(onePs),
                LoopWords.of(loop, depth),
                depth));
        add(loop.body(), times * loop.count().mean(), depth + 1);
      }
    }
    addCalls(calls, times, depth);
  }

  /** Ops without loops between them, in one line. */
  private void addCalls(List<Part.Call> calls, double times, int depth) {
    if (calls.isEmpty()) {
      return;
    }
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < Math.min(NAMED, calls.size()); i++) {
      names.append(i == 0 ? "" : ", ").append(Outline.word(calls.get(i).code()));
    }
    if (calls.size() > NAMED) {
      names.append(String.format(Locale.US, " and %,d more", calls.size() - NAMED));
    }
    double onePs = ps(List.copyOf(calls));
    lines.add(row(time(times * onePs), time(onePs), names.toString(), depth));
    calls.clear();
  }

  /** How long parts take once. */
  private static double ps(List<? extends Part> parts) {
    double sum = 0;
    for (Part part : parts) {
      sum +=
          part instanceof Part.Loop loop
              ? loop.count().mean() * ps(loop.body())
              : ((Part.Call) part).meanPs();
    }
    return sum;
  }

  /** A burst has the place of the call after it, which is named there. */
  private String name(Part.Call call) {
    String values = call.values().stream().map(CallValue::text).collect(joining(", "));
    String place =
        call.callSite() >= 0 && call.code() != OpCode.COMPUTE
            ? "  " + callSites.get(call.callSite())
            : "";
    return Outline.word(call.code()) + (values.isEmpty() ? "" : "(" + values + ")") + place;
  }

  private static String range(Part.Call call) {
    double range = call.mostPs() - call.leastPs();
    return range > ALIKE * call.meanPs() && range > LEAST_RANGE_PS
        ? "  (" + time(call.leastPs()) + " to " + time(call.mostPs()) + ")"
        : "";
  }

  private static String row(String total, String each, String text, int depth) {
    return String.format(
            Locale.ROOT, "%14s %12s  %s%s", total, each, " ".repeat(INDENT * depth), text)
        .stripTrailing();
  }

  private static String time(double ps) {
    double microseconds = ps / PS_PER_MICROSECOND;
    return String.format(Locale.US, microseconds >= 1000 ? "%,.0f" : "%.2f", microseconds);
  }
}
