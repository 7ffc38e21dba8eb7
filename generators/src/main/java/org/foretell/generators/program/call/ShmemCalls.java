package org.foretell.generators.program.call;

import static org.foretell.trace.OpField.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.foretell.generators.program.tree.Node;
import org.foretell.generators.program.value.ValueCode;
import org.foretell.trace.Communicator;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceTables;
import org.foretell.trace.Values;

/** Ops as calls of OpenSHMEM 1.4, with active sets in the place of teams. */
public final class ShmemCalls implements Calls {
  private final FieldCode fields;
  private final ValueCode values;
  private final TraceTables tables;
  private final ShmemVariables variables;

  public ShmemCalls(
      FieldCode fields, ValueCode values, TraceTables tables, ShmemVariables variables) {
    this.fields = fields;
    this.values = values;
    this.tables = tables;
    this.variables = variables;
  }

  /** Nothing: puts come from memory that counts them, and no library keeps that for receivers. */
  @Override
  public String written(Node.Statement s, RankSet by, boolean isOpen) {
    return "";
  }

  @Override
  public List<String> of(Node.Statement s, RankSet by) throws UnsupportedCallException {
    OpCode.Family family = s.code().family();
    if (family == OpCode.Family.LOCAL || s.code() == OpCode.SHMEM_FINALIZE) {
      return List.of();
    } else if (family != OpCode.Family.SHMEM) {
      throw new UnsupportedCallException("is an MPI call in an OpenSHMEM program");
    } else if (s.code().has(VARIABLES) && s.length(VARIABLES) > 0) {
      throw new UnsupportedCallException("updates or waits for several variables at once");
    }
    return List.of(
        switch (s.code()) {
          case SHMEM_PUT, SHMEM_PUT_NBI -> put(s, by);
          case SHMEM_P -> single(s, by);
          case SHMEM_GET, SHMEM_GET_NBI ->
              String.format(
                  "shmem_%s(in, heap, %s, %s);",
                  s.code() == OpCode.SHMEM_GET ? "getmem" : "getmem_nbi",
                  context(s, fields.bytes(s, BYTES, by)),
                  peer(s, by));
          case SHMEM_G ->
              "fetched = " + typed(s) + "_g((" + type(s) + " *)heap, " + peer(s, by) + ");";
          case SHMEM_IPUT, SHMEM_IGET -> strided(s, by);
          case SHMEM_ATOMIC ->
              context(s, typed(s))
                  + "_atomic_inc("
                  + atomicTarget(s, by)
                  + ", "
                  + peer(s, by)
                  + ");";
          case SHMEM_ATOMIC_FETCH ->
              "fetched = "
                  + context(s, typed(s))
                  + "_atomic_fetch_inc("
                  + atomicTarget(s, by)
                  + ", "
                  + peer(s, by)
                  + ");";
          case SHMEM_FENCE -> context(s, "shmem_fence();");
          case SHMEM_QUIET -> context(s, "shmem_quiet();");
          case SHMEM_WAIT_UNTIL -> "wait_" + awaited(s, by) + ");";
          case SHMEM_TEST ->
              "test_"
                  + awaited(s, by)
                  + ", "
                  + (s.isConstant(OUTCOME) && s.constant(OUTCOME) == 1 ? 1 : 0)
                  + ");";
          case SHMEM_SET_LOCK -> "shmem_set_lock(&locks[" + fields.number(s, OBJECT, by) + "]);";
          case SHMEM_CLEAR_LOCK ->
              "shmem_clear_lock(&locks[" + fields.number(s, OBJECT, by) + "]);";
          case SHMEM_TEST_LOCK ->
              "test_lock("
                  + fields.number(s, OBJECT, by)
                  + ", "
                  + (s.isConstant(OUTCOME) && s.constant(OUTCOME) == 1 ? 1 : 0)
                  + ");";
          case SHMEM_MALLOC -> allocate(s, by);
          case SHMEM_FREE -> "release(" + object(s, by) + ");";
          case SHMEM_BARRIER ->
              isWorld(s) ? "shmem_barrier_all();" : "shmem_barrier(" + set(s) + ", sync());";
          case SHMEM_SYNC ->
              isWorld(s) ? "shmem_sync_all();" : "shmem_sync(" + set(s) + ", sync());";
          case SHMEM_BROADCAST, SHMEM_COLLECT, SHMEM_FCOLLECT, SHMEM_REDUCE, SHMEM_ALLTOALL ->
              collective(s, by);
          // Any other op is refused, as what OpenSHMEM 1.4 does not have.
          default ->
              throw new UnsupportedCallException(
                  "is not a call of OpenSHMEM 1.4, or needs a context");
        });
  }

