package org.foretell.timelines;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import org.foretell.time.Ps;
import org.foretell.trace.CallNames;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;

/**
 * Perfetto's <a href="https://perfetto.dev/docs/reference/trace-packet-proto">trace packets</a>: a
 * track for each rank, below it one for its phases, ops as slices, messages as flows between two
 * instants. Times are nanoseconds, which is all that the format has; names are written once.
 */
final class PerfettoWriter implements TimelineWriter {
  /** Fields of {@code Trace} and {@code TracePacket}. */
  private static final int PACKET = 1;

  private static final int TIMESTAMP = 8;
  private static final int SEQUENCE_ID = 10;
  private static final int TRACK_EVENT = 11;
  private static final int INTERNED_DATA = 12;
  private static final int SEQUENCE_FLAGS = 13;
  private static final int TRACK_DESCRIPTOR = 60;

  /** Values of {@code SEQUENCE_FLAGS}. */
  private static final int CLEARED = 1;

  private static final int NEEDS_STATE = 2;

  /** Fields of {@code TrackDescriptor}. */
  private static final int TRACK_UUID_OF_DESCRIPTOR = 1;

  private static final int TRACK_NAME = 2;
  private static final int TRACK_PARENT = 5;
  private static final int CHILD_ORDERING = 11;
  private static final int SIBLING_ORDER_RANK = 12;
  private static final int EXPLICIT_ORDER = 3;

  /** Fields of {@code TrackEvent}, and values of its type. */
  private static final int CATEGORY_IIDS = 3;

  private static final int DEBUG_ANNOTATIONS = 4;
  private static final int TYPE = 9;
  private static final int NAME_IID = 10;
  private static final int TRACK_UUID = 11;
  private static final int FLOW_IDS = 47;
  private static final int TERMINATING_FLOW_IDS = 48;
  private static final int SLICE_BEGIN = 1;
  private static final int SLICE_END = 2;
  private static final int INSTANT = 3;

  /** Fields of {@code InternedData}, and of each entry. */
  private static final int EVENT_CATEGORIES = 1;

  private static final int EVENT_NAMES = 2;
  private static final int ANNOTATION_NAMES = 3;
  private static final int IID = 1;
  private static final int TEXT = 2;

  /** Fields of {@code DebugAnnotation}. */
  private static final int ANNOTATION_NAME_IID = 1;

  private static final int ANNOTATION_INT = 4;
  private static final int ANNOTATION_STRING = 6;

  private static final int SEQUENCE = 1;
  private static final long ROOT = 1;

  /** The annotations of an op or a message; the number of each is its position and one. */
  private enum Annotation {
    CALL_SITE("call site"),
    PEER("peer"),
    BYTES("bytes"),
    WAIT("wait ps"),
    TAG("tag");

    private final String text;

    Annotation(String text) {
      this.text = text;
    }

    private int iid() {
      return ordinal() + 1;
    }
  }

  /** Writes a message within another. */
  @FunctionalInterface
  private interface Fields {
    void writeTo(CodedOutputStream out) throws IOException;
  }

  private final CodedOutputStream out;
  private final Map<String, Integer> names = new HashMap<>();
  private final Map<String, Integer> categories = new HashMap<>();
  private TraceTables tables = TraceTables.EMPTY;
  private int ranks;
  private int lanes = 1;
  private boolean hasPhases;
  private long flows;

  PerfettoWriter(OutputStream out) {
    this.out = CodedOutputStream.newInstance(out);
  }

  @Override
  public void begin(TraceTables names, int[] nodes) throws IOException {
    tables = names;
    ranks = nodes.length;
    track(ROOT, 0, "ranks", 0);
    for (int rank = 0; rank < ranks; rank++) {
      track(track(rank, 0), ROOT, "rank " + rank, rank);
    }
    packet(
        packet -> {
          packet.writeUInt32(SEQUENCE_FLAGS, CLEARED);
          nested(
              packet,
              INTERNED_DATA,
              data -> {
                for (Annotation each : Annotation.values()) {
                  entry(data, ANNOTATION_NAMES, each.iid(), each.text);
                }
              });
        });
  }

  /** Tracks follow each other rank by rank, row by row; the phases of a rank are a row too. */
  private long track(int rank, int row) {
    return ROOT + 1 + (long) row * ranks + rank;
  }

  /** Rows of ops are even; the phases have row 1. */
  private static int rowOfLane(int lane) {
    return 2 * lane;
  }

  private static final int PHASE_ROW = 1;

  private void track(long uuid, long parent, String name, int place) throws IOException {
    packet(
        packet ->
            nested(
                packet,
                TRACK_DESCRIPTOR,
                track -> {
                  track.writeUInt64(TRACK_UUID_OF_DESCRIPTOR, uuid);
                  track.writeString(TRACK_NAME, name);
                  if (parent == 0) {
                    track.writeEnum(CHILD_ORDERING, EXPLICIT_ORDER);
                  } else {
                    track.writeUInt64(TRACK_PARENT, parent);
                    track.writeInt32(SIBLING_ORDER_RANK, place);
                  }
                }));
  }

  private void packet(Fields fields) throws IOException {
    nested(
        out,
        PACKET,
        packet -> {
          fields.writeTo(packet);
          packet.writeUInt32(SEQUENCE_ID, SEQUENCE);
        });
  }

