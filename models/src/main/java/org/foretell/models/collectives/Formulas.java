package org.foretell.models.collectives;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.jspecify.annotations.Nullable;

/** All collectives by the formulas of the communication model. */
record Formulas(String name) implements CollectiveSchedules {
  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    return null;
  }
}
