package org.foretell.cli.shell;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Remembers that writing failed, which a {@link java.io.PrintWriter} on top swallows. */
public final class StandardOutput extends OutputStream {
  private final OutputStream out;
  private @Nullable IOException failure;

  public StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** What went wrong first; null when nothing did. */
  public @Nullable IOException failure() {
    return failure;
  }

  /** Whether nobody reads any more, as after {@code | head}: no reason to complain. */
  boolean readerIsGone() {
    return failure != null && "Broken pipe".equals(failure.getMessage());
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  @Override
  public void flush() throws IOException {
    try {
      out.flush();
    } catch (IOException e) {
      throw remembered(e);
    }
  }

  private IOException remembered(IOException e) {
    if (failure == null) {
      failure = e;
    }
    return e;
  }
}