  private static boolean isUpdate(Node.Statement s) {
    return s.isGiven(TAG);
  }

  private String put(Node.Statement s, RankSet by) throws UnsupportedCallException {
    String call = s.code() == OpCode.SHMEM_PUT ? "shmem_putmem(" : "shmem_putmem_nbi(";
    String bytes = context(s, fields.bytes(s, BYTES, by));
    if (!isUpdate(s)) {
      return call + "heap, out, " + bytes + ", " + peer(s, by) + ");";
    }
    check(s);
    int width = width(s);
    return String.format(
        Locale.ROOT,
        "put%s_%d(%s, %s, %s);",
        s.code() == OpCode.SHMEM_PUT ? "" : "_nbi",
        width,
        fields.number(s, TAG, by),
        fields.number(s, BYTES, by),
        peer(s, by));
  }

  private String single(Node.Statement s, RankSet by) throws UnsupportedCallException {
    if (!isUpdate(s)) {
      return context(s, typed(s)) + "_p((" + type(s) + " *)heap, 1, " + peer(s, by) + ");";
    }
    check(s);
    return String.format(
        "%s_p(%s);",
        "set" + context(s, width(s) == 8 ? "_8" : "_4"),
        fields.number(s, TAG, by) + ", " + peer(s, by));
  }

  private String atomicTarget(Node.Statement s, RankSet by) throws UnsupportedCallException {
    if (!isUpdate(s)) {
      return "(" + type(s) + " *)heap";
    }
    check(s);
    return "(" + type(s) + " *)counter(" + fields.number(s, TAG, by) + ", " + width(s) + ")";
  }

  /** Refuses variables that are put and counted, or whose values have no type. */
  private void check(Node.Statement s) throws UnsupportedCallException {
    for (long variable : numbers(s.values(TAG))) {
      ShmemVariables.Variable of = variables.get(variable);
      if (of.isMixed()) {
        throw new UnsupportedCallException(
            "variable " + variable + " is updated by puts and by atomics");
      } else if (of.width() == 0) {
        throw new UnsupportedCallException(
            "variable " + variable + " is updated by less than 4 bytes");
      } else if (of.width() != width(s)) {
        throw new UnsupportedCallException("waits for variables of 4 and of 8 bytes at one place");
      }
    }
  }

  private int width(Node.Statement s) {
    return variables.get(numbers(s.values(TAG))[0]).width();
  }

  /** The call's end of a wait: width, variable, source, count. */
  private String awaited(Node.Statement s, RankSet by) throws UnsupportedCallException {
    if (!isUpdate(s)) {
      throw new UnsupportedCallException("waits for no variable");
    }
    check(s);
    String count =
        s.isConstant(COUNT) && s.constant(COUNT) == OpView.NONE ? "1" : fields.number(s, COUNT, by);
    return width(s) + "(" + fields.number(s, TAG, by) + ", " + source(s, by) + ", " + count;
  }

  /** Who updates what is waited for; 0 for what anybody counts up. */
  private String source(Node.Statement s, RankSet by) throws UnsupportedCallException {
    long[] ofWait = numbers(s.values(TAG));
    if (Arrays.stream(ofWait).allMatch(v -> variables.get(v).isCounted())) {
      return "0";
    } else if (s.isGiven(MATCHED_PEER)) {
      return fields.rank(s, MATCHED_PEER, by, "0", "0");
    }
    int[] ranks = by.toArray();
    long[][] sources = new long[ranks.length][];
    for (int i = 0; i < ranks.length; i++) {
      sources[i] = sources(s.values(TAG), ranks[i], i);
    }
    long first = sources[0][0] - ranks[0];
    boolean isDistance = ranks.length > 1;
    for (int i = 0; i < ranks.length; i++) {
      int rank = ranks[i];
      isDistance &=
          Arrays.stream(sources[i])
              .allMatch(source -> Math.floorMod(source - rank - first, fields.ranks()) == 0);
    }
    return isDistance
        ? fields.neighbor(Math.floorMod(first, (long) fields.ranks()))
        : "(int)" + values.scalar(values(ranks, sources), by);
  }

