package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegularFileTest {
  @TempDir private Path folder;

  @Test
  void filesAndWhatIsNotThereMayBeOpened() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertThat(RegularFile.check(file)).isEqualTo(file);
    Path missing = folder.resolve("missing");
    assertThat(RegularFile.check(missing)).isEqualTo(missing);
    assertThat(RegularFile.isSpecial(file)).isFalse();
    assertThat(RegularFile.isSpecial(missing)).isFalse();
  }

  @Test
  void foldersPipesAndDevicesMayNot() throws Exception {
    assertThatThrownBy(() -> RegularFile.check(folder))
        .isInstanceOf(FileSystemException.class)
        .hasMessageEndingWith(": found a folder, expected a file");
    Path pipe = folder.resolve("pipe");
    Process mkfifo = new ProcessBuilder("sh", "-c", "mkfifo \"$0\"", pipe.toString()).start();
    assumeTrue(mkfifo.waitFor() == 0, "the system has no mkfifo");
    assertThatThrownBy(() -> RegularFile.check(pipe))
        .hasMessageContaining("found a pipe or a device, expected a file");
    assertThat(RegularFile.isSpecial(pipe)).isTrue();
    assertThat(RegularFile.isSpecial(folder)).isFalse();
  }

  @Test
  void reasonsAreInWordsAndNameNoClass() {
    assertThat(RegularFile.reason(new NoSuchFileException("x")))
        .isEqualTo("there is no such file or folder");
    assertThat(RegularFile.reason(new AccessDeniedException("x"))).isEqualTo("access is denied");
    assertThat(RegularFile.reason(new MalformedInputException(1))).contains("UTF-8");
    assertThat(RegularFile.reason(new FileSystemException("x", null, "disk full")))
        .isEqualTo("disk full");
    assertThat(RegularFile.reason(new IOException("No space left on device")))
        .isEqualTo("No space left on device");
    String tooMany =
        "Too many open files, those of libraries among them; raise the limit (ulimit -n)";
    assertThat(RegularFile.reason(new FileSystemException("x", null, "Too many open files")))
        .isEqualTo(tooMany);
    assertThat(RegularFile.reason(new FileSystemException("x: Too many open files")))
        .isEqualTo(tooMany);
    assertThat(RegularFile.reason(new IOException())).doesNotContain("null", "Exception");
  }
}
