package org.foretell.parsers.dimemas;

import java.io.IOException;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.apache.commons.io.output.NullWriter;
import org.foretell.parsers.Loss;
import org.foretell.parsers.Losses;
import org.foretell.parsers.plain.PlainCalls;
import org.foretell.parsers.plain.PlainMessage;
import org.foretell.parsers.plain.PlainRequest;
import org.foretell.parsers.plain.PlainTarget;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/**
 * Writes a trace as Dimemas 5 and {@link DimemasReader} read it, with the table of offsets without
 * which Dimemas ends with a crash. The trace is walked twice: first for the communicators and the
 * offsets, then for the records. Memory is proportional to the communicators.
 *
 * <p>The format has no receives from any sender: those whose sender was not recorded are refused.
 */
final class DimemasWriter {
  private static final String NAME = "Dimemas's format";

  /** As Dimemas's own writers have it. */
  private static final int OFFSET_DIGITS = 20;

  private static final int SECOND_DIGITS = 12;

  private DimemasWriter() {}

  /** Writes header, communicators, records and offsets. */
  static List<Loss> write(TraceSource source, Writer out) throws IOException {
    Numbers numbers = new Numbers(source.info().ranks());
    PlainCalls calls = new PlainCalls(NAME, source);
    Records survey = new Records(NullWriter.INSTANCE, numbers, new Losses());
    calls.walk(survey, new Losses());
    Losses losses = new Losses();
    String definitions = numbers.definitions();
    // The length of the header does not depend on the offset in it.
    int header = numbers.header(0).length();
    long records = header + definitions.length() + survey.characters;
    out.append(numbers.header(records)).append(definitions);
    calls.walk(new Records(out, numbers, losses), losses);
    StringBuilder offsets = new StringBuilder();
    for (int rank = 0; rank < survey.starts.size(); rank++) {
      long start = header + definitions.length() + survey.starts.get(rank);
      offsets.append("s:").append(rank).append(':').append(start).append('\n');
    }
    out.append(offsets);
    return losses.list();
  }

  /** Communicators by the numbers that the file has for them; 1 is the world's. */
  private static final class Numbers {
    private final int ranks;
    private final IdentityHashMap<int[], Integer> numbers = new IdentityHashMap<>();
    private final List<int[]> members = new ArrayList<>();

    Numbers(int ranks) {
      this.ranks = ranks;
      int[] world = new int[ranks];
      Arrays.setAll(world, rank -> rank);
      members.add(world);
    }

    /** The number of a communicator; the world is whatever is met first with all ranks in order. */
    int of(int[] communicator) {
      return numbers.computeIfAbsent(
          communicator,
          met -> {
            boolean isWorld = !numbers.containsValue(1) && Arrays.equals(met, members.get(0));
            if (!isWorld) {
              members.add(met);
            }
            return isWorld ? 1 : members.size();
          });
    }

    String header(long offset) {
      StringBuilder header = new StringBuilder("#DIMEMAS:\"foretell\":1,");
      header.append(String.format(Locale.ROOT, "%0" + OFFSET_DIGITS + "d", offset));
      header.append(':').append(ranks).append('(').append("1,".repeat(ranks - 1)).append("1),");
      return header.append(members.size()).append('\n').toString();
    }

