package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.foretell.cli.text.Words;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/**
 * Holds {@code docs/coverage.md} equal to the code. After a change run the test with {@code
 * -Dupdate.docs=true}, which writes the page.
 */
class CoveragePageTest {
  private static final Path PAGE = Path.of("../docs/coverage.md");
  private static final String FILE_SYSTEM =
      "a machine with a [file system](machine-format.md#file-system)";

  @Test
  void thePageMatchesTheCode() throws IOException {
    if (Boolean.getBoolean("update.docs")) {
      Files.writeString(PAGE, page());
    }
    assertThat(PAGE).as("written by this test with -Dupdate.docs=true").hasContent(page());
  }

  private static String page() {
    StringBuilder page = new StringBuilder("# What is covered\n\n");
    page.append("Generated from the code by a test (`CoveragePageTest`).\n\n## Ops\n\n");
    page.append("All of these can be read, stored, converted and replayed, under every model.\n\n");
    page.append("| kind | ops | needs |\n|---|---|---|\n");
    for (OpCode.Family family : OpCode.Family.values()) {
      page.append("| ")
          .append(family.name().toLowerCase(Locale.ROOT).replace('_', ' '))
          .append(" | ")
          .append(ops(family))
          .append(family == OpCode.Family.FILE ? " | " + FILE_SYSTEM : " |")
          .append(" |\n");
    }
    page.append("\nTrace formats are in [a page of their own](formats.md).\n");
    page.append("\n## Models\n\n| model | |\n|---|---|\n");
    for (ModelProvider provider : ModelRegistry.load(List.of()).all()) {
      page.append("| `")
          .append(provider.name())
          .append("` | ")
          .append(provider.summary())
          .append(" |\n");
    }
    return page.toString();
  }

  private static String ops(OpCode.Family family) {
    List<String> names =
        Arrays.stream(OpCode.values())
            .filter(code -> code.family() == family)
            .map(Words::word)
            .toList();
    return names.stream().collect(Collectors.joining(", "));
  }
}
