package org.foretell.parsers.scalatrace;

import it.unimi.dsi.fastutil.objects.Object2IntMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.Values;
import org.foretell.trace.Variation;

/** Makes an op of a record, for all ranks that share a list. */
final class OpConverter {
  private static final int ANY_SOURCE = Integer.MAX_VALUE;

  /** The value of our own writer for a null peer; ScalaTrace itself writes some rank. */
  static final int NOBODY = -2;

  /** What our own writer writes for a receive buffer of unknown size. */
  private static final int UNKNOWN_COUNT = -1;

  private static final int SELF = 1;
  static final int WORLD = 2;
  static final int FIRST_CREATED = 1000;
  static final int FIRST_OWN_OPERATOR = 1000;

  private static final int MAX_CYCLE = 1 << 20;

  private final OpView op = new OpView();
  private final List<Variation> variations = new ArrayList<>();
  private final int ranks;
  private final boolean matchSizes;
  private final boolean hasSubgroups;
  private final Object2IntMap<String> callSites;
  private final Notes notes;

  private int[] members = {};
  private Rsd rsd;

  /**
   * @param ranks of the whole trace
   * @param hasSubgroups whether communicators are made that need not have all ranks
   * @param callSites number of each signature that is a call site
   */
  OpConverter(
      int ranks,
      boolean matchSizes,
      boolean hasSubgroups,
      Object2IntMap<String> callSites,
      Notes notes,
      Rsd any) {
    this.ranks = ranks;
    this.matchSizes = matchSizes;
    this.hasSubgroups = hasSubgroups;
    this.callSites = callSites;
    this.notes = notes;
    this.rsd = any;
  }

  OpView op() {
    return op;
  }

  List<Variation> variations() {
    return variations;
  }

  /**
   * Converts a record.
   *
   * @param list whose record it is
   * @param handles by variant of the list, its slots and new communicators
   */
  void convert(Rsd record, SharedList list, List<Map<Rsd, long[]>> handles) {
    rsd = record;
    members = list.ranks();
    variations.clear();
    OpCode code = java.util.Objects.requireNonNull(rsd.call().op());
    op.reset(code);
    op.set(OpField.CALL_SITE, callSites.getOrDefault(rsd.signature(), OpView.NONE));
    if (code.has(OpField.COMMUNICATOR)) {
      value(OpField.COMMUNICATOR, of(Keys.COMMUNICATOR, this::communicator));
    }
    switch (rsd.call()) {
      case INIT, FINALIZE, BARRIER, COMM_FREE -> {}
      case COMM_DUP -> handle(OpField.NEW_COMMUNICATOR, list, handles);
      case COMM_SPLIT -> {
        value(OpField.COLOR, of(Keys.COLOR, color -> color < 0 ? OpView.NONE : color));
        splitKey();
        handle(OpField.NEW_COMMUNICATOR, list, handles);
      }
      case COMM_CREATE -> {
        list(OpField.RANKS, Keys.RANKS, 0, 1);
        handle(OpField.NEW_COMMUNICATOR, list, handles);
      }
      case WAIT -> handle(OpField.REQUEST, list, handles);
      case WAITALL -> handle(OpField.REQUESTS, list, handles);
      case SEND, BSEND, SSEND, RSEND, ISEND, IBSEND, ISSEND, IRSEND -> {
        send();
        if (code.has(OpField.REQUEST)) {
          handle(OpField.REQUEST, list, handles);
        }
      }
      case RECV, IRECV -> {
        peer(OpField.PEER, Keys.SOURCE);
        tag(OpField.TAG, Keys.TAG, Keys.COUNT, Keys.DATATYPE);
        bytes(OpField.RECEIVE_BYTES, Keys.COUNT, Keys.DATATYPE);
        if (code.has(OpField.REQUEST)) {
          handle(OpField.REQUEST, list, handles);
        }
      }
      case SENDRECV, SENDRECV_REPLACE -> {
        boolean isOne = rsd.call() == Call.SENDRECV_REPLACE;
        int count = isOne ? Keys.COUNT : Keys.RECEIVE_COUNT;
        int type = isOne ? Keys.DATATYPE : Keys.RECEIVE_TYPE;
        send();
        peer(OpField.RECEIVE_PEER, Keys.SOURCE);
        tag(OpField.RECEIVE_TAG, Keys.RECEIVE_TAG, count, type);
        bytes(OpField.RECEIVE_BYTES, count, type);
      }
      default -> collective(code);
    }
  }

