package org.foretell.engine.message;

/**
 * What the numbers stand for that {@link EventList#next} answers: a rank, or the complement of a
 * message, of a collective in the background, of a request at file servers, or of an account of
 * what a rank has under way. The lower three bits of messages are 0.
 */
public final class EventCode {
  /** There is no event. */
  public static final int NOTHING = CpuQueues.NOTHING;

  private static final int BACKGROUND = 1;
  private static final int FILE_REQUEST = 2;
  private static final int ACCOUNT = 4;
  private static final int KIND = 7;
  private static final int SHIFT = 3;

  private EventCode() {}

  /** Whether an event, which is no rank's, is a message's. */
  public static boolean isMessage(int event) {
    return (~event & KIND) == 0;
  }

  /** The event of a collective in the background, an odd number. */
  static int background(int collective) {
    return (collective << SHIFT) + BACKGROUND;
  }

  /** The collective in the background that goes on in an event. */
  public static int collective(int event) {
    return number(event);
  }

  /**
   * The event of a request at file servers.
   *
   * @param request a multiple of 8
   */
  static int ofFileRequest(int request) {
    return request | FILE_REQUEST;
  }

  /** The event in which all is complete that an account is about. */
  static int ofAccount(int account) {
    return (account << SHIFT) + ACCOUNT;
  }

  /** Whether an event is that of an account. */
  public static boolean isAccount(int event) {
    return event < 0 && (~event & KIND) == ACCOUNT;
  }

  /** The account that an event is about. */
  public static int account(int event) {
    return number(event);
  }

  private static int number(int event) {
    return ~event >> SHIFT;
  }

  /** Whether an event is the arrival of a request at file servers. */
  public static boolean isFileRequest(int event) {
    return event < 0 && (~event & KIND) == FILE_REQUEST;
  }

  /** The request that arrives at file servers in an event. */
  public static int fileRequest(int event) {
    return ~event & ~FILE_REQUEST;
  }
}
