package org.foretell.analysis.recorded;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongMap;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sets the clocks of ranks so that nothing ends before what it waited for has begun: no receive
 * before its send, no rank's part in a collective before all have come. Each of these bounds by how
 * much one clock may differ from another. Of all settings within the bounds it takes the middle
 * between the earliest and the latest, as clocks are set over networks by messages to and fro. If
 * there is none, all bounds are widened alike, by as little as it takes to within a tenth.
 */
final class ClockSetting {
  private static final long FAR = Long.MAX_VALUE / 4;
  private static final int SLACK_STEPS = 60;

  private final int ranks;

  /** By receiver and sender by how much the sender's clock may be ahead. */
  private final Long2LongOpenHashMap aheadPs = new Long2LongOpenHashMap();

  private final List<Meeting> meetings = new ArrayList<>();

  /** When members of a collective come and go, on their own clocks. */
  private static final class Meeting {
    private final IntArrayList comers = new IntArrayList();
    private final LongArrayList comePs = new LongArrayList();
    private final IntArrayList goers = new IntArrayList();
    private final LongArrayList goPs = new LongArrayList();
  }

  ClockSetting(int ranks) {
    this.ranks = ranks;
    aheadPs.defaultReturnValue(FAR);
  }

  /** A rank has sent something at a time of its clock, and another has received it by its own. */
  void message(int source, long sendPs, int destination, long receivedPs) {
    long pair = (long) destination << 32 | source;
    aheadPs.put(pair, Math.min(aheadPs.get(pair), receivedPs - sendPs));
  }

  /** A collective that no rank leaves before all have come, by a number from 0 on. */
  private Meeting meeting(int number) {
    while (meetings.size() <= number) {
      meetings.add(new Meeting());
    }
    return meetings.get(number);
  }

  void comes(int number, int rank, long timePs) {
    meeting(number).comers.add(rank);
    meeting(number).comePs.add(timePs);
  }

  void goes(int number, int rank, long timePs) {
    meeting(number).goers.add(rank);
    meeting(number).goPs.add(timePs);
  }

  /**
   * {@return by rank what to add to its clock}
   *
   * @param otherwisePs by rank when all clocks are the same, where nothing else tells
   */
  long[] offsetsPs(long[] otherwisePs) {
    long slackPs = 0;
    long[] latest = latest(0);
    for (int step = 0; latest.length == 0; step++) {
      if (step == SLACK_STEPS) {
        throw new AssertionError("clocks cannot be set within " + slackPs + " ps");
      }
      slackPs = 1L << step;
      latest = latest(slackPs);
    }
    for (long tenth = slackPs / 16; tenth > 0 && slackPs > 1; ) {
      long[] closer = latest(slackPs - tenth);
      if (closer.length == 0 || slackPs - tenth <= slackPs / 2) {
        break;
      }
      slackPs -= tenth;
      latest = closer;
    }
    long[] earliest = earliest(slackPs);
    long[] offsets = new long[ranks];
    for (int rank = 0; rank < ranks; rank++) {
      boolean isBound = latest[rank] < FAR && earliest[rank] < FAR;
      offsets[rank] =
          isBound
              ? Math.floorDiv(latest[rank] - earliest[rank], 2)
              : otherwisePs[0] - otherwisePs[rank];
    }
    return offsets;
  }

  /** By rank how far it may be ahead of rank 0; empty if no setting is within the bounds. */
  private long[] latest(long slackPs) {
    long[] ahead = new long[ranks];
    Arrays.fill(ahead, FAR);
    ahead[0] = 0;
    for (int round = 0; ; round++) {
      boolean changed = false;
      for (Long2LongMap.Entry entry : aheadPs.long2LongEntrySet()) {
        int from = (int) (entry.getLongKey() >>> 32);
        int to = (int) entry.getLongKey();
        changed |= shorten(ahead, from, to, entry.getLongValue() + slackPs);
      }
      for (Meeting meeting : meetings) {
        long firstPs = FAR;
        for (int i = 0; i < meeting.goers.size(); i++) {
          long goPs = ahead[meeting.goers.getInt(i)];
          firstPs = goPs == FAR ? firstPs : Math.min(firstPs, goPs + meeting.goPs.getLong(i));
        }
        for (int i = 0; firstPs < FAR && i < meeting.comers.size(); i++) {
          int rank = meeting.comers.getInt(i);
          long limitPs = firstPs + slackPs - meeting.comePs.getLong(i);
          if (limitPs < ahead[rank]) {
            ahead[rank] = limitPs;
            changed = true;
          }
        }
      }
      if (!changed) {
        return ahead;
      }
      if (ahead[0] < 0 || round > ranks) {
        return new long[0];
      }
    }
  }

  /** By rank how far rank 0 may be ahead of it. */
  private long[] earliest(long slackPs) {
    long[] behind = new long[ranks];
    Arrays.fill(behind, FAR);
    behind[0] = 0;
    for (boolean changed = true; changed; ) {
      changed = false;
      for (Long2LongMap.Entry entry : aheadPs.long2LongEntrySet()) {
        int from = (int) (entry.getLongKey() >>> 32);
        int to = (int) entry.getLongKey();
        changed |= shorten(behind, to, from, entry.getLongValue() + slackPs);
      }
      for (Meeting meeting : meetings) {
        long lastPs = FAR;
        for (int i = 0; i < meeting.comers.size(); i++) {
          long comePs = behind[meeting.comers.getInt(i)];
          lastPs = comePs == FAR ? lastPs : Math.min(lastPs, comePs - meeting.comePs.getLong(i));
        }
        for (int i = 0; lastPs < FAR && i < meeting.goers.size(); i++) {
          int rank = meeting.goers.getInt(i);
          long limitPs = lastPs + slackPs + meeting.goPs.getLong(i);
          if (limitPs < behind[rank]) {
            behind[rank] = limitPs;
            changed = true;
          }
        }
      }
    }
    return behind;
  }

  private static boolean shorten(long[] distances, int from, int to, long lengthPs) {
    if (distances[from] == FAR || distances[from] + lengthPs >= distances[to]) {
      return false;
    }
    distances[to] = distances[from] + lengthPs;
    return true;
  }
}
