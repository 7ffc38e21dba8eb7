package org.foretell.cli;

import java.util.List;
import org.foretell.model.CollectiveProfiles;
import org.foretell.model.CollectiveSchedule;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.CollectiveStep;
import org.foretell.model.MemberCall;
import org.foretell.model.ModelContext;

/** A profile as a user's jar might bring it: every collective is a ring of 8 bytes. */
public final class TestProfiles implements CollectiveProfiles {
  @Override
  public List<CollectiveSchedules> profiles(ModelContext context) {
    return List.of(new Rings());
  }

  private static final class Rings implements CollectiveSchedules, CollectiveSchedule {
    @Override
    public String name() {
      return "test-ring";
    }

    @Override
    public CollectiveSchedule choose(MemberCall call) {
      return this;
    }

    @Override
    public boolean step(MemberCall call, int index, CollectiveStep step) {
      int members = call.participants();
      int next = (call.member() + 1) % members;
      step.sendReceive(next, 8, Math.floorMod(call.member() - 1, members), 8);
      return index < members - 1;
    }
  }
}