  /** The updaters of the variables that a rank waits for at one place, in turn. */
  private long[] sources(Values of, int rank, int index) throws UnsupportedCallException {
    long[] waited =
        of instanceof Values.PerRank perRank
            ? new long[] {perRank.values()[index]}
            : of instanceof Values.Scoped scoped
                ? numbers(
                    scoped.scopes().stream()
                        .filter(scope -> scope.ranks().contains(rank))
                        .findFirst()
                        .orElseThrow()
                        .values())
                : numbers(of);
    long[] sources = new long[waited.length];
    for (int i = 0; i < waited.length; i++) {
      sources[i] = variables.get(waited[i]).isCounted() ? 0 : variables.get(waited[i]).source(rank);
      if (sources[i] < 0) {
        throw new UnsupportedCallException(
            "several ranks update variable "
                + waited[i]
                + " of rank "
                + rank
                + " by puts, and the trace does not record which one the wait is for");
      }
    }
    return sources;
  }

  /** The same as values; ranks with the same updaters in one scope. */
  private static Values values(int[] ranks, long[][] sources) {
    if (Arrays.stream(sources).allMatch(of -> Arrays.stream(of).distinct().count() == 1)) {
      return new Values.PerRank(Arrays.stream(sources).mapToLong(of -> of[0]).toArray());
    }
    Map<List<Long>, List<Integer>> alike = new LinkedHashMap<>();
    for (int i = 0; i < ranks.length; i++) {
      List<Long> key = Arrays.stream(sources[i]).boxed().toList();
      alike.computeIfAbsent(key, k -> new ArrayList<>()).add(ranks[i]);
    }
    List<Values.Scope> scopes = new ArrayList<>();
    alike.forEach(
        (of, by) ->
            scopes.add(
                new Values.Scope(
                    RankSet.ofSorted(by.stream().mapToInt(Integer::intValue).toArray()),
                    new Values.Cyclic(of.stream().mapToLong(Long::longValue).toArray()))));
    return scopes.size() == 1 ? scopes.get(0).values() : new Values.Scoped(scopes);
  }

  private String strided(Node.Statement s, RankSet by) throws UnsupportedCallException {
    boolean isConstant = s.isConstant(BYTES) && s.isConstant(COUNT) && s.isConstant(STRIDE_BYTES);
    long count = isConstant ? s.constant(COUNT) : 0;
    long element = count == 0 ? 0 : s.constant(BYTES) / count;
    if ((element != 4 && element != 8 && element != 16) || isUpdate(s)) {
      throw new UnsupportedCallException(
          "is strided, with elements of other than 4, 8 or 16 bytes, or an update of a variable");
    }
    long stride = Math.max(1, s.constant(STRIDE_BYTES) / element);
    return String.format(
        Locale.ROOT,
        "shmem_%s%d(%s, %d, 1, %d, %s);",
        s.code() == OpCode.SHMEM_IPUT ? "iput" : "iget",
        8 * element,
        s.code() == OpCode.SHMEM_IPUT ? "heap, out" : "in, heap",
        s.code() == OpCode.SHMEM_IPUT ? stride : 1,
        count,
        peer(s, by));
  }

  private String allocate(Node.Statement s, RankSet by) {
    return "allocate(" + object(s, by) + ", " + fields.number(s, BYTES, by) + ");";
  }

  private String object(Node.Statement s, RankSet by) {
    return s.isGiven(OBJECT) ? fields.number(s, OBJECT, by) : "-1";
  }

