package org.foretell.structure.duration;

import java.util.Arrays;
import java.util.List;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.TraceSink;
import org.foretell.trace.Values;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the durations at each place of a program, and the form of each burst that
 * follows. Takes two passes: first all values are {@linkplain #note noted}, then the forms are
 * {@linkplain #choose chosen}.
 */
public final class PlaceForms {
  /** Where a rank has no single duration. */
  private static final long VARIES = -1;

  private static final long UNKNOWN = -2;

  /** A value for each rank is shorter than a column if each rank comes here that often. */
  private static final int OFTEN = 4;

  private final int ranks;
  private final long[] present;
  private final long[] absent;

  /** By place and position of the rank: its only duration. */
  private final long[][] only;

  private final BurstForm[] forms;

  /** By place; null where durations are not gathered. */
  private final DurationSample @Nullable [] samples;

  /**
   * Nothing is known yet.
   *
   * @param places of the program
   * @param ranks of the program
   * @param gathers whether durations become histograms
   */
  public PlaceForms(int places, int ranks, boolean gathers) {
    this.ranks = ranks;
    samples = gathers ? new DurationSample[places] : null;
    present = new long[places];
    absent = new long[places];
    only = new long[places][];
    forms = new BurstForm[places];
  }

  /**
   * Notes a duration.
   *
   * @param position of the rank in the program's set
   * @param durationPs or {@link TraceSink#NO_BURST}
   */
  public void note(int place, int position, long durationPs) {
    if (samples != null) {
      if (samples[place] == null) {
        samples[place] = new DurationSample();
      }
      samples[place].add(Math.max(durationPs, 0));
    }
    if (durationPs == TraceSink.NO_BURST) {
      absent[place]++;
      return;
    }
    present[place]++;
    if (only[place] == null) {
      only[place] = new long[ranks];
      Arrays.fill(only[place], UNKNOWN);
    }
    long before = only[place][position];
    if (before != durationPs) {
      only[place][position] = before == UNKNOWN ? durationPs : VARIES;
    }
  }

  /**
   * Chooses the form of each burst.
   *
   * @param histograms to which those of this program are added
   */
  public void choose(List<DurationHistogram> histograms) {
    for (int place = 0; place < forms.length; place++) {
      forms[place] = form(place);
      if (samples != null && forms[place].isColumn()) {
        forms[place] = BurstForm.drawn(histograms.size());
        histograms.add(samples[place].histogram(histograms.size()));
      }
    }
  }

  private BurstForm form(int place) {
    if (present[place] == 0) {
      return BurstForm.NEVER;
    }
    if (absent[place] > 0) {
      return BurstForm.OPTIONAL;
    }
    long[] each = only[place];
    boolean same = true;
    for (long value : each) {
      if (value == VARIES) {
        return BurstForm.COLUMN;
      }
      same &= value == each[0] || value == UNKNOWN;
    }
    if (same && each[0] != UNKNOWN && present[place] >= OFTEN) {
      return BurstForm.of(new Values.Constant(each[0]));
    }
    return present[place] / ranks < OFTEN ? BurstForm.COLUMN : perRank(each);
  }

  private static BurstForm perRank(long[] each) {
    long[] values = each.clone();
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.max(values[i], 0);
    }
    return BurstForm.of(new Values.PerRank(values));
  }

  /** The form of the burst at a place. */
  public BurstForm at(int place) {
    return forms[place];
  }

  /** Whether any place takes durations from the column. */
  public boolean hasColumn() {
    return Arrays.stream(forms).anyMatch(BurstForm::isColumn);
  }

  /** All bursts in the column, for who wants to know how long a program is. */
  public static PlaceForms allInColumn(int places) {
    PlaceForms forms = new PlaceForms(places, 0, false);
    Arrays.fill(forms.forms, BurstForm.COLUMN);
    return forms;
  }

  /** Leaves everything as it is: bursts stay in the column. */
  public void keep(int place, boolean optional) {
    forms[place] = optional ? BurstForm.OPTIONAL : BurstForm.COLUMN;
  }
}
