package org.foretell.model;

import java.util.Random;

/**
 * Made-up algorithms that complete: what happens is a sequence that all members know, and each does
 * its parts of it in that order. Some ops have no algorithm.
 */
public final class RandomSchedules implements CollectiveSchedules {
  private static final int MOST_EVENTS = 12;

  private final long seed;

  /**
   * @param seed of everything
   */
  public RandomSchedules(long seed) {
    this.seed = seed;
  }

  @Override
  public String name() {
    return "random " + seed;
  }

  @Override
  public CollectiveSchedule choose(MemberCall call) {
    long mixed = seed * 31 + call.code().id() * 7L + call.participants();
    return new Random(mixed).nextInt(4) == 0 ? null : new Made(mixed + call.root() * 101L);
  }

  private record Made(long seed) implements CollectiveSchedule {
    @Override
    public String name() {
      return "made " + seed;
    }

    @Override
    public boolean step(MemberCall call, int index, CollectiveStep step) {
      Random random = new Random(seed);
      int events = random.nextInt(MOST_EVENTS);
      int members = call.participants();
      int left = index;
      for (int event = 0; event < events; event++) {
        left -= event(random, members, call.member(), left, step);
        if (left < 0) {
          return true;
        }
      }
      return false;
    }

    /** Whether a member takes part in the next event, 0 or 1; sets the step if it is the one. */
    private static int event(
        Random random, int members, int member, int left, CollectiveStep step) {
      int kind = random.nextInt(6);
      long bytes = random.nextInt(3) * 50L;
      int one = random.nextInt(members);
      int shift = members == 1 ? 0 : 1 + random.nextInt(members - 1);
      int other = (one + shift) % members;
      boolean startsSend = random.nextBoolean();
      boolean startsReceive = random.nextBoolean();
      boolean takesPart = kind < 2 || kind == 5 || member == one || (kind < 4 && member == other);
      if (!takesPart || members == 1) {
        return 0;
      }
      if (left == 0) {
        switch (kind) {
          case 0 -> {
            int from = Math.floorMod(member - shift, members);
            step.sendReceive((member + shift) % members, bytes, from, bytes);
          }
          case 1, 5 -> {
            if (startsSend) {
              step.waitAll();
            } else {
              step.reduce(bytes);
            }
          }
          case 2 -> {
            int partner = member == one ? other : one;
            step.sendReceive(partner, bytes, partner, bytes);
          }
          case 3 -> {
            if (member == one) {
              send(step, other, bytes, startsSend);
            } else if (startsReceive) {
              step.startReceive(one, bytes);
            } else {
              step.receive(one, bytes);
            }
          }
          default -> step.reduce(bytes * (1 + member));
        }
      }
      return 1;
    }

    private static void send(CollectiveStep step, int to, long bytes, boolean starts) {
      if (starts) {
        step.startSend(to, bytes);
      } else {
        step.send(to, bytes);
      }
    }
  }
}
