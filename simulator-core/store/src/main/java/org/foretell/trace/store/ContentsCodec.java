package org.foretell.trace.store;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.foretell.trace.BurstClock;
import org.foretell.trace.BurstCounter;
import org.foretell.trace.Capability;
import org.foretell.trace.Communicator;
import org.foretell.trace.DurationHistogram;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceTables;

/** {@link Contents} as bytes and back; what is read is checked. */
final class ContentsCodec {
  private ContentsCodec() {}

  static void write(Contents contents, ByteWriter out) {
    TraceInfo info = contents.info();
    out.varint(info.ranks());
    out.text(info.name());
    out.text(info.origin());
    out.float64(info.baseFlopsPerSecond());
    texts(info.notes(), out);
    TraceTables tables = contents.tables();
    texts(tables.callSites(), out);
    texts(tables.markers(), out);
    out.varint(tables.communicators().size());
    for (Communicator communicator : tables.communicators()) {
      out.varint(communicator.id());
      out.varint(communicator.size());
      int previous = 0;
      for (int rank : communicator.worldRanks()) {
        out.zigzag(rank - previous);
        previous = rank;
      }
    }
    out.varint(tables.histograms().size());
    for (DurationHistogram histogram : tables.histograms()) {
      out.varint(histogram.bins().size());
      for (DurationHistogram.Bin bin : histogram.bins()) {
        out.varint(bin.count());
        out.varint(bin.minPs());
        out.varint(bin.meanPs());
        out.varint(bin.maxPs());
      }
    }
    out.varint(contents.totals().operations());
    out.varint(contents.totals().requestSlots());
    long capabilities = 0;
    for (Capability capability : contents.totals().capabilities()) {
      capabilities |= 1L << capability.ordinal();
    }
    out.varint(capabilities);
    out.varint(contents.programs().size());
    for (Contents.Program program : contents.programs()) {
      out.u8(program.kind());
      out.rankSet(program.ranks());
      out.varint(program.firstBlock());
      out.varint(program.blocks());
      out.varint(program.places());
    }
    columns(contents.columns(), out);
    if (contents.totals().capabilities().contains(Capability.CALL_TIMES)) {
      columns(contents.callTimes(), out);
    }
    boolean counted = hasCounts(contents);
    if (info.ranksPerNode() > 0 || hasProvenance(info) || counted) {
      out.varint(info.ranksPerNode());
    }
    if (hasProvenance(info) || counted) {
      out.varint(info.burstClock().ordinal());
      ProvenanceCodec.write(info.extrapolated(), out);
    }
    if (counted) {
      out.varint(info.cacheLineBytes());
      contents.counts().forEach(each -> columns(each, out));
    }
  }

  /** Whether the very last members are needed, which are there from version 1.9 on. */
  static boolean hasCounts(Contents contents) {
    return contents.totals().capabilities().contains(Capability.BURST_COUNTS)
        || contents.info().cacheLineBytes() > 0;
  }

  /** Whether the last members of the contents are needed, which older versions do not have. */
  static boolean hasProvenance(TraceInfo info) {
    return info.extrapolated().isPresent() || info.burstClock() != BurstClock.UNKNOWN;
  }

  private static void columns(Contents.Columns columns, ByteWriter out) {
    out.varint(columns.ranks().length);
    int previous = 0;
    for (int i = 0; i < columns.ranks().length; i++) {
      out.varint(columns.ranks()[i] - previous);
      out.varint(columns.firstBlocks()[i]);
      out.varint(columns.counts()[i]);
      previous = columns.ranks()[i];
    }
  }

  private static void texts(List<String> texts, ByteWriter out) {
    out.varint(texts.size());
    texts.forEach(out::text);
  }

  /**
   * Reads contents.
   *
   * @param minor version of the format
   * @throws DamageException if something is wrong
   */
  static Contents read(ByteReader in, int minor) {
    int ranks = (int) in.atMost(TraceInfo.MAX_RANKS, "a number of ranks");
    if (ranks == 0) {
      throw in.damage("expected at least one rank, found none");
    }
    String name = in.text("the name");
    String origin = in.text("the origin");
    double baseFlopsPerSecond = in.float64();
    if (!(baseFlopsPerSecond >= 0) || Double.isInfinite(baseFlopsPerSecond)) {
      throw in.damage("expected a base speed of at least 0, found " + baseFlopsPerSecond);
    }
    TraceInfo info = new TraceInfo(name, ranks, origin, baseFlopsPerSecond, texts(in, "notes"));
    TraceTables tables =
        new TraceTables(
            texts(in, "call sites"),
            texts(in, "markers"),
            communicators(in, ranks),
            histograms(in));
    Contents.Totals totals = totals(in);
    List<Contents.Program> programs =
        programs(in, ranks, totals.capabilities().contains(Capability.TASK_GRAPHS));
    Contents.Columns columns = columns(in, ranks);
    Contents.Columns callTimes =
        totals.capabilities().contains(Capability.CALL_TIMES)
            ? columns(in, ranks)
            : Contents.Columns.NONE;
    List<Contents.Columns> counts = Contents.NO_COUNTS;
    if (minor >= Format.MINOR_RANKS_PER_NODE && in.remaining() > 0) {
      int count = (int) in.atMost(ranks, "a number of ranks on a node");
      boolean hasMore = minor >= Format.MINOR_PROVENANCE && in.remaining() > 0;
      if (count == 0 && !hasMore) {
        throw in.damage("expected at least one rank on a node, found none");
      }
      info = info.withRanksPerNode(count);
      if (hasMore) {
        info = ProvenanceCodec.read(in, info);
      }
      if (minor >= Format.MINOR_BURST_COUNTS && in.remaining() > 0) {
        info =
            info.withCacheLineBytes(
                (int) in.atMost(TraceInfo.MAX_CACHE_LINE_BYTES, "the bytes of a cache line"));
        counts = new ArrayList<>();
        for (int i = 0; i < BurstCounter.values().length; i++) {
          counts.add(columns(in, ranks));
        }
      }
    }
    Contents contents = new Contents(info, tables, totals, programs, columns, callTimes, counts);
    if (in.remaining() > 0) {
      throw in.damage("expected the end of the contents, found " + in.remaining() + " bytes more");
    }
    return contents;
  }

