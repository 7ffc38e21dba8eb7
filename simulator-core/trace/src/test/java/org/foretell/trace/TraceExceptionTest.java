package org.foretell.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class TraceExceptionTest {
  @Test
  void failuresToWriteAreDistinguishedFromAllOthers() {
    Path file = Path.of("folder", "trace.bin");
    assertThat(TraceException.writing(file, new IOException("disk full")).writing()).isTrue();
    assertThat(TraceException.reading(file, new IOException("bad disk")).writing()).isFalse();
    assertThat(new TraceException("damaged").writing()).isFalse();
  }

  @Test
  void theMessageNamesTheFileAndTheReason() {
    assertThat(TraceException.writing(Path.of("x.bin"), new NoSuchFileException("y")))
        .hasMessage("x.bin: cannot write: there is no such file or folder");
  }
}
