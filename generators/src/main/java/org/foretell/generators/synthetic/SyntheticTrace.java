package org.foretell.generators.synthetic;

import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.foretell.generators.GeneratorException;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;

/**
 * The trace of a regular program for any number of ranks, for studies without a trace.
 *
 * <p>Written as shared programs: a few classes of ranks, loops as repeats, partners at a distance.
 * So time, memory and size of a file hardly depend on the number of steps, and only slightly on the
 * number of ranks. Communication follows the decomposition of the program; uneven blocks are floor
 * and ceiling of points / ranks, the larger ones first. Computation takes a stated time per point.
 *
 * <pre>{@code
 * SyntheticTrace halo =
 *     SyntheticTrace.of(SyntheticProgram.HALO, 64)
 *         .with(SyntheticOption.POINTS_PER_RANK, "64x64x64")
 *         .with(SyntheticOption.TIME_PER_POINT, "2ns");
 * try (TraceStoreWriter file = TraceStoreWriter.create(Path.of("halo.bin"))) {
 *   halo.writeTo(file);
 * }
 * }</pre>
 *
 * <p>Immutable. Wrong options are {@link GeneratorException}s of kind {@code SETTING}.
 */
public final class SyntheticTrace {
  /** The largest number of ranks: an op of a trace lists at most twice as many numbers. */
  public static final int MOST_RANKS = 1 << 21;

  /** The largest number of steps or tasks. */
  public static final long MOST_STEPS = Limits.MOST_STEPS;

  /** The largest number of points or bytes of a rank or message. */
  public static final long MOST_BYTES = Limits.MOST_BYTES;

  private final SyntheticProgram program;
  private final int ranks;
  private final Map<SyntheticOption, String> given;

  private SyntheticTrace(SyntheticProgram program, int ranks, Map<SyntheticOption, String> given) {
    this.program = program;
    this.ranks = ranks;
    this.given = given;
  }

  /**
   * {@return a trace with the defaults of its program}
   *
   * @param program whose communication and options it has
   * @param ranks 1 to {@link #MOST_RANKS}; some programs need 2
   * @throws GeneratorException if the number of ranks is out of range
   */
  public static SyntheticTrace of(SyntheticProgram program, long ranks) {
    if (ranks < 1 || ranks > MOST_RANKS) {
      throw Limits.bad(
          String.format(Locale.ROOT, "--ranks: expected 1 to %,d, found %,d", MOST_RANKS, ranks));
    }
    return new SyntheticTrace(program, (int) ranks, Map.of());
  }

  /**
   * {@return the same trace with another value of an option}
   *
   * @param option one that the program accepts; that is checked when the trace is written
   * @param value text with its unit, as on the command line
   */
  public SyntheticTrace with(SyntheticOption option, String value) {
    Map<SyntheticOption, String> all = new EnumMap<>(SyntheticOption.class);
    all.putAll(given);
    all.put(option, value);
    return new SyntheticTrace(program, ranks, all);
  }

  /** {@return the program} */
  public SyntheticProgram program() {
    return program;
  }

  /** {@return the number of ranks} */
  public int ranks() {
    return ranks;
  }

  private Settings settings() {
    return new Settings(program, ranks, given);
  }

  /**
   * {@return the grid and sizes that follow from the options, like {@code 4x4x4 ranks, 256x256x256
   * points}}
   *
   * @throws GeneratorException if an option is wrong
   */
  public String shape() {
    return Patterns.of(settings()).shape();
  }

  /**
   * {@return counts over all ranks and steps, from the structure alone}
   *
   * @throws GeneratorException if an option is wrong, or a count exceeds 2^63 - 1
   */
  public SyntheticTotals totals() {
    TotalsSink sink = new TotalsSink();
    Settings settings = settings();
    Patterns.of(settings).write(new Emitter(sink, work(settings)));
    return sink.totals();
  }

  /**
   * Writes the trace, from {@code begin} to {@code end}. Nothing is written if an option is wrong.
   *
   * @param sink receives everything; closed by the caller
   * @return counts of what was written
   * @throws GeneratorException if an option is wrong, or the program is too long
   */
  public SyntheticTotals writeTo(TraceSink sink) {
    SyntheticTotals totals = totals();
    Settings settings = settings();
    Pattern pattern = Patterns.of(settings);
    sink.begin(info(settings, pattern));
    List<String> sites = pattern.callSites();
    for (int site = 0; site < sites.size(); site++) {
      sink.callSite(site, sites.get(site));
    }
    pattern.write(new Emitter(sink, work(settings)));
    sink.end();
    return totals;
  }

  private static Work work(Settings settings) {
    return settings.program().options().containsKey(SyntheticOption.BURST)
        ? settings.workPerBurst()
        : settings.workPerPoint();
  }

  private TraceInfo info(Settings settings, Pattern pattern) {
    String origin =
        settings.effective().entrySet().stream()
            .map(option -> " " + option.getKey().label() + " " + option.getValue())
            .collect(
                Collectors.joining("", "sim generate trace " + program + " --ranks " + ranks, ""));
    return new TraceInfo(
        program + ", " + pattern.shape(), ranks, origin, settings.coreSpeed(), List.of());
  }
}
