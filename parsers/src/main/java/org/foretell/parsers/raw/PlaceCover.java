package org.foretell.parsers.raw;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.Arrays;
import org.foretell.parsers.raw.RawFunction.Role;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.jspecify.annotations.Nullable;

/** Which waited places a call updates. For one thread; of several ranks one after the other. */
final class PlaceCover {
  private final WaitedPlaces places;
  private final IntArrayList covered = new IntArrayList();

  /** The index of the word of each place, or -1; then what {@link #variables} returned last. */
  private long[] words = new long[8];

  PlaceCover(WaitedPlaces places) {
    this.places = places;
  }

  /** The segment in which a call reads or writes, null if it says none. */
  static @Nullable String segment(Definitions definitions, RawCall call) {
    RawFunction function = call.function;
    int index = function == null ? -1 : function.indexOf(Role.SEGMENT);
    return index < 0 ? null : definitions.segment(call.values[index]);
  }

  /** Where it does within the segment. */
  static long offset(RawCall call) {
    RawFunction function = call.function;
    return function == null ? 0 : call.value(function.indexOf(Role.OFFSET), 0);
  }

  /** Finds the places that a call updates and on which its target waits. */
  void find(int target, Definitions definitions, RawCall call) {
    covered.clear();
    RawFunction function = call.function;
    String segment = segment(definitions, call);
    if (function == null || segment == null) {
      return;
    }
    for (int i = 0; i < call.words.size(); i += RawCall.WORD_WIDTH) {
      cover(target, places.at(segment, call.words.getLong(i)), i);
    }
    boolean isStrided = function.op() == OpCode.SHMEM_IPUT;
    int known = covered.size();
    long bytes = call.value(function.indexOf(OpField.BYTES), 0);
    places.within(segment, offset(call), isStrided ? 0 : bytes, covered);
    int all = covered.size();
    int kept = known;
    for (int i = known; i < all; i++) {
      int place = covered.getInt(i);
      if (places.isWaitedBy(target, place) && covered.indexOf(place) >= kept) {
        covered.set(kept, place);
        room(kept);
        words[kept++] = -1;
      }
    }
    covered.size(kept);
  }

  private void cover(int target, int place, int word) {
    if (place != WaitedPlaces.NONE
        && places.isWaitedBy(target, place)
        && !covered.contains(place)) {
      room(covered.size());
      words[covered.size()] = word;
      covered.add(place);
    }
  }

  private void room(int index) {
    if (index >= words.length) {
      words = Arrays.copyOf(words, 2 * index);
    }
  }

  /** How many places these are. */
  int size() {
    return covered.size();
  }

  /** The number of one of them. */
  int place(int index) {
    return covered.getInt(index);
  }

  /** Where the value that one of them gets is among the words of the call, -1 if it is unknown. */
  int word(int index) {
    return (int) words[index];
  }

  /** No rank waits for an update that began after the end of the last wait of its place. */
  void leaveOutLate(int target, long timePs) {
    int kept = 0;
    for (int i = 0; i < covered.size(); i++) {
      int place = covered.getInt(i);
      if (places.isWaitedBy(target, place, timePs)) {
        covered.set(kept++, place);
      }
    }
    covered.size(kept);
  }

  /** The numbers of all places; forgets their words. */
  long[] variables() {
    for (int i = 0; i < covered.size(); i++) {
      words[i] = covered.getInt(i);
    }
    return words;
  }
}
