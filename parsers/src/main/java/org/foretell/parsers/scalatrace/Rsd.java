package org.foretell.parsers.scalatrace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.jspecify.annotations.Nullable;

/** A record of the file: a call that some ranks make at one place of their lists. */
final class Rsd {
  private final int index;
  private final Line line;
  private final RankSet ranks;
  private final Call call;
  private final String signature;
  private final List<Loop> loops = new ArrayList<>();
  private final Map<Integer, Groups> parameters = new HashMap<>();
  private final List<Statistic> times = new ArrayList<>();
  private final List<Statistic> instructions = new ArrayList<>();
  private final List<Statistic> callTimes = new ArrayList<>();

  /**
   * @param index how many records stand before it
   * @param line that of its event, for messages
   * @param signature where it is called, as the file has it
   */
  Rsd(int index, Line line, RankSet ranks, Call call, String signature) {
    this.index = index;
    this.line = line;
    this.ranks = ranks;
    this.call = call;
    this.signature = signature;
  }

  int index() {
    return index;
  }

  RankSet ranks() {
    return ranks;
  }

  Call call() {
    return call;
  }

  String signature() {
    return signature;
  }

  /** Loops that begin here, outermost first. */
  List<Loop> loops() {
    return loops;
  }

  /** Values by key. */
  Map<Integer, Groups> parameters() {
    return parameters;
  }

  /** Times between calls before this one. */
  List<Statistic> times() {
    return times;
  }

  /** Instructions between calls before this one. */
  List<Statistic> instructions() {
    return instructions;
  }

  /** Durations of the call. */
  List<Statistic> callTimes() {
    return callTimes;
  }

  @Nullable Groups parameter(int key) {
    return parameters.get(key);
  }

  /** Values that there have to be. */
  Groups required(int key) {
    Groups groups = parameters.get(key);
    if (groups == null) {
      throw error("expected values of its parameter " + Integer.toHexString(key) + ", found none");
    }
    if (groups.isHistogram()) {
      throw groups
          .line()
          .error(
              "expected values of parameter "
                  + Integer.toHexString(key)
                  + " of "
                  + call.functionName()
                  + ", found a histogram of them, which cannot be replayed");
    }
    return groups;
  }

  /** Checks groups of ranks against those of the record. */
  void check() {
    loops.forEach(loop -> loop.check(ranks));
    parameters.values().forEach(groups -> groups.check(ranks, true));
  }

  /** Something that is wrong with this record. */
  TraceException error(String message) {
    return line.error("record " + index + ", " + call.functionName() + ": " + message);
  }
}
