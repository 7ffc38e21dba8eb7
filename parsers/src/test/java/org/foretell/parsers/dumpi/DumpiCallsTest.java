package org.foretell.parsers.dumpi;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every call of the format is read as it is written, in all versions that differ. */
class DumpiCallsTest {
  @TempDir private Path folder;

  private static List<CallLayout> calls() {
    List<CallLayout> calls = new ArrayList<>();
    for (int id = 0; id < CallTable.END_OF_STREAM; id++) {
      CallLayout call = CallTable.of(id);
      if (call != null) {
        calls.add(call);
      }
    }
    return calls;
  }

  private static Object argument(CallLayout.Field field, boolean isRoot) {
    if (field.name().equals("commrank") || field.name().equals("oldcommrank")) {
      return isRoot ? 0 : 3;
    } else if (field.name().equals("root")) {
      return 0;
    } else if (field.atRootOnly() && !isRoot) {
      return null;
    }
    return switch (field.kind()) {
      case INT -> -77_000_077;
      case LONG -> -77_000_077_000_077L;
      case HANDLE -> 60_001;
      case BYTE -> 201;
      case INTS -> new int[] {5, -6, 1 << 30};
      case HANDLES -> new int[] {60_002, 7};
      case BYTES -> new int[] {202, 0, 1, 2};
      case ROWS -> new int[][] {{1, 2, 3}, {}, {4, 5, 6}};
      case TEXT -> "native";
      case TEXTS -> new String[] {"a", "", "long argument"};
      case LISTS -> new String[][] {{"x"}, {}, {"y", "z"}};
      case STATUSES -> new int[] {64, 1, 0, 0, 9, 65, 2, 1, 3, 10};
    };
  }

  private static Object[] arguments(CallLayout call, boolean isRoot) {
    return call.fields().stream().map(field -> argument(field, isRoot)).toArray();
  }

