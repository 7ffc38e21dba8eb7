package org.foretell.runner;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.failure.ForetellException;
import org.foretell.input.TraceReading;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedFileTest {
  @TempDir Path folder;

  private final AtomicLong nanos = new AtomicLong();

  private WatchedFile watched(Path path) {
    WatchedFile file = new WatchedFile(path, nanos::get);
    file.expect(TraceReading.sha256(path));
    return file;
  }

  @Test
  void filesOfAFolderAreLookedAtNowAndThenWhileRunsFollowEachOther() throws IOException {
    Files.writeString(folder.resolve("rank0"), "one");
    Path second = Files.writeString(folder.resolve("rank1"), "two");
    WatchedFile file = watched(folder);
    Files.writeString(second, "three");
    nanos.addAndGet(50_000_000);
    assertThatCode(file::checkNowAndThen).doesNotThrowAnyException();
    nanos.addAndGet(50_000_000);
    assertThatThrownBy(file::checkNowAndThen)
        .isInstanceOf(ForetellException.class)
        .hasMessageContaining("has changed since it was opened");
    assertThatThrownBy(file::check).isInstanceOf(ForetellException.class);
    Files.writeString(second, "two");
    assertThatCode(file::check).doesNotThrowAnyException();
  }

  @Test
  void onlyContentCounts() throws IOException {
    Path only = Files.writeString(folder.resolve("trace"), "one");
    WatchedFile file = watched(only);
    Files.setLastModifiedTime(only, FileTime.fromMillis(1_000_000));
    assertThatCode(file::check).doesNotThrowAnyException();
    Path link = Files.createSymbolicLink(folder.resolve("link"), only);
    WatchedFile linked = watched(link);
    assertThatCode(linked::check).doesNotThrowAnyException();
    Files.writeString(only, "other");
    assertThatThrownBy(linked::check).isInstanceOf(ForetellException.class);
    Files.delete(only);
    assertThatThrownBy(file::check).isInstanceOf(TraceException.class);
  }
}
