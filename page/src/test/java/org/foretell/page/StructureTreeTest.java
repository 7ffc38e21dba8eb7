package org.foretell.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.foretell.Foretell;
import org.foretell.report.ExplainResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StructureTreeTest {
  @TempDir private Path folder;

  private Map<String, Object> tree(List<String> lines) throws IOException {
    ExplainResult result =
        Foretell.explanation()
            .machine("arc")
            .trace(Files.write(folder.resolve("t.txt"), lines))
            .structure(true)
            .run();
    return StructureTree.of(result.structure(), result.run().trace().tables().callSites());
  }

  private static List<Map<?, ?>> list(Object value) {
    List<Map<?, ?>> found = new ArrayList<>();
    for (Object each : (List<?>) value) {
      found.add((Map<?, ?>) each);
    }
    return found;
  }

  private static int rows(Object value) {
    int count = 0;
    for (Map<?, ?> row : list(value)) {
      count += 1 + (row.containsKey("rows") ? rows(row.get("rows")) : 0);
    }
    return count;
  }

  @Test
  void loopsHoldWhatTheyRepeat() throws IOException {
    Map<String, Object> tree =
        tree(
            List.of(
                "foretell-trace 1",
                "ranks 1",
                "call_site 0 \"a.c:7\"",
                "program 0 {",
                "  repeat 5 {",
                "    compute duration=10us",
                "    barrier call_site=0",
                "  }",
                "  compute duration=50us",
                "}"));
    Map<?, ?> program = list(tree.get("programs")).get(0);
    assertThat(program.get("name")).isEqualTo("Rank 0");
    assertThat(program.get("picoseconds")).isEqualTo("100000000");
    Map<?, ?> loop = list(program.get("rows")).get(0);
    assertThat(loop.get("name")).isEqualTo("5 times");
    assertThat(loop.get("percent")).isEqualTo("50.0 %");
    assertThat(loop.get("each")).isEqualTo("10 us each");
    Map<?, ?> burst = list(loop.get("rows")).get(0);
    assertThat(burst.get("name")).isEqualTo("computation  a.c:7");
    assertThat(burst.get("each")).isEqualTo("5 × 10 us");
    assertThat(list(program.get("rows")).get(1).get("name")).isEqualTo("computation");
  }

  @Test
  void longAndManyProgramsStayShortAndSayWhatIsLeftOut() throws IOException {
    Random random = new Random(5);
    List<String> lines = new ArrayList<>(List.of("foretell-trace 1", "ranks 20"));
    for (int site = 0; site < 300; site++) {
      lines.add("call_site " + site + " \"line " + site + "\"");
    }
    for (int rank = 0; rank < 20; rank++) {
      lines.add("program " + rank + " {");
      for (int i = 0; i < 400; i++) {
        lines.add("  barrier call_site=" + random.nextInt(300));
      }
      lines.add("}");
    }
    Map<String, Object> tree = tree(lines);
    assertThat(tree).containsEntry("kinds", 20).containsEntry("otherKinds", 12);
    assertThat(tree).containsEntry("otherRanks", 12);
    for (Map<?, ?> program : list(tree.get("programs"))) {
      assertThat(rows(program.get("rows"))).isLessThan(500);
      assertThat(program.get("rows").toString()).contains("ops, left out");
    }
  }
}