  private static List<String> texts(ByteReader in, String what) {
    int count = in.count(1, what);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(in.text(what));
    }
    return texts;
  }

  private static List<Communicator> communicators(ByteReader in, int ranks) {
    int count = in.count(3, "communicators");
    List<Communicator> communicators = new ArrayList<>();
    Set<Integer> ids = new HashSet<>();
    for (int i = 0; i < count; i++) {
      int id = (int) in.atMost(Integer.MAX_VALUE, "a communicator's id");
      int[] members = new int[in.count(1, "members")];
      long previous = 0;
      for (int m = 0; m < members.length; m++) {
        previous += in.zigzag();
        if (previous < 0 || previous >= ranks) {
          throw in.damage("expected a member below " + ranks + ", found " + previous);
        }
        members[m] = (int) previous;
      }
      Communicator communicator = new Communicator(id, members);
      String problem = ids.add(id) ? Contents.problem(communicator, ranks) : "it is there twice";
      if (problem != null) {
        throw in.damage("expected a communicator, found one that is wrong: " + problem);
      }
      communicators.add(communicator);
    }
    return communicators;
  }

  private static List<DurationHistogram> histograms(ByteReader in) {
    int count = in.count(5, "histograms");
    List<DurationHistogram> histograms = new ArrayList<>();
    for (int id = 0; id < count; id++) {
      int bins = in.count(4, "bins");
      List<DurationHistogram.Bin> found = new ArrayList<>();
      try {
        for (int i = 0; i < bins; i++) {
          found.add(new DurationHistogram.Bin(in.varint(), in.varint(), in.varint(), in.varint()));
        }
        histograms.add(new DurationHistogram(id, found));
      } catch (IllegalArgumentException e) {
        throw in.damage("expected a histogram, found one that is wrong: " + e.getMessage());
      }
    }
    return histograms;
  }

  private static Contents.Totals totals(ByteReader in) {
    long operations = in.atMost(Long.MAX_VALUE - 1, "a number of operations");
    int slots = (int) in.atMost(Format.MAX_REQUEST_SLOTS, "a number of request slots");
    long mask = in.varint();
    Set<Capability> capabilities = EnumSet.noneOf(Capability.class);
    for (Capability capability : Capability.values()) {
      if (((mask >>> capability.ordinal()) & 1) != 0) {
        capabilities.add(capability);
      }
    }
    if (mask >>> Capability.values().length != 0) {
      throw in.damage("expected known capabilities, found the mask " + Long.toHexString(mask));
    }
    return new Contents.Totals(operations, slots, capabilities);
  }

  private static List<Contents.Program> programs(ByteReader in, int ranks, boolean graphs) {
    int count = in.count(6, "programs");
    List<Contents.Program> programs = new ArrayList<>();
    BitSet covered = new BitSet();
    for (int number = 0; number < count; number++) {
      int kind = in.u8();
      if (kind > Format.KIND_RELATIVE_TASK_GRAPH) {
        throw in.damage("expected a kind of program of 0 to 2, found " + kind);
      } else if (graphs != (kind != Format.KIND_SEQUENCE)) {
        throw in.damage(
            "expected "
                + (graphs ? "only task graphs" : "no task graph")
                + " by the capabilities, found a program of kind "
                + kind);
      }
      RankSet set = in.rankSet(ranks);
      set.forEach(
          rank -> {
            if (covered.get(rank)) {
              throw in.damage("expected each rank in one program, found rank " + rank + " twice");
            }
            covered.set(rank);
          });
      long firstBlock = in.atMost(Long.MAX_VALUE, "a block's position");
      long blocks = in.atMost(Long.MAX_VALUE, "a number of blocks");
      int places = (int) in.atMost(Format.MAX_PLACES, "a number of places");
      programs.add(new Contents.Program(number, kind, set, firstBlock, blocks, places));
    }
    if (covered.cardinality() != ranks) {
      throw in.damage(
          "expected a program for each rank, found none for rank " + covered.nextClearBit(0));
    }
    return programs;
  }

  private static Contents.Columns columns(ByteReader in, int ranks) {
    int count = in.count(3, "columns");
    int[] columnRanks = new int[count];
    long[] firstBlocks = new long[count];
    long[] counts = new long[count];
    long previous = -1;
    for (int i = 0; i < count; i++) {
      long rank = Math.max(previous, 0) + in.atMost(ranks, "a distance of ranks");
      if (rank <= previous || rank >= ranks) {
        throw in.damage(
            "expected a rank above " + previous + " and below " + ranks + ", found " + rank);
      }
      previous = rank;
      columnRanks[i] = (int) rank;
      firstBlocks[i] = in.atMost(Long.MAX_VALUE, "a block's position");
      counts[i] = in.atMost(Long.MAX_VALUE, "a number of durations");
    }
    return new Contents.Columns(columnRanks, firstBlocks, counts);
  }
}
