package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PendingFileTest {
  @TempDir private Path folder;

  private void replace(Path target, String text) throws IOException {
    PendingFile pending = new PendingFile(target);
    Files.writeString(pending.temporary(), text);
    pending.commit();
    pending.discard();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).containsExactly(target);
    }
    assertThat(target).hasContent(text);
  }

  @Test
  void nothingIsThereUntilItIsComplete() throws IOException {
    Path target = folder.resolve("t");
    PendingFile pending = new PendingFile(target);
    assertThat(pending.temporary()).doesNotExist().hasParentRaw(folder);
    Files.writeString(pending.temporary(), "half");
    assertThat(target).doesNotExist();
    pending.discard();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void theModeOfWhatIsReplacedStays() throws IOException {
    Path target = folder.resolve("t");
    Files.writeString(target, "old");
    assumeTrue(Files.getFileStore(target).supportsFileAttributeView("posix"));
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-rw-r-x"));
    replace(target, "new");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-rw-r-x");
  }

  /** File systems take at most 255 bytes. */
  @Test
  void theLongestNameWorks() throws IOException {
    replace(folder.resolve("x".repeat(255)), "new");
  }
}
