package org.foretell.parsers.otf2;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import org.foretell.trace.OpCode;

/**
 * Writes the events of one rank of an {@link Otf2Output}, in the order of their times, in
 * picoseconds. Numbers of regions and communicators are those of the archive, partners are ranks of
 * the communicator. For one thread.
 */
public final class EventOutput implements Closeable {
  private final RecordOutput file;

  EventOutput(Path file, int chunkBytes) throws IOException {
    this.file = new RecordOutput(file, chunkBytes);
  }

  /** How many events there are. */
  long count() {
    return file.records();
  }

  /**
   * The rank begins or ends, so that the time outside of regions counts.
   *
   * @param timePs when
   * @param begins whether it begins
   * @throws IOException if the file cannot be written
   */
  public void measurement(long timePs, boolean begins) throws IOException {
    int mode = begins ? EventReader.MEASURING : EventReader.PAUSING;
    file.u8(mode).end(EventReader.MEASUREMENT, timePs, false);
  }

  /**
   * A region begins.
   *
   * @param timePs when
   * @param region its number
   * @throws IOException if the file cannot be written
   */
  public void enter(long timePs, int region) throws IOException {
    file.number(region).end(EventReader.ENTER, timePs, true);
  }

  /**
   * The innermost region ends.
   *
   * @param timePs when
   * @param region its number
   * @throws IOException if the file cannot be written
   */
  public void leave(long timePs, int region) throws IOException {
    file.number(region).end(EventReader.LEAVE, timePs, true);
  }

  /**
   * A message of a call that blocks.
   *
   * @param timePs when it is sent, or has been received
   * @param isSend whether this rank sends it
   * @param peer the other end
   * @param communicator its number
   * @param tag of the message
   * @param bytes its size
   * @throws IOException if the file cannot be written
   */
  public void message(long timePs, boolean isSend, int peer, int communicator, int tag, long bytes)
      throws IOException {
    file.number(peer).number(communicator).number(Integer.toUnsignedLong(tag)).number(bytes);
    file.end(isSend ? EventReader.SEND : EventReader.RECV, timePs, false);
  }

  /** A message with a request: a send that begins, or a receive that is complete. */
  void message(
      long timePs, boolean isSend, int peer, int communicator, int tag, long bytes, long request)
      throws IOException {
    file.number(peer)
        .number(communicator)
        .number(Integer.toUnsignedLong(tag))
        .number(bytes)
        .number(request);
    file.end(isSend ? EventReader.ISEND : EventReader.IRECV, timePs, false);
  }

  /** What is but a request: of a receive or a collective, a complete send, or a test of any. */
  void request(long timePs, int type, long request) throws IOException {
    file.number(request).end(type, timePs, type != EventReader.COLLECTIVE_REQUEST);
  }

  /**
   * {@return whether an op is a collective that blocks and that OTF2 knows}
   *
   * @param code any op
   */
  public static boolean isCollective(OpCode code) {
    return code.family() == OpCode.Family.COLLECTIVE
        && code.blockingForm() == code
        && CollectiveSizes.hasKind(code);
  }

  /**
   * A collective begins.
   *
   * @param timePs when the rank comes to it
   * @throws IOException if the file cannot be written
   */
  public void collectiveBegins(long timePs) throws IOException {
    file.end(EventReader.COLLECTIVE_BEGIN, timePs, false);
  }

  /**
   * A collective ends.
   *
   * @param timePs when the rank leaves it
   * @param code for which {@link #isCollective} holds
   * @param communicator its number
   * @param root rank in it; below 0 if it has none
   * @param sent bytes that the rank sends in all, to itself too
   * @param received bytes that it receives in all, from itself too
   * @throws IOException if the file cannot be written
   */
  public void collectiveEnds(
      long timePs, OpCode code, int communicator, int root, long sent, long received)
      throws IOException {
    file.u8(CollectiveSizes.kind(code)).number(communicator);
    file.number(root < 0 ? RecordFile.UNDEFINED : root);
    file.number(sent).number(received).end(EventReader.COLLECTIVE_END, timePs, false);
  }

  /**
   * A collective of a replay ends.
   *
   * @param timePs when the rank leaves it
   * @param code for which {@link #isCollective} holds
   * @param communicator its number
   * @param members its size
   * @param own rank of the caller in it
   * @param root rank in it; below 0 if it has none
   * @param sent bytes that leave the rank, as a replay counts them
   * @param received bytes that reach it, likewise
   * @throws IOException if the file cannot be written
   */
  public void replayedCollectiveEnds(
      long timePs,
      OpCode code,
      int communicator,
      int members,
      int own,
      int root,
      long sent,
      long received)
      throws IOException {
    CollectiveTotals totals = CollectiveTotals.replayed(code, members, own, sent, received);
    collectiveEnds(timePs, code, communicator, root, totals.sent(), totals.received());
  }

  /** A collective with a request is complete. */
  void collective(
      long timePs, int kind, int communicator, int root, long sent, long received, long request)
      throws IOException {
    file.u8(kind).number(communicator).number(root).number(sent).number(received).number(request);
    file.end(EventReader.COLLECTIVE_COMPLETE, timePs, false);
  }

  /** A one-sided event, whose fields and end the caller writes. */
  RecordOutput record() {
    return file;
  }

  void finish() throws IOException {
    file.finish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
