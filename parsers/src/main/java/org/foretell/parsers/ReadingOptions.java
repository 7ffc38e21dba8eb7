package org.foretell.parsers;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.foretell.parsers.lowering.Lowering;

/**
 * How to read what a format leaves open. A reader takes those options that it names in {@link
 * TraceFormatReader#options()}.
 *
 * @param baseFlopsPerSecond flop per second that turn flop into durations; empty for the default of
 *     the format
 * @param passesUnknownActions whether actions that cannot be replayed are counted and take no time,
 *     instead of being refused
 * @param timeUnitPs unit of durations, picoseconds; empty for the default of the format
 * @param instructionsPerSecond rate that turns instructions into durations; empty for the default
 * @param matchesSizes whether a receive matches only messages of the same size
 * @param keepsCallTimes whether the recorded times of calls are kept
 * @param usesProcessorTimes whether bursts are processor times where a trace has them beside
 *     elapsed times
 * @param lowering how collectives of task graphs become messages; empty for the default of the
 *     format
 * @param readers how many threads read a trace that has a file for each rank, at least 1; empty for
 *     as many as there are processors, up to 8, or one for a short trace. It decides nothing else
 */
public record ReadingOptions(
    OptionalDouble baseFlopsPerSecond,
    boolean passesUnknownActions,
    OptionalLong timeUnitPs,
    OptionalDouble instructionsPerSecond,
    boolean matchesSizes,
    boolean keepsCallTimes,
    boolean usesProcessorTimes,
    Optional<Lowering> lowering,
    OptionalInt readers) {
  /** All as the formats have it, with the times of calls. */
  public static final ReadingOptions DEFAULT =
      new ReadingOptions(
          OptionalDouble.empty(),
          false,
          OptionalLong.empty(),
          OptionalDouble.empty(),
          false,
          true,
          false,
          Optional.empty(),
          OptionalInt.empty());

  /**
   * {@return these options with another base speed}
   *
   * @param flopsPerSecond above 0
   */
  public ReadingOptions withBaseFlopsPerSecond(double flopsPerSecond) {
    return new ReadingOptions(
        OptionalDouble.of(flopsPerSecond),
        passesUnknownActions,
        timeUnitPs,
        instructionsPerSecond,
        matchesSizes,
        keepsCallTimes,
        usesProcessorTimes,
        lowering,
        readers);
  }

  /**
   * {@return these options with another treatment of unknown actions}
   *
   * @param passes whether they are counted and take no time
   */
  public ReadingOptions withUnknownActionsPassed(boolean passes) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passes,
        timeUnitPs,
        instructionsPerSecond,
        matchesSizes,
        keepsCallTimes,
        usesProcessorTimes,
        lowering,
        readers);
  }

  /**
   * {@return these options with another unit of time}
   *
   * @param ps picoseconds, at least 1
   */
  public ReadingOptions withTimeUnitPs(long ps) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        OptionalLong.of(ps),
        instructionsPerSecond,
        matchesSizes,
        keepsCallTimes,
        usesProcessorTimes,
        lowering,
        readers);
  }

  /**
   * {@return these options with another rate of instructions}
   *
   * @param rate instructions per second, above 0
   */
  public ReadingOptions withInstructionsPerSecond(double rate) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        timeUnitPs,
        OptionalDouble.of(rate),
        matchesSizes,
        keepsCallTimes,
        usesProcessorTimes,
        lowering,
        readers);
  }

  /**
   * {@return these options with receives that match any message, or only those of the same size}
   *
   * @param match whether only those of the same size
   */
  public ReadingOptions withMatchedSizes(boolean match) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        timeUnitPs,
        instructionsPerSecond,
        match,
        keepsCallTimes,
        usesProcessorTimes,
        lowering,
        readers);
  }

  /**
   * {@return these options with the times of calls kept or not}
   *
   * @param kept whether they are kept
   */
  public ReadingOptions withCallTimes(boolean kept) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        timeUnitPs,
        instructionsPerSecond,
        matchesSizes,
        kept,
        usesProcessorTimes,
        lowering,
        readers);
  }

  /**
   * {@return these options with bursts that another clock measured}
   *
   * @param uses whether bursts are processor times
   */
  public ReadingOptions withProcessorTimes(boolean uses) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        timeUnitPs,
        instructionsPerSecond,
        matchesSizes,
        keepsCallTimes,
        uses,
        lowering,
        readers);
  }

  /**
   * {@return these options with another way of collectives}
   *
   * @param chosen how collectives of task graphs become messages
   */
  public ReadingOptions withLowering(Lowering chosen) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        timeUnitPs,
        instructionsPerSecond,
        matchesSizes,
        keepsCallTimes,
        usesProcessorTimes,
        Optional.of(chosen),
        readers);
  }

  /**
   * {@return these options with another number of threads for a trace with a file for each rank}
   *
   * @param number at least 1
   */
  public ReadingOptions withReaders(int number) {
    return new ReadingOptions(
        baseFlopsPerSecond,
        passesUnknownActions,
        timeUnitPs,
        instructionsPerSecond,
        matchesSizes,
        keepsCallTimes,
        usesProcessorTimes,
        lowering,
        OptionalInt.of(number));
  }

  /** {@return the options that are not at their defaults, but for that of the times of calls} */
  public Set<ReadingOption> given() {
    Set<ReadingOption> given = EnumSet.noneOf(ReadingOption.class);
    given.addAll(values().keySet());
    given.remove(ReadingOption.CALL_TIMES);
    return given;
  }

  /**
   * {@return what identifies the reading of a trace: those options that are not at their defaults
   * and that a reader takes}
   *
   * @param taken the options that the reader takes
   */
  public String text(Set<ReadingOption> taken) {
    return values().entrySet().stream()
        .filter(option -> taken.contains(option.getKey()))
        .map(option -> option.getKey().label() + " " + option.getValue())
        .collect(Collectors.joining("; "));
  }

  private Map<ReadingOption, String> values() {
    Map<ReadingOption, String> values = new EnumMap<>(ReadingOption.class);
    baseFlopsPerSecond.ifPresent(
        speed -> values.put(ReadingOption.BASE_FLOPS, String.valueOf(speed)));
    if (passesUnknownActions) {
      values.put(ReadingOption.UNKNOWN_ACTIONS, "passed");
    }
    timeUnitPs.ifPresent(unit -> values.put(ReadingOption.TIME_UNIT, unit + " ps"));
    instructionsPerSecond.ifPresent(
        rate -> values.put(ReadingOption.INSTRUCTION_RATE, String.valueOf(rate)));
    if (matchesSizes) {
      values.put(ReadingOption.MATCH_SIZES, "yes");
    }
    if (usesProcessorTimes) {
      values.put(ReadingOption.BURST_CLOCK, "processor");
    }
    lowering.ifPresent(chosen -> values.put(ReadingOption.LOWERING, chosen.name()));
    if (!keepsCallTimes) {
      values.put(ReadingOption.CALL_TIMES, "left out");
    }
    return values;
  }
}
