package org.foretell.parsers.raw;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Places are named where there is debug information of the very module; a C compiler makes it. */
class DebugInformationTest {
  @TempDir private Path folder;
  private Path library;
  private long offset;

  @BeforeEach
  void compile() throws IOException, InterruptedException {
    Path source = folder.resolve("place.c");
    Files.writeString(source, "int before;\n\nint there(int x)\n{\n  return before + x;\n}\n");
    library = folder.resolve("libplace.so");
    run(
        "cc",
        "-g",
        "-O0",
        "-shared",
        "-fPIC",
        "-Wl,--build-id",
        "-o",
        library.toString(),
        source.toString());
    String symbols = run("nm", library.toString());
    String line =
        symbols.lines().filter(each -> each.endsWith(" T there")).findFirst().orElseThrow();
    offset = Long.parseLong(line.substring(0, line.indexOf(' ')), 16);
    run("addr2line", "--version");
  }

  private String run(String... command) throws IOException, InterruptedException {
    Path out = folder.resolve("out");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(out.toFile())
              .start();
    } catch (IOException notInstalled) {
      Assumptions.abort(command[0] + " is not installed");
      return "";
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(String.join(" ", command)).isZero();
    return Files.readString(out);
  }

  private Map<CodePlace, String> names(CodeModule module, Long... offsets) {
    return new DebugInformation().of(Map.of(module, List.of(offsets)));
  }

  @Test
  void aPlaceIsItsFunctionFileAndLine() {
    String id = ElfBuildId.of(library).orElseThrow();
    assertThat(id).hasSizeGreaterThanOrEqualTo(16);
    CodeModule module = new CodeModule(library.toString(), id);
    assertThat(names(module, offset + 5, offset + 5, 0x7fff_0000L))
        .containsOnlyKeys(new CodePlace(module, offset + 5))
        .containsValue("there place.c:4");
  }

  @Test
  void anotherBuildOrAFileThatIsGoneHasNoNames() {
    CodeModule other = new CodeModule(library.toString(), "00112233");
    assertThat(names(other, offset + 5)).isEmpty();
    assertThat(names(new CodeModule(library.toString(), ""), offset + 5)).isEmpty();
    CodeModule gone = new CodeModule(folder.resolve("no.so").toString(), "00");
    assertThat(names(gone, offset + 5)).isEmpty();
  }

  @Test
  void whatIsNoElfFileHasNoBuildId() throws IOException {
    assertThat(ElfBuildId.of(folder.resolve("place.c"))).isEmpty();
    assertThat(ElfBuildId.of(folder)).isEmpty();
    byte[] bytes = Files.readAllBytes(library);
    for (int cut = 0; cut < 1024; cut += 7) {
      Path file = folder.resolve("cut.so");
      Files.write(file, java.util.Arrays.copyOf(bytes, cut));
      assertThat(ElfBuildId.of(file)).satisfies(id -> assertThat(id.orElse("x")).isNotEmpty());
    }
  }

  /** Opening a pipe would wait for somebody to write to it. */
  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aPipeIsNoModule() throws Exception {
    Path pipe = folder.resolve("pipe");
    Process mkfifo = new ProcessBuilder("sh", "-c", "mkfifo \"$0\"", pipe.toString()).start();
    assumeTrue(mkfifo.waitFor() == 0, "the system has no mkfifo");
    assertThat(names(new CodeModule(pipe.toString(), "abcdef"), 16L)).isEmpty();
  }
}
