package org.foretell.replay;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.function.ToLongFunction;
import org.foretell.model.CommunicationModel;
import org.foretell.replay.SteppedModel.Cost;
import org.foretell.report.CostParts;
import org.foretell.report.CostParts.Part;

/** Takes a prediction apart. */
public final class CostSplit {
  private CostSplit() {}

  /**
   * Replays the trace once for each part.
   *
   * @param predict the time that a model predicts
   */
  public static CostParts of(
      CommunicationModel model, LoneMessage lone, ToLongFunction<CommunicationModel> predict) {
    Long[] parts = new Long[Part.values().length];
    long before = 0;
    EnumSet<Cost> costs = EnumSet.noneOf(Cost.class);
    for (int part = 0; part < Part.CONTENTION.ordinal(); part++) {
      if (part > 0) {
        costs.add(Cost.values()[part - 1]);
      }
      long now = predict.applyAsLong(new SteppedModel(model, lone, costs).model());
      parts[part] = now - before;
      before = now;
    }
    long whole = predict.applyAsLong(model);
    parts[Part.CONTENTION.ordinal()] = whole - before;
    return new CostParts(model.name(), whole, Arrays.asList(parts));
  }
}
