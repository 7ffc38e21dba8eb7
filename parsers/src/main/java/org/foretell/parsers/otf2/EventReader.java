package org.foretell.parsers.otf2;

import java.util.Arrays;
import org.foretell.trace.TraceException;

/**
 * The events of one location, one after the other. The fields hold those of the current event;
 * which of them count depends on its type. Numbers of regions, communicators and the like are those
 * of the archive, times are corrected.
 */
final class EventReader implements AutoCloseable {
  static final int BUFFER_FLUSH = 10;
  static final int MEASUREMENT = 11;
  static final int ENTER = 12;
  static final int LEAVE = 13;
  static final int SEND = 14;
  static final int ISEND = 15;
  static final int ISEND_COMPLETE = 16;
  static final int IRECV_REQUEST = 17;
  static final int RECV = 18;
  static final int IRECV = 19;
  static final int REQUEST_TEST = 20;
  static final int REQUEST_CANCELLED = 21;
  static final int COLLECTIVE_BEGIN = 22;
  static final int COLLECTIVE_END = 23;
  static final int METRIC = 31;
  static final int WIN_CREATE = 35;
  static final int WIN_DESTROY = 36;
  static final int RMA_COLLECTIVE_END = 38;
  static final int RMA_GROUP_SYNC = 39;
  static final int RMA_REQUEST_LOCK = 40;
  static final int RMA_ACQUIRE_LOCK = 41;
  static final int RMA_TRY_LOCK = 42;
  static final int RMA_RELEASE_LOCK = 43;
  static final int RMA_SYNC = 44;
  static final int RMA_WAIT_CHANGE = 45;
  static final int RMA_PUT = 46;
  static final int RMA_GET = 47;
  static final int RMA_ATOMIC = 48;
  static final int RMA_COMPLETE_BLOCKING = 49;
  static final int RMA_COMPLETE_NON_BLOCKING = 50;
  static final int RMA_TEST = 51;
  static final int RMA_COMPLETE_REMOTE = 52;
  static final int COLLECTIVE_REQUEST = 85;
  static final int COLLECTIVE_COMPLETE = 86;

  /** Of a measurement that begins, or goes on. */
  static final int MEASURING = 1;

  /** Of one that ends, or is interrupted. */
  static final int PAUSING = 2;

  private static final int END_OF_CHUNK = 0;
  private static final int END_OF_FILE = 2;
  private static final int TIMESTAMP = 5;
  private static final int ATTRIBUTES = 6;
  private static final int FIRST_RECORD = 10;

  /** Types of records that are one number, without their length. */
  private static final boolean[] SHORT = new boolean[256];

  static {
    for (int type : new int[] {ENTER, LEAVE, 16, 17, 20, 21, 24, 28, 29, 30}) {
      SHORT[type] = true;
    }
  }

  private final RecordFile file;
  private final LocalDefinitions definitions;
  private final LocationClock clock;
  private long rawTime;
  private boolean isTimed;

  int type;

  /** Ticks of the clock of the archive. */
  long time;

  /** Region of entries, communicator of messages and collectives, window of one-sided records. */
  int object;

  /** Rank in the communicator: of the other end, or of the root. */
  int peer;

  /** Tag, kind of collective, kind of lock, kind of atomic, whether measuring goes on. */
  int tag;

  /** Bytes of the message, or those that the rank sent. */
  long bytes;

  long received;
  long request;

  /** Group of a synchronisation. */
  int group;

  int metrics;
  int[] metricTypes = new int[8];
  long[] metricValues = new long[8];

  /** Lists of attributes so far. */
  long attributeLists;

  private EventReader(RecordFile file, LocalDefinitions definitions) {
    this.file = file;
    this.definitions = definitions;
    clock = definitions.clock();
  }

  /**
   * Opens the events of a location.
   *
   * @throws TraceException if they are missing
   */
  static EventReader open(Archive archive, long location, LocalDefinitions definitions) {
    RecordFile file = new RecordFile(archive.events(location));
    try {
      file.beginChunks(archive.eventChunkBytes());
      return new EventReader(file, definitions);
    } catch (TraceException damaged) {
      file.close();
      throw damaged;
    }
  }

  @Override
  public void close() {
    file.close();
  }

