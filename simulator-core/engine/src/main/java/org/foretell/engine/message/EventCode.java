package org.foretell.engine.message;

/**
 * What the numbers stand for that {@link EventList#next} answers: a rank, or the complement of a
 * message, of a collective in the background, or of a request at file servers. The lower three bits
 * of messages are 0.
 */
public final class EventCode {
  /** There is no event. */
  public static final int NOTHING = CpuQueues.NOTHING;

  private static final int BACKGROUND = 1;
  private static final int FILE_REQUEST = 2;
  private static final int BACKGROUND_SHIFT = 3;

  private EventCode() {}

  /** The event of a collective in the background, an odd number. */
  static int background(int collective) {
    return (collective << BACKGROUND_SHIFT) + BACKGROUND;
  }

  /** The collective in the background that goes on in an event. */
  public static int collective(int event) {
    return ~event >> BACKGROUND_SHIFT;
  }

  /** Whether an event is a collective's in the background. */
  public static boolean isBackground(int event) {
    return event < 0 && (~event & BACKGROUND) != 0;
  }

  /**
   * The event of a request at file servers.
   *
   * @param request a multiple of 8
   */
  static int ofFileRequest(int request) {
    return request | FILE_REQUEST;
  }

  /** Whether an event is the arrival of a request at file servers. */
  public static boolean isFileRequest(int event) {
    return event < 0 && (~event & (FILE_REQUEST | BACKGROUND)) == FILE_REQUEST;
  }

  /** The request that arrives at file servers in an event. */
  public static int fileRequest(int event) {
    return ~event & ~FILE_REQUEST;
  }
}