  private static void nested(CodedOutputStream within, int field, Fields fields)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream content = CodedOutputStream.newInstance(bytes, 128);
    fields.writeTo(content);
    content.flush();
    within.writeByteArray(field, bytes.toByteArray());
  }

  private static void entry(CodedOutputStream data, int field, int iid, String text)
      throws IOException {
    nested(
        data,
        field,
        entry -> {
          entry.writeUInt64(IID, iid);
          entry.writeString(TEXT, text);
        });
  }

  /** The number of a text, which is written when it is first met. */
  private int interned(Map<String, Integer> known, int field, String text) throws IOException {
    Integer iid = known.get(text);
    if (iid == null) {
      int added = known.size() + 1;
      known.put(text, added);
      packet(
          packet -> {
            packet.writeUInt32(SEQUENCE_FLAGS, NEEDS_STATE);
            nested(packet, INTERNED_DATA, data -> entry(data, field, added, text));
          });
      iid = added;
    }
    return iid;
  }

  private void event(long timePs, int type, long track, Fields fields) throws IOException {
    packet(
        packet -> {
          packet.writeUInt64(TIMESTAMP, nanoseconds(timePs));
          packet.writeUInt32(SEQUENCE_FLAGS, NEEDS_STATE);
          nested(
              packet,
              TRACK_EVENT,
              event -> {
                event.writeEnum(TYPE, type);
                event.writeUInt64(TRACK_UUID, track);
                fields.writeTo(event);
              });
        });
  }

  private static long nanoseconds(long ps) {
    return ps / Ps.PER_NANOSECOND + (ps % Ps.PER_NANOSECOND * 2 >= Ps.PER_NANOSECOND ? 1 : 0);
  }

  private static void annotation(CodedOutputStream event, Annotation what, long value)
      throws IOException {
    nested(
        event,
        DEBUG_ANNOTATIONS,
        note -> {
          note.writeUInt64(ANNOTATION_NAME_IID, what.iid());
          note.writeInt64(ANNOTATION_INT, value);
        });
  }

  @Override
  public void op(
      int rank,
      int lane,
      OpCode code,
      int callSite,
      int peer,
      long bytes,
      long startPs,
      long waitPs,
      long endPs)
      throws IOException {
    if (lane == lanes) {
      lanes++;
      for (int each = 0; each < ranks; each++) {
        String name = "rank " + each + ", row " + (lane + 1);
        track(track(each, rowOfLane(lane)), track(each, 0), name, lane);
      }
    }
    int name = interned(names, EVENT_NAMES, CallNames.of(code));
    int category = interned(categories, EVENT_CATEGORIES, OpCategories.of(code));
    long track = track(rank, rowOfLane(lane));
    event(
        startPs,
        SLICE_BEGIN,
        track,
        event -> {
          event.writeUInt64(NAME_IID, name);
          event.writeUInt64(CATEGORY_IIDS, category);
          if (callSite != OpView.NONE) {
            String text = tables.callSites().get(callSite);
            nested(
                event,
                DEBUG_ANNOTATIONS,
                note -> {
                  note.writeUInt64(ANNOTATION_NAME_IID, Annotation.CALL_SITE.iid());
                  note.writeString(ANNOTATION_STRING, text);
                });
          }
          if (peer != OpView.NONE) {
            annotation(event, Annotation.PEER, peer);
          }
          if (bytes != 0) {
            annotation(event, Annotation.BYTES, bytes);
          }
          if (waitPs != 0) {
            annotation(event, Annotation.WAIT, waitPs);
          }
        });
    event(endPs, SLICE_END, track, event -> {});
  }

  @Override
  public void message(
      MessageKind kind,
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long endPs)
      throws IOException {
    long flow = ++flows;
    int sent = interned(names, EVENT_NAMES, "send");
    int received = interned(names, EVENT_NAMES, "receive");
    int category = interned(categories, EVENT_CATEGORIES, kind.text);
    end(sendPs, source, sent, category, destination, tag, bytes, FLOW_IDS, flow);
    end(endPs, destination, received, category, source, tag, bytes, TERMINATING_FLOW_IDS, flow);
  }

  private void end(
      long timePs,
      int rank,
      int name,
      int category,
      int peer,
      int tag,
      long bytes,
      int flowField,
      long flow)
      throws IOException {
    event(
        timePs,
        INSTANT,
        track(rank, 0),
        event -> {
          event.writeUInt64(NAME_IID, name);
          event.writeUInt64(CATEGORY_IIDS, category);
          event.writeFixed64(flowField, flow);
          annotation(event, Annotation.PEER, peer);
          annotation(event, Annotation.TAG, tag);
          annotation(event, Annotation.BYTES, bytes);
        });
  }

  @Override
  public void phaseBegins(int rank, int marker, long timePs) throws IOException {
    if (!hasPhases) {
      hasPhases = true;
      for (int each = 0; each < ranks; each++) {
        track(track(each, PHASE_ROW), track(each, 0), "phases of rank " + each, -1);
      }
    }
    int name = interned(names, EVENT_NAMES, tables.phase(marker));
    int category = interned(categories, EVENT_CATEGORIES, "phase");
    event(
        timePs,
        SLICE_BEGIN,
        track(rank, PHASE_ROW),
        event -> {
          event.writeUInt64(NAME_IID, name);
          event.writeUInt64(CATEGORY_IIDS, category);
        });
  }

  @Override
  public void phaseEnds(int rank, int marker, long timePs) throws IOException {
    event(timePs, SLICE_END, track(rank, PHASE_ROW), event -> {});
  }

  @Override
  public void end(long endPs) throws IOException {
    out.flush();
  }
}
