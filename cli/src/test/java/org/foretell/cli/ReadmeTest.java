package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ReadmeTest {
  @Test
  void theWorkedExampleShowsWhatTheCommandPrints() throws IOException {
    SimCall call = SimCall.of("run", "jaguar-xt5", SimCall.EXAMPLE);
    String shown = "$ ./sim run jaguar-xt5 examples/mg.S.64.bin\n" + call.out();
    assertThat(Readme.text()).contains("```\n" + shown + "```");
  }

  @Test
  void itsLinksLeadSomewhere() throws IOException {
    Matcher link = Pattern.compile("]\\(([^)#:]+)\\)").matcher(Readme.text());
    while (link.find()) {
      assertThat(Files.exists(Path.of("..", link.group(1)))).as(link.group(1)).isTrue();
    }
  }
}