  private void send() {
    peer(OpField.PEER, Keys.DESTINATION);
    tag(OpField.TAG, Keys.TAG, Keys.COUNT, Keys.DATATYPE);
    bytes(OpField.BYTES, Keys.COUNT, Keys.DATATYPE);
  }

  private void collective(OpCode code) {
    if (code.has(OpField.ROOT)) {
      value(OpField.ROOT, of(Keys.ROOT, this::rank));
    }
    boolean isReduction = code.has(OpField.COUNT);
    if (isReduction) {
      reduction();
    }
    if (code.has(OpField.BYTES)) {
      bytes(OpField.BYTES, Keys.COUNT, Keys.DATATYPE);
    }
    if (code.has(OpField.RECEIVE_BYTES)) {
      bytes(OpField.RECEIVE_BYTES, Keys.RECEIVE_COUNT, Keys.RECEIVE_TYPE);
    }
    switch (rsd.call()) {
      case ALLGATHERV ->
          // ScalaTrace's wrapper writes the counts under the key of displacements.
          list(
              OpField.RECEIVE_BYTES_BY_RANK,
              rsd.parameter(Keys.RECEIVE_COUNTS) == null ? Keys.DISPLACEMENTS : Keys.RECEIVE_COUNTS,
              Keys.RECEIVE_TYPE,
              size());
      case GATHERV -> {
        if (rsd.parameter(Keys.RECEIVE_COUNTS) != null) {
          list(OpField.RECEIVE_BYTES_BY_RANK, Keys.RECEIVE_COUNTS, Keys.RECEIVE_TYPE, size());
        }
      }
      case SCATTERV -> {
        if (rsd.parameter(Keys.COUNTS) != null) {
          list(OpField.SEND_BYTES_BY_RANK, Keys.COUNTS, Keys.DATATYPE, size());
        }
      }
      case ALLTOALLV -> {
        list(OpField.SEND_BYTES_BY_RANK, Keys.COUNTS, Keys.DATATYPE, size());
        list(OpField.RECEIVE_BYTES_BY_RANK, Keys.RECEIVE_COUNTS, Keys.RECEIVE_TYPE, size());
      }
      case REDUCE_SCATTER ->
          list(OpField.RECEIVE_BYTES_BY_RANK, Keys.RECEIVE_COUNTS, Keys.DATATYPE, size());
      default -> {}
    }
  }

  private void reduction() {
    if (rsd.call() != Call.REDUCE_SCATTER) {
      value(
          OpField.COUNT,
          combined(
              Keys.COUNT,
              Keys.DATATYPE,
              (count, type) -> type == Datatypes.PACKED ? 0 : count(count)));
    }
    if (rsd.parameter(Keys.OPERATOR) != null) {
      ValuesByRank flags =
          of(
              Keys.OPERATOR,
              operator -> operator < FIRST_OWN_OPERATOR ? 0 : OpCode.REDUCTION_NOT_COMMUTATIVE);
      if (flags.anyMatch(flag -> flag != 0)) {
        notes.userOperator();
      }
      value(OpField.FLAGS, flags);
    }
  }

  /** How many ranks take part. */
  private int size() {
    ValuesByRank communicators = of(Keys.COMMUNICATOR, this::communicator);
    boolean isSelf = communicators.anyMatch(id -> id == Communicator.SELF);
    boolean isOther = communicators.anyMatch(id -> id != Communicator.SELF);
    if ((isSelf && isOther)
        || (hasSubgroups && communicators.anyMatch(id -> id >= Communicator.FIRST_FREE))) {
      throw rsd.error(
          "expected a communicator of all ranks or of one, found another: the lengths of its lists"
              + " are not recorded");
    }
    return isSelf ? 1 : ranks;
  }

  // Values

  /** Something that is done with each number. */
  private interface Decoding {
    long of(long stored);
  }

  private interface Combination {
    long of(long first, long second);
  }

  private ValuesByRank of(int key, Decoding decoding) {
    Groups groups = rsd.required(key);
    ValuesByRank values = new ValuesByRank();
    long[][] decoded = new long[groups.list().size()][];
    for (int rank : members) {
      int group = groups.indexOf(rank);
      if (decoded[group] == null) {
        long[] stored = groups.list().get(group).values();
        decoded[group] = Line.smallestPeriod(Arrays.stream(stored).map(decoding::of).toArray());
      }
      values.add(decoded[group], rank);
    }
    return values;
  }