  private String collective(Node.Statement s, RankSet by) throws UnsupportedCallException {
    long least = least(numbers(s.values(BYTES)));
    int bits = least % 8 == 0 ? 64 : least % 4 == 0 ? 32 : 0;
    if (bits == 0) {
      throw new UnsupportedCallException("its blocks are not multiples of 4 bytes");
    }
    String elements = "elements(" + fields.bytes(s, BYTES, by) + ", " + bits / 8 + ")";
    String end = set(s) + ", sync());";
    return switch (s.code()) {
      case SHMEM_BROADCAST ->
          String.format(
              Locale.ROOT,
              "shmem_broadcast%d(heap, shared, %s, %s, %s",
              bits,
              elements,
              fields.rank(s, ROOT, by, "0", "0"),
              end);
      case SHMEM_COLLECT -> "shmem_collect" + bits + "(heap, shared, " + elements + ", " + end;
      case SHMEM_FCOLLECT -> "shmem_fcollect" + bits + "(heap, shared, " + elements + ", " + end;
      case SHMEM_ALLTOALL -> "shmem_alltoall" + bits + "(heap, shared, " + elements + ", " + end;
      case SHMEM_REDUCE -> {
        String type = bits == 64 ? "double" : "int";
        yield String.format(
            "shmem_%s_sum_to_all((%s *)heap, (%s *)shared, %s, %s, work(), sync());",
            type, type, type, elements, set(s));
      }
      // Any other op fails, since it has no blocks.
      default -> throw new IllegalArgumentException(s.code().toString());
    };
  }

  private static long least(long[] sizes) {
    long gcd = 0;
    for (long size : sizes) {
      long a = Math.abs(size);
      while (a != 0) {
        long rest = gcd % a;
        gcd = a;
        a = rest;
      }
    }
    return gcd;
  }

  private static boolean isWorld(Node.Statement s) {
    return s.isConstant(COMMUNICATOR) && s.constant(COMMUNICATOR) == Communicator.WORLD;
  }

  /** Start, logarithm of the stride, and size of the set of PEs that a collective is of. */
  private String set(Node.Statement s) throws UnsupportedCallException {
    if (isWorld(s)) {
      return "0, 0, RANKS";
    }
    for (Communicator communicator : tables.communicators()) {
      if (s.isConstant(COMMUNICATOR) && communicator.id() == s.constant(COMMUNICATOR)) {
        int[] ranks = communicator.worldRanks();
        int stride = ranks.length > 1 ? ranks[1] - ranks[0] : 1;
        boolean isRegular = Integer.bitCount(stride) == 1 && stride > 0;
        for (int i = 1; i < ranks.length; i++) {
          isRegular &= ranks[i] - ranks[i - 1] == stride;
        }
        if (isRegular) {
          return ranks[0] + ", " + Integer.numberOfTrailingZeros(stride) + ", " + ranks.length;
        }
      }
    }
    throw new UnsupportedCallException(
        "uses a team that is not an active set: its PEs must be a power of two apart");
  }

  private String peer(Node.Statement s, RankSet by) {
    return fields.rank(s, PEER, by, "0", "0");
  }

  /** Passes text on if the call is in the default context. */
  private static String context(Node.Statement s, String text) throws UnsupportedCallException {
    boolean isDefault =
        !s.code().has(OBJECT)
            || (s.isConstant(OBJECT)
                && (s.constant(OBJECT) == 0 || s.constant(OBJECT) == OBJECT.absent()));
    if (!isDefault) {
      throw new UnsupportedCallException("is in a context of its own");
    }
    return text;
  }

  private static String type(Node.Statement s) throws UnsupportedCallException {
    boolean isConstant = s.isConstant(BYTES);
    if (isConstant && s.constant(BYTES) == 8) {
      return "long";
    } else if (isConstant && s.constant(BYTES) == 4) {
      return "int";
    }
    throw new UnsupportedCallException("a single element has 4 or 8 bytes");
  }

  private static String typed(Node.Statement s) throws UnsupportedCallException {
    return "shmem_" + type(s);
  }

  private static long[] numbers(Values of) {
    if (of instanceof Values.Constant constant) {
      return new long[] {constant.value()};
    } else if (of instanceof Values.Cyclic cyclic) {
      return cyclic.values();
    } else if (of instanceof Values.PerRank perRank) {
      return perRank.values();
    } else if (of instanceof Values.Scoped scoped) {
      return scoped.scopes().stream()
          .flatMapToLong(s -> Arrays.stream(numbers(s.values())))
          .toArray();
    }
    return new long[0];
  }
}
