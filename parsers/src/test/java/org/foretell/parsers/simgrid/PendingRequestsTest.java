package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class PendingRequestsTest {
  private record Entry(long key, int slot) {}

  @Property
  void agreesWithAPlainList(@ForAll List<@IntRange(min = -1, max = 9) Integer> steps) {
    PendingRequests requests = new PendingRequests();
    List<Entry> twin = new ArrayList<>();
    for (int step : steps) {
      if (step < 0) {
        assertThat(requests.takeAll()).isEqualTo(twin.stream().mapToLong(Entry::slot).toArray());
        twin.clear();
      } else if (step < 6) {
        int key = step / 2;
        int free = 0;
        while (isUsed(twin, free)) {
          free++;
        }
        assertThat(requests.add(key)).isEqualTo(free);
        twin.add(new Entry(key, free));
      } else {
        int key = step - 6;
        Entry oldest = twin.stream().filter(e -> e.key() == key).findFirst().orElse(null);
        assertThat(requests.peek(key)).isEqualTo(oldest == null ? -1 : oldest.slot());
        assertThat(requests.take(key)).isEqualTo(oldest == null ? -1 : oldest.slot());
        twin.remove(oldest);
      }
      assertThat(requests.size()).isEqualTo(twin.size());
    }
  }

  private static boolean isUsed(List<Entry> entries, int slot) {
    return entries.stream().anyMatch(entry -> entry.slot() == slot);
  }
}
