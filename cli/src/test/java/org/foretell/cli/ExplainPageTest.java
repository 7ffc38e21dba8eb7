package org.foretell.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.foretell.cli.shell.ExitCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sim explain --html}. */
class ExplainPageTest {
  @TempDir private Path folder;

  private Path ring() {
    return Scratch.file(
        folder,
        "ring.txt",
        "foretell-trace 1",
        "ranks 4",
        "program 0-3 {",
        "  sendrecv peer=+1 bytes=8 receive_peer=-1 receive_bytes=8",
        "  barrier",
        "}");
  }

  @Test
  void aPageIsWrittenBesideTheReport() throws IOException {
    Path html = folder.resolve("report.html");
    SimCall call = SimCall.of("explain", "arc", ring(), "--html", html);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    assertThat(call.out()).isEqualTo(SimCall.of("explain", "arc", ring()).out());
    assertThat(Files.readString(html)).startsWith("<!DOCTYPE html>").endsWith("</html>\n");
  }

  @Test
  void eachChartIsAPicture() throws IOException {
    Path pictures = folder.resolve("a").resolve("pictures");
    SimCall call = SimCall.of("explain", "hopper", ring(), "--png", pictures);
    assertThat(call.exitCode()).as(call.err()).isEqualTo(ExitCode.OK);
    try (Stream<Path> files = Files.list(pictures)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "path.png",
              "ranks.png",
              "places.png",
              "timeline.png",
              "matrix.png",
              "busy.png",
              "resources.png");
    }
    BufferedImage timeline = ImageIO.read(pictures.resolve("timeline.png").toFile());
    assertThat(timeline.getWidth()).isEqualTo(2400);
    assertThat(SimCall.of("explain", "hopper", ring(), "--png", "-").err())
        .contains("the name of a folder for the pictures");
    Path inTheWay = pictures.resolve("ranks.png");
    assertThat(SimCall.of("explain", "hopper", ring(), "--png", inTheWay).exitCode())
        .isEqualTo(ExitCode.OUTPUT_FAILED);
  }

  @Test
  void thePageReplacesNothingThatIsRead() throws IOException {
    Path trace = ring();
    SimCall call = SimCall.of("explain", "arc", trace, "--html", trace);
    assertThat(call.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(call.err()).contains("is also an input of this command");
    assertThat(Files.readString(trace)).startsWith("foretell-trace 1");
    assertThat(SimCall.of("explain", "arc", trace, "--html", "-").err())
        .contains("give a file name, like report.html");
  }
}
