package org.foretell.structure.cluster.cover;

import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.trace.Capability;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankCursor;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSink;
import org.foretell.trace.TraceSource;
import org.foretell.trace.TraceTables;

/**
 * The leads of a trace, and their partners when they run alone.
 *
 * <p>Ranks are of a kind if they execute the same ops, with the same sizes and bursts, and the
 * other ends of their messages are of a kind as well: refinement finds the coarsest such division,
 * as in the minimisation of automata. If the time of a message depends neither on the ranks that
 * exchange it, nor on ties, ranks of a kind act alike at all times. So a trace with two ranks of
 * each kind takes as long as the whole: messages of a lead to its own kind go to its twin, all
 * others to the lead of the other kind. Two are needed, since a message to the rank itself costs
 * less.
 *
 * <p>Takes time in proportion to the ops of one rank for each program whose values do not vary by
 * rank, except for relative partners, and of all ranks for other programs. For a single use.
 */
public final class LeadCover {
  /** The number of ranks of each kind. */
  public static final int TWINS = 2;

  private static final int MOST_ROUNDS = 1000;

  private final TraceSource source;
  private final int ranks;
  private final Ports[] ports;
  private int[] kinds;
  private int count;
  private int[] leads = {};
  private int[] firstPorts = {};

  /**
   * Finds the kinds of ranks.
   *
   * @param source stays open
   * @throws IllegalArgumentException if leads cannot represent other ranks, or are too many; the
   *     message is for users
   * @throws org.foretell.trace.TraceException if the trace is damaged
   */
  public LeadCover(TraceSource source) {
    this.source = source;
    ranks = source.info().ranks();
    if (source.capabilities().contains(Capability.TASK_GRAPHS)) {
      throw new IllegalArgumentException("its programs are task graphs");
    }
    ports = new Ports[ranks];
    PlainPrograms programs = new PlainPrograms();
    source.describe(programs);
    for (RankSet plain : programs.plain()) {
      int first = plain.sections().get(0).start();
      Ports shared = read(first);
      plain.forEach(rank -> ports[rank] = shared);
    }
    for (RankSet other : programs.others()) {
      other.forEach(rank -> ports[rank] = read(rank));
    }
    kinds = new int[ranks];
    refine();
    findLeads();
  }

  /** {@return the number of kinds of ranks} */
  public int kinds() {
    return count;
  }

  private Ports read(int rank) {
    Ports own = new Ports(ranks);
    OpView op = new OpView();
    try (RankCursor cursor = source.open(rank)) {
      while (cursor.next(op)) {
        CoverOps.check(op, rank);
        own.mix(op.code().id());
        for (OpField field : op.code().fields()) {
          mix(own, op, field);
        }
        if (CoverOps.sends(op.code()) && op.get(OpField.PEER) >= 0) {
          own.mix(own.use(true, rank, op.get(OpField.PEER), Math.max(0, op.tag())));
        }
        if (CoverOps.receives(op.code()) && op.get(CoverOps.source(op.code())) >= 0) {
          long tag = op.get(CoverOps.sourceTag(op.code()));
          own.mix(own.use(false, rank, op.get(CoverOps.source(op.code())), tag));
        }
      }
    }
    return own;
  }

  /** What all ranks of a kind have in common; of partners and tags, whether there are any. */
  private static void mix(Ports own, OpView op, OpField field) {
    switch (field) {
      case PEER, RECEIVE_PEER -> own.mix(Math.min(0, op.get(field)));
      case TAG, RECEIVE_TAG, MATCHED_PEER, MATCHED_TAG -> {}
      default -> {
        if (field.isList()) {
          own.mix(op.listLength(field));
          for (int i = 0; i < op.listLength(field); i++) {
            own.mix(op.listElement(field, i));
          }
        } else {
          own.mix(op.get(field));
        }
      }
    }
  }

  private void refine() {
    count = number(rank -> ports[rank].hash());
    for (int round = 0, before = 0; count > before; round++) {
      if (round == MOST_ROUNDS || (long) TWINS * count >= ranks) {
        throw new IllegalArgumentException(
            String.format(
                Locale.US,
                "%,d ranks are of %,d kinds or more by what they do and whom they do it with; leads"
                    + " are worth while below half as many kinds as ranks",
                ranks,
                count));
      }
      before = count;
      int[] old = kinds.clone();
      count = number(rank -> neighbourhood(rank, old));
    }
  }

