package org.foretell.parsers.chakra;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.foretell.parsers.lowering.CollectiveKind;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceException;

/**
 * The collectives of all ranks: the n-th of a group on one member is the n-th on each. Their
 * messages have tags that no other has: negative ones, other than that for any tag.
 */
final class CollectiveCalls {
  private final Lowering lowering;
  private final Set<ProcessGroup> used = new LinkedHashSet<>();
  private int nextTag = Integer.MIN_VALUE;
  private long calls;

  CollectiveCalls(Lowering lowering) {
    this.lowering = lowering;
  }

  /**
   * Takes the next collective of a group on one of its members. Ranks come in their order, since
   * tags are in the order of the calls that come first.
   *
   * @param place of the node, for messages
   * @return the same, with its tags
   * @throws TraceException if the members that came before do not agree
   */
  AgreedCall next(
      ProcessGroup group, int rank, CollectiveKind kind, long bytes, int root, String place) {
    int member = group.member(rank);
    int index = group.made[member]++;
    if (index == group.calls.size()) {
      group.calls.add(new AgreedCall(kind, bytes, root, tags(place), rank));
      used.add(group);
      calls++;
    }
    AgreedCall call = group.calls.get(index);
    AgreedCall own = new AgreedCall(kind, bytes, root, call.firstTag(), rank);
    if (!call.agrees(own)) {
      throw new TraceException(
          place
              + ": expected "
              + call.text()
              + " as collective "
              + (index + 1)
              + " of "
              + group
              + ", like rank "
              + call.rank()
              + ", found "
              + own.text()
              + "; the files may be of different runs");
    }
    return own;
  }

  private int tags(String place) {
    int first = nextTag;
    nextTag += lowering.channels();
    if (nextTag >= OpView.ANY) {
      throw new TraceException(
          place
              + ": expected at most "
              + calls
              + " collectives, as many as there are tags for, found more; use a shorter trace, or"
              + " fewer channels");
    }
    return first;
  }

  /**
   * Checks that all members of each group have made all calls.
   *
   * @param files of the ranks
   */
  void end(List<Path> files) {
    for (ProcessGroup group : used) {
      for (int member = 0; member < group.made.length; member++) {
        if (group.made[member] < group.calls.size()) {
          throw new TraceException(
              files.get(group.ranks()[member])
                  + ": expected "
                  + group.calls.size()
                  + " collectives of "
                  + group
                  + ", like rank "
                  + group.calls.get(group.calls.size() - 1).rank()
                  + ", found "
                  + group.made[member]
                  + "; the trace was cut, or the files are of different runs");
        }
      }
    }
  }

  /** What the user should know about them. */
  Optional<String> note() {
    return calls == 0
        ? Optional.empty()
        : Optional.of(
            "the messages of collectives ("
                + calls
                + ") are those of lowering "
                + lowering.name()
                + "; --lowering chooses another one");
  }
}
