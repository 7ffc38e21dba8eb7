package org.foretell.timelines;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Objects;
import org.foretell.trace.CallNames;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceTables;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonEncoding;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * Chrome's <a
 * href="https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU">trace
 * events</a>: each op a complete event, each message a pair of events that a flow joins. Times are
 * microseconds with six decimals, so nothing is rounded.
 */
final class ChromeWriter implements TimelineWriter {
  /** The process of the ranks, whose threads are their rows. */
  private static final int RANKS = 0;

  /** The process of the phases, with a thread for each rank. */
  private static final int PHASES = 1;

  private static final int MICROSECOND_DIGITS = 6;

  private final OutputStream out;
  private @Nullable JsonGenerator json;
  private TraceTables tables = TraceTables.EMPTY;
  private int ranks;
  private int lanes = 1;
  private boolean hasPhases;
  private long messages;

  ChromeWriter(OutputStream out) {
    this.out = new Unwrapped(out);
  }

  /** A stream whose failures Jackson does not make its own. */
  private static final class Unwrapped extends FilterOutputStream {
    Unwrapped(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private JsonGenerator json() {
    return Objects.requireNonNull(json, "the replay has not begun");
  }

  @Override
  public void begin(TraceTables names, int[] nodes) {
    tables = names;
    ranks = nodes.length;
    JsonGenerator begun =
        JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build()
            .createGenerator(ObjectWriteContext.empty(), out, JsonEncoding.UTF8);
    json = begun;
    begun.writeStartObject();
    begun.writeStringProperty("displayTimeUnit", "ns");
    begun.writeArrayPropertyStart("traceEvents");
    name("process_name", RANKS, 0, "ranks");
    for (int rank = 0; rank < ranks; rank++) {
      name("thread_name", RANKS, rank, "rank " + rank);
    }
  }

  private void name(String what, int process, int thread, String name) {
    JsonGenerator event = json();
    event.writeStartObject();
    event.writeStringProperty("ph", "M");
    event.writeStringProperty("name", what);
    event.writeNumberProperty("pid", process);
    event.writeNumberProperty("tid", thread);
    event.writeObjectPropertyStart("args");
    event.writeStringProperty("name", name);
    event.writeEndObject();
    event.writeEndObject();
    // Without a place of its own a thread stands where its name does.
    if (what.equals("thread_name")) {
      event.writeStartObject();
      event.writeStringProperty("ph", "M");
      event.writeStringProperty("name", "thread_sort_index");
      event.writeNumberProperty("pid", process);
      event.writeNumberProperty("tid", thread);
      event.writeObjectPropertyStart("args");
      event.writeNumberProperty("sort_index", thread % ranks);
      event.writeEndObject();
      event.writeEndObject();
    }
  }

  /** Begins an event. */
  private JsonGenerator event(
      String phase, String name, String category, int process, int thread, long timePs) {
    JsonGenerator event = json();
    event.writeStartObject();
    event.writeStringProperty("ph", phase);
    event.writeStringProperty("name", name);
    event.writeStringProperty("cat", category);
    event.writeNumberProperty("pid", process);
    event.writeNumberProperty("tid", thread);
    event.writeNumberProperty("ts", microseconds(timePs));
    return event;
  }

  private static BigDecimal microseconds(long ps) {
    return BigDecimal.valueOf(ps, MICROSECOND_DIGITS);
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
      long endPs) {
    int thread = Math.addExact(Math.multiplyExact(lane, ranks), rank);
    if (lane == lanes) {
      lanes++;
      for (int each = 0; each < ranks; each++) {
        name("thread_name", RANKS, lane * ranks + each, "rank " + each + ", row " + (lane + 1));
      }
    }
    JsonGenerator event =
        event("X", CallNames.of(code), OpCategories.of(code), RANKS, thread, startPs);
    event.writeNumberProperty("dur", microseconds(endPs - startPs));
    if (callSite != OpView.NONE || peer != OpView.NONE || bytes != 0 || waitPs != 0) {
      event.writeObjectPropertyStart("args");
      if (callSite != OpView.NONE) {
        event.writeStringProperty("call site", tables.callSites().get(callSite));
      }
      if (peer != OpView.NONE) {
        event.writeNumberProperty("peer", peer);
      }
      if (bytes != 0) {
        event.writeNumberProperty("bytes", bytes);
      }
      if (waitPs != 0) {
        event.writeNumberProperty("wait us", microseconds(waitPs));
      }
      event.writeEndObject();
    }
    event.writeEndObject();
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
      long endPs) {
    long id = messages++;
    // Viewers merge what is said at both ends, and warn if they say one thing twice.
    end("send to " + destination, kind, source, sendPs, id, "flow_out", tag, "tag", bytes, "bytes");
    String name = "receive from " + source;
    end(
        name,
        kind,
        destination,
        endPs,
        id,
        "flow_in",
        tag,
        "received tag",
        bytes,
        "received bytes");
  }

  private void end(
      String name,
      MessageKind kind,
      int rank,
      long timePs,
      long id,
      String direction,
      int tag,
      String tagName,
      long bytes,
      String bytesName) {
    JsonGenerator event = event("X", name, kind.text, RANKS, rank, timePs);
    event.writeNumberProperty("dur", 0);
    event.writeStringProperty("bind_id", "0x" + Long.toHexString(id));
    event.writeBooleanProperty(direction, true);
    event.writeObjectPropertyStart("args");
    event.writeNumberProperty(tagName, tag);
    event.writeNumberProperty(bytesName, bytes);
    event.writeEndObject();
    event.writeEndObject();
  }

  @Override
  public void phaseBegins(int rank, int marker, long timePs) {
    if (!hasPhases) {
      hasPhases = true;
      name("process_name", PHASES, 0, "phases");
      for (int each = 0; each < ranks; each++) {
        name("thread_name", PHASES, each, "phases of rank " + each);
      }
    }
    event("B", tables.phase(marker), "phase", PHASES, rank, timePs).writeEndObject();
  }

  @Override
  public void phaseEnds(int rank, int marker, long timePs) {
    event("E", tables.phase(marker), "phase", PHASES, rank, timePs).writeEndObject();
  }

  @Override
  public void end(long endPs) throws IOException {
    JsonGenerator last = json();
    last.writeEndArray();
    last.writeEndObject();
    last.close();
    out.flush();
  }
}
