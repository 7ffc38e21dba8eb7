package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  /** What stands below a command is what it prints, or how that begins. */
  @Test
  void theExamplesShowWhatTheCommandsPrint() throws IOException {
    Matcher example =
        Pattern.compile("```\n\\$ \\./sim ([^\n]*)\n(.*?)```", Pattern.DOTALL)
            .matcher(Readme.text());
    int examples = 0;
    while (example.find()) {
      Object[] arguments =
          Pattern.compile(" ")
              .splitAsStream(example.group(1))
              .map(word -> word.startsWith("examples/") ? "../" + word : word)
              .toArray();
      assertThat(SimCall.of(arguments).out()).startsWith(example.group(2));
      examples++;
    }
    assertThat(examples).isEqualTo(4);
  }
}