  private static void check(DumpiRecord record, CallLayout call, boolean isRoot) {
    assertThat(record.call).isSameAs(call);
    for (int i = 0; i < call.fields().size(); i++) {
      CallLayout.Field field = call.fields().get(i);
      Object written = argument(field, isRoot);
      String what = call + " " + field;
      if (written == null) {
        assertThat(record.lengthAt(i)).as(what).isLessThan(1);
      } else if (written instanceof Number number) {
        assertThat(record.valueAt(i)).as(what).isEqualTo(number.longValue());
      } else if (written instanceof int[] list) {
        assertThat(record.lengthAt(i)).as(what).isEqualTo(list.length);
        for (int k = 0; k < list.length; k++) {
          assertThat(record.elementAt(i, k)).as(what).isEqualTo(list[k]);
        }
      } else if (written instanceof int[][]) {
        assertThat(record.lengthAt(i)).as(what).isEqualTo(6);
        assertThat(record.elementAt(i, 5)).as(what).isEqualTo(6);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"13, 0, 0, 8", "1, 0, 0, 8", "0, 6, 9, 8", "0, 6, 9, 7", "0, 6, 9, 6", "0, 6, 9, 5"})
  void everyCallOfTheTable(int major, int minor, int micro, int indexWords) {
    DumpiRank rank = new DumpiRank().version(major, minor, micro).indexWords(indexWords);
    for (boolean isRoot : new boolean[] {true, false}) {
      for (CallLayout call : calls()) {
        rank.call(call.name(), arguments(call, isRoot));
      }
    }
    try (DumpiFile file = DumpiFile.open(rank.write(folder, 0))) {
      assertThat(file.version()).isEqualTo(new Version(major, minor, micro));
      assertThat(file.host()).isEqualTo("node1");
      assertThat(file.calls(CallTable.named("MPI_Send"))).isEqualTo(2);
      assertThat(file.datatypeSizes()).hasSize(indexWords == 8 ? 29 : 0);
      RecordReader records = file.records();
      long startNs = 1000_000_000_000L;
      for (boolean isRoot : new boolean[] {true, false}) {
        for (CallLayout call : calls()) {
          assertThat(records.next()).isTrue();
          check(records.record(), call, isRoot);
          assertThat(records.record().wallStartNs).isEqualTo(startNs);
          startNs += 1000;
          assertThat(records.record().wallStopNs).isEqualTo(startNs);
        }
      }
      assertThat(records.next()).isFalse();
    }
    assertThat(calls()).hasSize(291);
  }

  @Test
  void everyCombinationOfWhatRecordsHave() {
    DumpiRank rank = new DumpiRank().counters(3);
    int[] masks = new int[32];
    for (int i = 0; i < masks.length; i++) {
      masks[i] = (i & 1) * 3 | (i >> 1 & 3) << 2 | (i >> 3 & 3) << 6;
      rank.mask(masks[i]).call("MPI_Wait", 8, new int[] {64, 1, 0, 0, 9});
    }
    try (DumpiFile file = DumpiFile.open(rank.write(folder, 0))) {
      RecordReader records = file.records();
      for (int mask : masks) {
        assertThat(records.next()).isTrue();
        DumpiRecord record = records.record();
        assertThat(record.value(Argument.REQUEST)).isEqualTo(8);
        assertThat(record.statuses()).isEqualTo((mask & 3) != 0 ? 1 : 0);
        assertThat(record.hasCpuTimes).isEqualTo((mask & 4) != 0);
        assertThat(record.hasWallTimes).isEqualTo((mask & 8) != 0);
        assertThat(record.counters).isEqualTo((mask & 128) != 0 ? 3 : 0);
      }
      assertThat(records.next()).isFalse();
    }
  }

  @Test
  void faultsOfOldVersions() {
    // Here the number of arguments, a status without tag, and single numbers for arrays.
    DumpiRank old = new DumpiRank().version(0, 6, 1).indexWords(5);
    old.call("MPI_Init", (Object) new String[0]).raw(0, 0, 0, 0);
    old.call("MPI_Recv", 1, 9, 3, 4, 2, new int[] {4, 3, 0, 0, 4});
    old.call("MPI_Type_struct", 1, new int[] {2}).raw(0, 0, 0, 5);
    old.raw(0, 0, 0, 1, 0, 9, 0, 29);
    old.call("MPI_Cart_get", 1, 4, 1, new int[] {2}, new int[] {0}).raw(0, 0, 0, 1);
    old.call("MPI_Finalize");
    try (DumpiFile file = DumpiFile.open(old.write(folder, 0))) {
      RecordReader records = file.records();
      List<String> names = new ArrayList<>();
      while (records.next()) {
        names.add(records.record().call.name());
        if (names.size() == 2) {
          assertThat(records.record().statusTag(0)).isEqualTo(-1);
        }
        if (names.size() == 3) {
          assertThat(records.record().element(Argument.OLDTYPES, 0)).isEqualTo(9);
          assertThat(records.record().value(Argument.NEWTYPE)).isEqualTo(29);
        }
      }
      assertThat(names)
          .containsExactly(
              "MPI_Init", "MPI_Recv", "MPI_Type_struct", "MPI_Cart_get", "MPI_Finalize");
    }
  }

  @Test
  void secondsThatBeginAnew() {
    DumpiRank rank = new DumpiRank();
    long hour = 3_600_000_000_000L;
    for (int i = 0; i < 50; i++) {
      rank.callAt(i * hour, i * hour + 5, "MPI_Wtime");
    }
    try (DumpiFile file = DumpiFile.open(rank.write(folder, 0))) {
      RecordReader records = file.records();
      for (int i = 0; i < 50; i++) {
        assertThat(records.next()).isTrue();
        assertThat(records.record().wallStartNs).isEqualTo(1000_000_000_000L + i * hour);
      }
    }
  }
}
