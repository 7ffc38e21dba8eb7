package org.foretell.parsers.simgrid;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Refuses to deliver more than a number of bytes, so that a small bomb cannot explode. */
final class LimitedInputStream extends FilterInputStream {
  private final long limit;
  private long left;
  private long sectionLeft = Long.MAX_VALUE;

  LimitedInputStream(InputStream in, long limit) {
    super(in);
    this.limit = limit;
    this.left = limit;
  }

  /** Bytes that may still be read. */
  long left() {
    return left;
  }

  /** Allows so many bytes and no more until {@link #endSection()}. */
  void beginSection(long bytes) {
    sectionLeft = bytes;
  }

  void endSection() {
    sectionLeft = Long.MAX_VALUE;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = super.read(bytes, offset, length);
    if (count > 0) {
      left -= count;
      sectionLeft -= count;
      if (left < 0) {
        throw new IOException("it expands to more than the limit of " + limit + " bytes");
      }
      if (sectionLeft < 0) {
        throw new IOException("an entry's header is larger than any real one");
      }
    }
    return count;
  }

  @Override
  public long skip(long count) throws IOException {
    // Reading keeps the count right, and the streams below cannot skip faster anyway.
    byte[] sink = new byte[(int) Math.min(Math.max(count, 0), 8192)];
    return sink.length == 0 ? 0 : Math.max(0, read(sink, 0, sink.length));
  }

  @Override
  public boolean markSupported() {
    return false;
  }
}
