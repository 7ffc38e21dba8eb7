package org.foretell.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.cli.Sim;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeneratedPagesTest {
  @TempDir Path folder;

  @Test
  void everyCommandHasAPageAndEveryShellAScript() throws IOException {
    GeneratedPages.write(Sim.commandLine(), folder);

    for (String page : new String[] {"sim", "sim-run", "sim-machines", "sim-machines-show"}) {
      assertThat(folder.resolve("man/" + page + ".adoc")).content().contains("== Synopsis");
    }
    for (String shell : new String[] {"bash", "zsh", "fish"}) {
      assertThat(folder.resolve("completions/sim." + shell)).content().contains("replications");
    }
  }

  @Test
  void twoBuildsWriteTheSame() throws IOException {
    GeneratedPages.write(Sim.commandLine(), folder.resolve("first"));
    GeneratedPages.write(Sim.commandLine(), folder.resolve("second"));
    for (String file : new String[] {"completions/sim.bash", "man/sim-run.adoc"}) {
      assertThat(Files.readString(folder.resolve("second").resolve(file)))
          .isEqualTo(Files.readString(folder.resolve("first").resolve(file)))
          .doesNotContain("# Date:");
    }
  }
}