  /** Numbers that come from those of two parameters, which go round each at its own pace. */
  private ValuesByRank combined(int firstKey, int secondKey, Combination combination) {
    Groups first = rsd.required(firstKey);
    Groups second = rsd.required(secondKey);
    ValuesByRank values = new ValuesByRank();
    Map<Long, long[]> made = new HashMap<>();
    for (int rank : members) {
      int one = first.indexOf(rank);
      int other = second.indexOf(rank);
      long[] cycle =
          made.computeIfAbsent(
              (long) one << 32 | other,
              key ->
                  cycle(
                      first.list().get(one).values(),
                      second.list().get(other).values(),
                      combination));
      values.add(cycle, rank);
    }
    return values;
  }

  private long[] cycle(long[] one, long[] other, Combination combination) {
    long period = Loop.lcm(one.length, other.length);
    if (period > MAX_CYCLE) {
      throw rsd.error(
          "expected counts and datatypes that repeat together within "
              + MAX_CYCLE
              + " executions, found "
              + period);
    }
    long[] cycle = new long[(int) period];
    Arrays.setAll(cycle, i -> combination.of(one[i % one.length], other[i % other.length]));
    return Line.smallestPeriod(cycle);
  }

  private void value(OpField field, ValuesByRank byRank) {
    set(field, false, byRank.values(1));
  }

  private void set(OpField field, boolean relative, Values values) {
    if (values instanceof Values.Constant constant && !relative) {
      op.set(field, constant.value());
    } else {
      variations.add(new Variation(field, relative, values));
    }
  }

  private void bytes(OpField field, int countKey, int typeKey) {
    // Where nothing is said of what is received, it is what is sent.
    boolean isMissing = rsd.parameter(countKey) == null || rsd.parameter(typeKey) == null;
    boolean isReceived = countKey == Keys.RECEIVE_COUNT;
    value(
        field,
        combined(
            isMissing && isReceived ? Keys.COUNT : countKey,
            isMissing && isReceived ? Keys.DATATYPE : typeKey,
            (count, type) ->
                count == UNKNOWN_COUNT && field == OpField.RECEIVE_BYTES
                    ? UNKNOWN_COUNT
                    : count(count) * elementBytes(type)));
  }

  private long count(long count) {
    if (count < 0) {
      throw rsd.error("expected a count of at least 0, found " + count);
    }
    return count;
  }

  private long elementBytes(long datatype) {
    int bytes = Datatypes.bytes(datatype);
    if (bytes > 0) {
      return bytes;
    }
    notes.unknownType(datatype);
    return Datatypes.UNKNOWN_BYTES;
  }

  private long communicator(long handle) {
    if (handle == WORLD) {
      return Communicator.WORLD;
    } else if (handle == SELF) {
      return Communicator.SELF;
    } else if (handle < FIRST_CREATED || handle >= 2 * FIRST_CREATED) {
      throw rsd.error(
          "expected a communicator, 1 (self), 2 (world) or 1000 to 1999, found " + handle);
    }
    return handle - FIRST_CREATED + Communicator.FIRST_FREE;
  }

  private long rank(long rank) {
    if (rank < 0 || rank >= ranks) {
      throw rsd.error("expected a rank, 0 to " + (ranks - 1) + ", found " + rank);
    }
    return rank;
  }

  /** Peers are distances; if some are any or null peers they are converted rank by rank. */
  private void peer(OpField field, int key) {
    ValuesByRank distances =
        of(
            key,
            stored -> {
              if (stored == NOBODY || (key == Keys.SOURCE && stored == ANY_SOURCE)) {
                return stored;
              }
              if (stored < 0 || stored >= ranks) {
                throw rsd.error(
                    "expected a distance to a rank, 0 to "
                        + (ranks - 1)
                        + (key == Keys.SOURCE ? ", or " + ANY_SOURCE + " for any source" : "")
                        + ", found "
                        + stored
                        + "; ScalaTrace does not support MPI_PROC_NULL");
              }
              return stored;
            });
    boolean hasAny = distances.anyMatch(distance -> distance == ANY_SOURCE);
    if (hasAny) {
      notes.wildcard();
    }
    if (!hasAny && !distances.anyMatch(distance -> distance == NOBODY)) {
      set(field, true, distances.values(1));
      return;
    }
    Groups groups = rsd.required(key);
    ValuesByRank peers = new ValuesByRank();
    for (int rank : members) {
      long[] absolute =
          Arrays.stream(groups.of(rank))
              .map(
                  stored ->
                      stored == ANY_SOURCE
                          ? OpView.ANY
                          : stored == NOBODY ? OpView.PROC_NULL : (stored + rank) % ranks)
              .toArray();
      peers.add(Line.smallestPeriod(absolute), rank);
    }
    value(field, peers);
  }

