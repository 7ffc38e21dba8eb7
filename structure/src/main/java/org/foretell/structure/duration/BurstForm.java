package org.foretell.structure.duration;

import java.util.List;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;
import org.jspecify.annotations.Nullable;

/**
 * What the burst at a place is.
 *
 * @param isNever it is never there
 * @param isColumn its durations stand in the column
 * @param variation how its duration or its histogram varies, null if it is constant
 * @param constantPs its duration if it is constant
 * @param histogram that it is drawn from, or {@link OpView#NONE}
 */
public record BurstForm(
    boolean isNever,
    boolean isColumn,
    @Nullable Variation variation,
    long constantPs,
    long histogram) {
  static final BurstForm NEVER = new BurstForm(true, false, null, 0, OpView.NONE);
  static final BurstForm COLUMN =
      new BurstForm(false, true, Variation.DURATION_COLUMN, 0, OpView.NONE);
  static final BurstForm OPTIONAL =
      new BurstForm(false, true, Variation.OPTIONAL_DURATION, 0, OpView.NONE);

  static BurstForm of(Values values) {
    return values instanceof Values.Constant constant
        ? new BurstForm(false, false, null, constant.value(), OpView.NONE)
        : new BurstForm(
            false, false, new Variation(OpField.DURATION_PS, false, values), 0, OpView.NONE);
  }

  static BurstForm drawn(int histogram) {
    return new BurstForm(false, false, null, 0, histogram);
  }

  /** Sets the duration of an op, or what it varies by. */
  public void applyTo(OpView view, List<Variation> variations) {
    if (histogram != OpView.NONE) {
      view.set(OpField.HISTOGRAM, histogram);
    } else if (variation != null) {
      variations.add(variation);
    } else {
      view.set(OpField.DURATION_PS, constantPs);
    }
  }
}
