package org.foretell.models.collectives.profile;

import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.MemberCall;
import org.jspecify.annotations.Nullable;

/** All collectives by the formulas of the communication model. */
public record Formulas(String name) implements CollectiveSchedules {
  @Override
  public @Nullable CollectiveSchedule choose(MemberCall call) {
    return null;
  }
}