  private void tag(OpField field, int key, int countKey, int typeKey) {
    ValuesByRank tags =
        rsd.parameter(key) == null
            ? new ValuesByRank()
            : of(
                key,
                tag -> {
                  if (tag < OpView.ANY) {
                    throw rsd.error("expected a tag of at least 0, or -1 for any, found " + tag);
                  }
                  return tag;
                });
    boolean isRecorded = tags.anyMatch(tag -> tag != 0);
    if (isRecorded) {
      notes.tag();
      value(field, tags);
    } else if (matchSizes) {
      value(
          field,
          combined(
              countKey,
              typeKey,
              (count, type) -> (count(count) * elementBytes(type)) & Integer.MAX_VALUE));
    }
  }

  /** Keys of a split are distances as peers are. */
  private void splitKey() {
    Groups groups = rsd.required(Keys.KEY);
    ValuesByRank keys = new ValuesByRank();
    for (int rank : members) {
      long[] absolute =
          Arrays.stream(groups.of(rank))
              .map(stored -> Math.floorMod(stored + rank, ranks))
              .toArray();
      keys.add(Line.smallestPeriod(absolute), rank);
    }
    value(OpField.KEY, keys);
  }

  /**
   * A list field, each use of which takes so many numbers.
   *
   * @param typeKey the datatype that they count, or 0 if they count nothing
   * @param width how many, or 1 for as many as there are
   */
  private void list(OpField field, int key, int typeKey, int width) {
    Groups groups = rsd.required(key);
    ValuesByRank lists = new ValuesByRank();
    int length = width == 1 && typeKey == 0 ? groups.of(members[0]).length : width;
    for (int rank : members) {
      long[] stored = groups.of(rank);
      if (stored.length % length != 0) {
        throw rsd.error(
            "expected a multiple of "
                + length
                + " numbers of parameter "
                + Integer.toHexString(key)
                + ", found "
                + stored.length);
      }
      long size = 1;
      if (typeKey != 0) {
        long[] types = rsd.required(typeKey).of(rank);
        if (types.length != 1) {
          throw rsd.error("expected one datatype for lists of counts, found " + types.length);
        }
        size = elementBytes(types[0]);
      }
      long bytes = size;
      lists.add(
          Arrays.stream(stored)
              .map(number -> typeKey == 0 ? rank(number) : count(number) * bytes)
              .toArray(),
          rank);
    }
    setList(field, length, lists);
  }

  private void setList(OpField field, int length, ValuesByRank lists) {
    Values values = lists.values(length);
    if (values instanceof Values.Cyclic cyclic) {
      op.setList(field, cyclic.values(), 0, length);
      if (cyclic.values().length == length) {
        return;
      }
    } else {
      op.setList(field, new long[length]);
    }
    variations.add(new Variation(field, false, values));
  }

  /** A slot, slots or a communicator, which following the list has found. */
  private void handle(OpField field, SharedList list, List<Map<Rsd, long[]>> handles) {
    ValuesByRank values = new ValuesByRank();
    int width = 0;
    for (SharedList.Variant variant : list.variantsOfRanks()) {
      width = field.isList() ? Math.max(width, Handles.requestsOf(rsd, variant.first())) : 1;
    }
    if (width == 0) {
      return;
    }
    for (int i = 0; i < handles.size(); i++) {
      SharedList.Variant variant = list.variantsOfRanks().get(i);
      long[] cycle = handles.get(i).get(rsd);
      if (cycle == null) {
        // A loop that never runs for these ranks.
        cycle = new long[width];
        Arrays.fill(cycle, OpView.NONE);
      }
      int used = field.isList() ? Handles.requestsOf(rsd, variant.first()) : 1;
      values.add(padded(cycle, used, width), variant.ranks());
    }
    if (field.isList()) {
      setList(field, width, values);
    } else {
      value(field, values);
    }
  }

  /** Lists of one length as lists of another, with null requests at their ends. */
  private static long[] padded(long[] cycle, int used, int width) {
    if (used == 0) {
      long[] none = new long[width];
      Arrays.fill(none, OpView.NONE);
      return none;
    }
    int period = (int) Loop.lcm(cycle.length, used);
    long[] padded = new long[period / used * width];
    Arrays.fill(padded, OpView.NONE);
    for (int i = 0; i < period; i++) {
      padded[i / used * width + i % used] = cycle[i % cycle.length];
    }
    return padded;
  }
}