  /** Reads the next event; false if there is none. */
  boolean next() {
    while (true) {
      int next = file.u8();
      switch (next) {
        case END_OF_CHUNK -> file.nextChunk();
        case END_OF_FILE -> {
          return false;
        }
        case TIMESTAMP -> {
          rawTime = file.u64();
          time = clock.corrected(rawTime);
          isTimed = true;
        }
        case ATTRIBUTES -> {
          attributeLists++;
          file.end(file.recordEnd());
        }
        default -> {
          record(next);
          return true;
        }
      }
    }
  }

  private void record(int newType) {
    if (newType < FIRST_RECORD) {
      throw file.damaged(file.position() - 1, "the type of a record", "" + newType);
    }
    if (!isTimed) {
      throw file.damaged(file.position() - 1, "a time before the first record", "none");
    }
    type = newType;
    if (SHORT[newType]) {
      if (newType <= LEAVE) {
        object = definitions.global(LocalDefinitions.REGION, file.compressed32());
      } else {
        request = file.compressed64();
      }
      return;
    }
    long end = file.recordEnd();
    fields(newType);
    file.end(end);
  }

  private void fields(int newType) {
    switch (newType) {
      case SEND, RECV -> message();
      case ISEND, IRECV -> {
        message();
        request = file.compressed64();
      }
      case COLLECTIVE_END -> collective();
      case COLLECTIVE_REQUEST -> request = file.compressed64();
      case COLLECTIVE_COMPLETE -> {
        collective();
        request = file.compressed64();
      }
      case MEASUREMENT -> tag = file.u8();
      case METRIC -> metric();
      case BUFFER_FLUSH -> request = clock.corrected(file.u64());
      case WIN_CREATE, WIN_DESTROY, RMA_WAIT_CHANGE -> window();
      case RMA_COLLECTIVE_END -> {
        tag = file.u8();
        file.compressed32();
        window();
        peer = file.compressed32();
        bytes = file.compressed64();
        received = file.compressed64();
      }
      case RMA_GROUP_SYNC -> {
        file.compressed32();
        window();
        group = definitions.global(LocalDefinitions.GROUP, file.compressed32());
      }
      case RMA_REQUEST_LOCK, RMA_ACQUIRE_LOCK, RMA_TRY_LOCK -> {
        window();
        peer = file.compressed32();
        file.compressed64();
        tag = file.u8();
      }
      case RMA_RELEASE_LOCK -> {
        window();
        peer = file.compressed32();
      }
      case RMA_SYNC -> {
        window();
        peer = file.compressed32();
        tag = file.u8();
      }
      case RMA_PUT, RMA_GET -> {
        window();
        peer = file.compressed32();
        bytes = file.compressed64();
        request = file.compressed64();
      }
      case RMA_ATOMIC -> {
        window();
        peer = file.compressed32();
        tag = file.u8();
        bytes = file.compressed64();
        received = file.compressed64();
        request = file.compressed64();
      }
      case RMA_COMPLETE_BLOCKING, RMA_COMPLETE_NON_BLOCKING, RMA_TEST, RMA_COMPLETE_REMOTE -> {
        window();
        request = file.compressed64();
      }
      default -> {} // All others are passed over.
    }
  }

  private void message() {
    peer = file.compressed32();
    object = definitions.global(LocalDefinitions.COMM, file.compressed32());
    tag = file.compressed32();
    bytes = file.compressed64();
  }

  private void collective() {
    tag = file.u8();
    object = definitions.global(LocalDefinitions.COMM, file.compressed32());
    peer = file.compressed32();
    bytes = file.compressed64();
    received = file.compressed64();
  }

  private void window() {
    object = definitions.global(LocalDefinitions.RMA_WIN, file.compressed32());
  }

  private void metric() {
    object = definitions.global(LocalDefinitions.METRIC, file.compressed32());
    metrics = file.u8();
    if (metrics > metricTypes.length) {
      metricTypes = Arrays.copyOf(metricTypes, metrics);
      metricValues = Arrays.copyOf(metricValues, metrics);
    }
    for (int i = 0; i < metrics; i++) {
      metricTypes[i] = file.u8();
      metricValues[i] = file.u64();
    }
  }

  /** The message of an event that says what no trace can. */
  TraceException refused(String expected, String found, String advice) {
    return file.damaged(file.position(), expected, found, advice);
  }

  /** The message of an event that holds something else than it must. */
  TraceException damaged(String expected, String found) {
    return file.damaged(expected, found);
  }
}