    String definitions() {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < members.size(); i++) {
        text.append("d:1:").append(i + 1).append(':').append(members.get(i).length);
        for (int rank : members.get(i)) {
          text.append(':').append(rank);
        }
        text.append('\n');
      }
      return text.toString();
    }
  }

  /** Writes the records of all ranks, and counts their characters, which are bytes. */
  private static final class Records implements PlainTarget {
    private final Writer out;
    private final Numbers numbers;
    private final Losses losses;
    private final List<Long> starts = new ArrayList<>();
    private final StringBuilder record = new StringBuilder();
    private long characters;
    private int rank;
    private boolean first;

    Records(Writer out, Numbers numbers, Losses losses) {
      this.out = out;
      this.numbers = numbers;
      this.losses = losses;
    }

    @Override
    public void begin(int newRank) {
      rank = newRank;
      first = true;
      starts.add(characters);
    }

    @Override
    public void end() throws IOException {
      if (first) {
        burst(0);
      }
    }

    /** Begins a record. Dimemas does not simulate a rank that does not begin with a burst. */
    private StringBuilder record(int type) throws IOException {
      if (first && type != DimRecord.BURST) {
        burst(0);
      }
      first = false;
      return record.append(type).append(':').append(rank).append(":0");
    }

    private void endRecord() throws IOException {
      record.append('\n');
      characters += record.length();
      out.append(record);
      record.setLength(0);
    }

    @Override
    public void burst(long durationPs) throws IOException {
      record(DimRecord.BURST).append(':').append(seconds(durationPs));
      endRecord();
    }

    private static String seconds(long durationPs) {
      return BigDecimal.valueOf(durationPs, SECOND_DIGITS).toPlainString();
    }

    @Override
    public void elapse(long durationPs, String callSite) throws IOException {
      boolean isGpu = callSite.equals(RecordConverter.GPU_BURST);
      if (!isGpu) {
        losses.add("marks of bursts that do not depend on the CPU", "they are bursts like others");
      }
      record(isGpu ? DimRecord.GPU_BURST : DimRecord.BURST).append(':').append(seconds(durationPs));
      endRecord();
    }

    @Override
    public void local(OpCode code) {
      losses.add("inits and finalizes", "the format has none; they take no time");
    }

    @Override
    public void event(long type, long value) throws IOException {
      record(DimRecord.EVENT).append(':').append(type).append(':').append(value);
      endRecord();
    }

    @Override
    public void send(OpCode code, PlainMessage message) throws IOException {
      int synchronisation =
          switch (code) {
            case SSEND -> DimRecord.RENDEZVOUS;
            case ISSEND -> DimRecord.RENDEZVOUS | DimRecord.IMMEDIATE;
            case ISEND, IRSEND, IBSEND -> DimRecord.IMMEDIATE;
            // Any other op that sends blocks until the buffer is free.
            default -> 0;
          };
      if (message.flags() == OpCode.PROTOCOL_RENDEZVOUS) {
        synchronisation |= DimRecord.RENDEZVOUS;
      }
      message(DimRecord.SEND, message, synchronisation);
    }

    @Override
    public void receive(OpCode code, PlainMessage message) throws IOException {
      message(
          DimRecord.RECEIVE,
          message,
          code == OpCode.RECV ? DimRecord.BLOCKING_RECEIVE : DimRecord.IMMEDIATE_RECEIVE);
    }

    /** Partner, the thread of an MPI message, bytes, tag, communicator and how. */
    private void message(int type, PlainMessage message, int how) throws IOException {
      if (message.peer() == OpView.PROC_NULL) {
        losses.add("messages to and from nobody", "they are none");
        return;
      }
      record(type).append(':').append(message.peer()).append(":-1:");
      record.append(Math.max(0, message.bytes())).append(':').append(message.tag()).append(':');
      record.append(numbers.of(message.communicator())).append(':').append(how);
      endRecord();
    }

    @Override
    public void complete(List<PlainRequest> requests, boolean all) throws IOException {
      for (PlainRequest request : requests) {
        if (request.message() == null) {
          DimCollective kind = DimCollective.of(request.started().blockingForm());
          record(DimRecord.COLLECTIVE).append(':').append(kind.ordinal());
          record.append(':').append(numbers.of(request.communicator())).append(":0:0:0:0:");
          record.append(DimRecord.WAIT);
          endRecord();
        } else if (request.isReceive()) {
          message(DimRecord.RECEIVE, request.ofMessage(), DimRecord.WAIT);
        } else {
          losses.add("waits for sends", "the format has none");
        }
      }
    }

    @Override
    public void test(PlainRequest request) {
      losses.add("tests", "the format has none; they took no time");
    }

    @Override
    public void collective(OpView op, int[] communicator, int own) throws IOException {
      if (op.code().blockingForm() == OpCode.EXSCAN) {
        losses.add("marks of exclusive scans", "they are scans");
      }
      DimCollective kind = DimCollective.of(op.code().blockingForm());
      int root = op.code().has(OpField.ROOT) ? op.root() : 0;
      // Only the root's record marks it, except for a reduce, which names it.
      int marked = kind == DimCollective.REDUCE ? communicator[root] : own == root ? 1 : 0;
      int how = DimRecord.BLOCKING;
      if (op.code().isNonBlockingCollective()) {
        how = DimRecord.START;
      } else if (kind == DimCollective.REDUCE
          && (op.get(OpField.FLAGS) & OpCode.REDUCTION_TO_ROOT_BY_MESSAGES) != 0) {
        how = DimRecord.ROOT;
      }
      DimCollective.Totals totals = kind.totals(op, communicator.length, own, root);
      record(DimRecord.COLLECTIVE).append(':').append(kind.ordinal()).append(':');
      record.append(numbers.of(communicator)).append(':').append(marked).append(":0:");
      record.append(totals.sent()).append(':').append(totals.received()).append(':').append(how);
      endRecord();
    }
  }
}
