package org.foretell.trace.store;

import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.foretell.trace.TraceSink;

/**
 * A part of a trace that is written to a file. Its blocks are ready for the file but for their
 * places, so that whoever joins it only has to copy them.
 */
final class StoredPart extends TraceRecorder implements TraceSink.TracePart {
  private final TraceRecorder whole;
  private final BlockWriter wholeBlocks;
  private final PartBytes bytes;
  private final BlockWriter blocks;

  StoredPart(
      TraceRecorder whole,
      BlockWriter wholeBlocks,
      Path target,
      boolean compresses,
      boolean packs) {
    super(packs);
    this.whole = whole;
    this.wholeBlocks = wholeBlocks;
    bytes = new PartBytes(target);
    blocks = new BlockWriter(bytes, compresses);
    beginPartOf(whole);
  }

  @Override
  public TraceSink sink() {
    return this;
  }

  @Override
  long append(int type, int owner, long previous, byte[] content, int length) {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("a thread that records a part of a trace was interrupted");
    }
    return blocks.append(type, owner, previous, content, length);
  }

  @Override
  public void join() {
    nextProgram(); // Between programs, or there is none.
    whole.takeAll(this, wholeBlocks.appendAll(blocks, whole.nextProgram()));
    blocks.restart();
    bytes.restart();
  }

  @Override
  void finish(Contents contents) {
    throw new IllegalStateException("a part of a trace is joined, and does not end");
  }

  @Override
  void release(boolean finished) {
    blocks.close();
    bytes.close();
  }
}
