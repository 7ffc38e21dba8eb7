package org.foretell.parsers.chakra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.parsers.ReadingOptions;
import org.foretell.parsers.lowering.Lowering;
import org.foretell.parsers.runs.ReaderNumbers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Graphs are read alike by any number of threads. */
class ChakraReadersTest {
  private static final int RANKS = 6;
  private static final ReadingOptions OPTIONS = ReadingOptions.DEFAULT.withBaseFlopsPerSecond(1e9);

  @TempDir private Path folder;

  @BeforeEach
  void write() throws IOException {
    Files.writeString(
        folder.resolve("comm_group.json"), "{\"3\": [0, 2, 4], \"5\": [1, 3, 5], \"7\": [5, 0]}");
    for (int rank = 0; rank < RANKS; rank++) {
      write(rank).write(folder, rank);
    }
  }

  /** Groups come first on different ranks, some are those of the rank, and two ranks are long. */
  private static EtFile write(int rank) {
    EtFile file = new EtFile();
    String record = "[{'pg_name': '9', 'ranks': [1, 4]}]".replace('\'', '"');
    file.node(
        1,
        EtFile.COMP,
        node ->
            node.text(2, "## process_group:init ##").inner(8, values -> values.text(1, record)));
    long id = 2;
    for (int i = 0; i < 20 + 200 * (rank % 3); i++) {
      boolean hasDuration = i % 7 > 0;
      int micros = hasDuration ? 3 + (i + rank) % 5 : 0;
      file.node(
          id,
          EtFile.COMP,
          node ->
              node.number(7, micros).after(1).attribute("num_ops", 1000).attribute("stream", 7));
      id++;
    }
    for (int i = 0; i < 12; i++) {
      String group = i % 3 == 0 ? "" : rank % 2 == 0 ? "3" : "5";
      int kind = i % 3 == 2 ? 5 : i % 2;
      collective(file, id++, group, kind, 64 + i);
      if (rank % 3 == 1) {
        collective(file, id++, "9", 9, 0);
      }
      if (rank % 5 == 0) {
        collective(file, id++, "7", 2, 4096);
      }
    }
    long last = id - 1;
    file.node(id, EtFile.SEND, node -> node.after(last).afterControl(999));
    file.node(
        id + 1,
        EtFile.SEND,
        node -> node.attribute("comm_dst", (rank + 1) % RANKS).attribute("comm_size", 100));
    file.node(
        id + 2,
        EtFile.RECEIVE,
        node -> node.attribute("comm_src", (rank + RANKS - 1) % RANKS).attribute("comm_size", 100));
    return file;
  }

  private static void collective(EtFile file, long id, String group, int kind, long size) {
    file.node(
        id,
        EtFile.COLLECTIVE,
        node ->
            node.after(id - 1)
                .attribute("comm_type", kind)
                .attribute("comm_size", size)
                .attribute("pg_name", group));
  }

  @Test
  void sameBytes() throws IOException {
    ReaderNumbers.assertSame("chakra", folder, OPTIONS);
    ReaderNumbers.assertSame("chakra", folder, OPTIONS.withLowering(Lowering.parse("nccl/g2")));
  }

  @Test
  void sameMessages() throws IOException {
    ReaderNumbers.assertSameIfDamaged("chakra", folder, OPTIONS, 300);
  }
}
