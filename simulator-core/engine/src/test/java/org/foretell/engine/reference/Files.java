package org.foretell.engine.reference;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.foretell.engine.reference.Replay.Told;
import org.foretell.machine.FileSystem;
import org.foretell.machine.Placement;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/** Ops on files. Bytes are dealt out to servers one by one. */
public final class Files {
  private final Replay replay;
  private final OneSided.Turns turns;
  private final Collectives collectives;
  private final Placement placement;
  private final FileSystem system;
  private final Map<Integer, Long> linkFreePs = new HashMap<>();
  private final Map<Integer, Long> serverFreePs = new HashMap<>();
  private final Map<List<Long>, Long> positions = new HashMap<>();
  private final Set<List<Long>> shared = new HashSet<>();

  public Files(
      Replay replay,
      OneSided.Turns turns,
      Collectives collectives,
      Placement placement,
      FileSystem system) {
    this.replay = replay;
    this.turns = turns;
    this.collectives = collectives;
    this.placement = placement;
    this.system = system;
  }

  public void execute(RankState rank) {
    OpView op = rank.op;
    int communicator = op.code().has(OpField.COMMUNICATOR) ? op.communicator() : 0;
    Told told = new Told(OpView.NONE, communicator, op.bytes());
    switch (op.code()) {
      case FILE_OPEN, FILE_CLOSE ->
          together(
              rank,
              lastPs -> {
                List<Long> key = List.of((long) rank.rank, file(op));
                positions.remove(key);
                shared.remove(key);
                boolean several = replay.group(rank, communicator).size() > 1;
                if (op.code() == OpCode.FILE_OPEN && several) {
                  shared.add(key);
                }
                Request request = new Request(rank);
                replay.completeAt(replay.nowPs() + system.metadataPs(), request, lastPs);
                replay.endAfter(rank, List.of(request), () -> told);
              });
      case FILE_READ_ALL, FILE_WRITE_ALL ->
          together(
              rank, lastPs -> replay.endAfter(rank, List.of(transfer(rank, lastPs)), () -> told));
      case FILE_READ, FILE_WRITE -> replay.endAfter(rank, List.of(transfer(rank, 0)), () -> told);
      default -> {
        check(rank);
        Request request = new Request(rank);
        replay.put(rank, op.request(), request);
        transfer(rank, request, 0);
        replay.endNow(rank, told);
      }
    }
  }

  private static long file(OpView op) {
    return Math.max(0, op.get(OpField.OBJECT));
  }

  /** Somebody who is told when the last member called. */
  private interface WhenAll {
    void haveCalled(long lastPs);
  }

  private void together(RankState rank, WhenAll then) {
    Request all = collectives.callTogether(rank);
    whenKnown(rank, all, then, true);
  }

  private void whenKnown(RankState rank, Request all, WhenAll then, boolean atOnce) {
    if (!all.known()) {
      rank.onProgress = () -> whenKnown(rank, all, then, false);
      return;
    }
    rank.onProgress = null;
    if (atOnce && all.completePs == replay.nowPs()) {
      then.haveCalled(all.othersPs);
      return;
    }
    turns.resume(rank, all.completePs, null, () -> then.haveCalled(all.othersPs));
  }

  private void check(RankState rank) {
    if (rank.op.bytes() < 0 || rank.op.get(OpField.STRIDE_BYTES) < 0) {
      throw replay.invalid(rank, "negative size or offset");
    }
  }

  private Request transfer(RankState rank, long othersPs) {
    check(rank);
    Request request = new Request(rank);
    transfer(rank, request, othersPs);
    return request;
  }

  private void transfer(RankState rank, Request request, long othersPs) {
    long file = file(rank.op);
    long bytes = rank.op.bytes();
    long named = rank.op.get(OpField.STRIDE_BYTES);
    List<Long> key = List.of((long) rank.rank, file);
    long place = shared.contains(key) ? file : file + rank.rank;
    long offset = named == 0 ? positions.getOrDefault(key, 0L) : named;
    positions.put(key, offset + bytes);
    int node = placement.node(rank.rank);
    long startPs = Math.max(replay.nowPs(), linkFreePs.getOrDefault(node, 0L));
    long untilPs = startPs + Ps.ofBytes(bytes, system.client().bytesPerSecond());
    linkFreePs.put(node, untilPs);
    long arrivePs = startPs + system.client().latencyPs();
    Map<Integer, Long> parts = new TreeMap<>();
    for (long at = offset; at < offset + bytes; at++) {
      long stripe = at / system.stripeBytes();
      long server = (place + stripe % system.stripeCount()) % system.servers();
      parts.merge((int) server, 1L, Long::sum);
    }
    replay.later(
        arrivePs,
        () -> {
          long endPs = Math.max(arrivePs, untilPs + system.client().latencyPs());
          for (Map.Entry<Integer, Long> part : parts.entrySet()) {
            long fromPs = Math.max(arrivePs, serverFreePs.getOrDefault(part.getKey(), 0L));
            long freePs =
                fromPs
                    + system.server().latencyPs()
                    + Ps.ofBytes(part.getValue(), system.server().bytesPerSecond());
            serverFreePs.put(part.getKey(), freePs);
            endPs = Math.max(endPs, freePs);
          }
          replay.completeAt(endPs, request, othersPs);
        });
  }
}