  private long neighbourhood(int rank, int[] old) {
    Ports own = ports[rank];
    long hash = old[rank];
    for (int port = 0; port < own.size(); port++) {
      int partner = own.partner(rank, port);
      int there = own.atPartner(port, ports[partner]);
      if (there < 0) {
        throw new IllegalArgumentException(
            String.format(
                Locale.US,
                own.sends(port)
                    ? "rank %d sends to rank %d what that never receives"
                    : "rank %d receives from rank %d what that never sends",
                rank,
                partner));
      }
      hash = Ports.mixed(hash, old[partner]);
      hash = Ports.mixed(hash, partner == rank ? -1 - there : there);
    }
    return hash;
  }

  /** Looks at one rank. */
  private interface Hash {
    long of(int rank);
  }

  private int number(Hash hash) {
    Long2IntOpenHashMap numbers = new Long2IntOpenHashMap();
    numbers.defaultReturnValue(-1);
    for (int rank = 0; rank < ranks; rank++) {
      long key = hash.of(rank);
      int kind = numbers.get(key);
      if (kind < 0) {
        kind = numbers.size();
        numbers.put(key, kind);
      }
      kinds[rank] = kind;
    }
    return numbers.size();
  }

  private void findLeads() {
    leads = new int[count];
    firstPorts = new int[count];
    java.util.Arrays.fill(leads, -1);
    int next = 0;
    for (int rank = 0; rank < ranks; rank++) {
      if (leads[kinds[rank]] < 0) {
        leads[kinds[rank]] = rank;
        firstPorts[kinds[rank]] = next;
        next += ports[rank].size();
      }
    }
  }

  /**
   * Writes the trace of leads and their twins: those of kind k are ranks 2 k and 2 k + 1.
   *
   * @param sink from {@code begin} to {@code end}; not closed
   * @throws org.foretell.trace.TraceException if the original is damaged
   */
  public void describe(TraceSink sink) {
    TraceInfo info = source.info();
    List<String> notes = new ArrayList<>(info.notes());
    notes.add(
        String.format(
            Locale.US,
            "%,d ranks stand for all %,d, two for each of %,d kinds; times are those of the whole,"
                + " but what is summed over ranks is of those %,d",
            TWINS * count,
            ranks,
            count,
            TWINS * count));
    sink.begin(
        new TraceInfo(info.name(), TWINS * count, info.origin(), info.baseFlopsPerSecond(), notes));
    TraceTables tables = source.tables();
    for (int id = 0; id < tables.callSites().size(); id++) {
      sink.callSite(id, tables.callSites().get(id));
    }
    for (int id = 0; id < tables.markers().size(); id++) {
      sink.marker(id, tables.markers().get(id));
    }
    for (int kind = 0; kind < count; kind++) {
      for (int twin = 0; twin < TWINS; twin++) {
        sink.beginProgram(RankSet.of(TWINS * kind + twin));
        write(kind, twin, sink);
        sink.endProgram();
      }
    }
    sink.end();
  }

  private void write(int kind, int twin, TraceSink sink) {
    int lead = leads[kind];
    OpView op = new OpView();
    OpView changed = new OpView();
    try (RankCursor cursor = source.open(lead)) {
      while (cursor.next(op)) {
        changed.copyFrom(op);
        if (CoverOps.sends(op.code()) && op.get(OpField.PEER) >= 0) {
          int port = ports[lead].use(true, lead, op.get(OpField.PEER), Math.max(0, op.tag()));
          changed.set(OpField.PEER, partner(kind, twin, port)).set(OpField.TAG, tag(kind, port));
        }
        if (CoverOps.receives(op.code()) && op.get(CoverOps.source(op.code())) >= 0) {
          OpField field = CoverOps.source(op.code());
          OpField tag = CoverOps.sourceTag(op.code());
          int port = ports[lead].use(false, lead, op.get(field), op.get(tag));
          changed.set(field, partner(kind, twin, port)).set(tag, tag(kind, port));
        }
        for (OpField each : new OpField[] {OpField.MATCHED_PEER, OpField.MATCHED_TAG}) {
          if (op.code().has(each)) {
            changed.set(each, op.code().absent(each));
          }
        }
        if (op.code().has(OpField.ROOT)) {
          changed.set(OpField.ROOT, 0);
        }
        sink.op(changed);
      }
    }
  }

  private int partner(int kind, int twin, int port) {
    int lead = leads[kind];
    int other = ports[lead].partner(lead, port);
    int ofOther = kinds[other];
    boolean toTwin = ofOther == kind && other != lead;
    return TWINS * ofOther + (toTwin ? 1 - twin : twin);
  }

  /** A number for each channel of each kind, that of the sending end. */
  private long tag(int kind, int port) {
    int lead = leads[kind];
    Ports own = ports[lead];
    if (own.sends(port)) {
      return (long) firstPorts[kind] + port;
    }
    int other = own.partner(lead, port);
    return (long) firstPorts[kinds[other]] + own.atPartner(port, ports[other]);
  }
}
