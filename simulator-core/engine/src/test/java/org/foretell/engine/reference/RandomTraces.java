package org.foretell.engine.reference;

import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpListTrace;
import org.foretell.trace.OpView;

/** Makes up traces from seeds; the same arguments give the same trace. */
public final class RandomTraces {
  /** What a trace may contain beyond the common. */
  public enum Feature {
    /** Receives from anybody, or of any tag, whose match is not recorded. */
    UNRESOLVED_WILDCARDS,
    /** Waits and tests whose outcome is not recorded. */
    UNRESOLVED_COMPLETIONS,
    /** Blocking probes. */
    PROBES,
    /** Communicators other than the world. */
    COMMUNICATORS,
    /** Problems after which a replay goes on. */
    DEFECTS,
    /** Ops of OpenSHMEM. */
    SHMEM,
    /** MPI one-sided. */
    RMA,
    /** Ops on files. */
    FILES
  }

  private RandomTraces() {}

  /** Some features or other. */
  public static Set<Feature> features(Random random) {
    Set<Feature> features = EnumSet.noneOf(Feature.class);
    for (Feature feature : Feature.values()) {
      // Few, since with them ranks cannot run ahead.
      boolean hinders =
          feature == Feature.SHMEM || feature == Feature.RMA || feature == Feature.FILES;
      if (hinders ? random.nextInt(5) == 0 : random.nextBoolean()) {
        features.add(feature);
      }
    }
    return features;
  }

  /** A valid trace that does not deadlock, of about two ops for each event. */
  public static OpListTrace cooperative(long seed, int ranks, int events, Set<Feature> features) {
    return CooperativeProgram.make(seed, ranks, 3, events, features);
  }

  /** As {@link #cooperative}, of little but the one-sided ops that are among the features. */
  public static OpListTrace oneSided(long seed, int ranks, int events, Set<Feature> features) {
    return CooperativeProgram.oneSided(seed, ranks, events, features);
  }

  /** As {@link #cooperative}, with messages of many different tags. */
  public static OpListTrace crowded(long seed, int ranks, int events, Set<Feature> features) {
    return CooperativeProgram.make(seed, ranks, 1000, events, features);
  }

  /** A cooperative trace in which something is left out, swapped, or said twice. */
  public static OpListTrace damaged(long seed, int ranks, int events, Set<Feature> features) {
    OpListTrace sound = cooperative(seed, ranks, events, features);
    Random random = new Random(seed);
    int damagedRank = random.nextInt(ranks);
    int damage = random.nextInt(Math.max(1, sound.program(damagedRank).size()));
    int kind = random.nextInt(3);
    OpListTrace damaged = new OpListTrace(ranks);
    sound.tables().communicators().forEach(damaged::define);
    for (int rank = 0; rank < ranks; rank++) {
      List<OpView> ops = sound.program(rank);
      for (int i = 0; i < ops.size(); i++) {
        boolean here = rank == damagedRank && i == damage;
        if (here && kind == 0) {
          continue;
        }
        if (here && kind == 1 && i + 1 < ops.size()) {
          damaged.add(rank, ops.get(++i));
          damaged.add(rank, ops.get(i - 1));
          continue;
        }
        damaged.add(rank, ops.get(i));
        if (here && kind == 2) {
          damaged.add(rank, ops.get(i));
        }
      }
    }
    return damaged;
  }

  /** Ops without rhyme or reason; most such traces deadlock or are invalid. */
  public static OpListTrace arbitrary(long seed, int ranks, int opsPerRank) {
    Random random = new Random(seed);
    OpListTrace trace = new OpListTrace(ranks);
    int daring = random.nextInt(40);
    boolean shmem = random.nextInt(4) == 0;
    boolean rma = !shmem && random.nextInt(3) == 0;
    boolean files = random.nextInt(6) == 0;
    for (int rank = 0; rank < ranks; rank++) {
      if (rma) {
        trace.add(rank, Ops.op(OpCode.WIN_CREATE).set(OpField.OBJECT, 0));
      }
      for (int i = random.nextInt(opsPerRank + 1); i > 0; i--) {
        boolean oneSided = (shmem || rma) && random.nextInt(3) > 0;
        if (files && random.nextInt(3) == 0) {
          trace.add(rank, FileEvents.arbitraryOp(random));
        } else if (!oneSided) {
          trace.add(rank, arbitraryOp(random, ranks, daring));
        } else if (shmem) {
          trace.add(rank, ShmemEvents.arbitraryOp(random, ranks));
        } else {
          trace.add(rank, RmaEvents.arbitraryOp(random, ranks));
        }
      }
    }
    return trace;
  }

  private static OpView arbitraryOp(Random random, int ranks, int daring) {
    int peer = random.nextInt(ranks + (random.nextInt(40) < daring / 8 ? 1 : 0));
    int tag = random.nextInt(2);
    int source = random.nextInt(5) == 0 ? OpView.ANY : peer;
    int wantedTag = random.nextInt(5) == 0 ? OpView.ANY : tag;
    int slot = random.nextInt(4);
    long bytes = random.nextInt(3) * 40L;
    long[] slots = LongStream.range(0, 4).filter(s -> random.nextBoolean()).toArray();
    return switch (random.nextInt(26)) {
      case 0, 1, 2 -> Ops.compute(random.nextInt(3) * 10L);
      case 3 -> Ops.send(OpCode.SEND, peer, tag, bytes);
      case 4 -> Ops.send(OpCode.BSEND, peer, tag, bytes);
      case 5 -> Ops.send(OpCode.SSEND, peer, tag, bytes);
      case 6, 7, 8 -> Ops.isend(peer, tag, bytes, slot);
      case 9, 10 -> Ops.recv(source, wantedTag);
      case 11, 12, 13 -> Ops.irecv(source, wantedTag, slot);
      case 14, 15 -> Ops.sendrecv(peer, random.nextInt(ranks), tag, bytes);
      case 16 -> Ops.op(OpCode.PROBE).set(OpField.PEER, source).set(OpField.TAG, wantedTag);
      case 17 -> Ops.await(slot);
      case 18, 19 -> Ops.op(OpCode.WAITALL).setList(OpField.REQUESTS, slots);
      case 20 -> Ops.op(OpCode.WAITANY).setList(OpField.REQUESTS, slots);
      case 21 -> Ops.op(OpCode.WAITSOME).setList(OpField.REQUESTS, slots);
      case 22 -> Ops.op(OpCode.TESTSOME).setList(OpField.REQUESTS, slots);
      case 23 -> Ops.op(OpCode.REQUEST_FREE).set(OpField.REQUEST, slot);
      case 24 -> Ops.op(random.nextInt(40) < daring ? OpCode.ALLREDUCE : OpCode.BARRIER);
      default -> Ops.op(OpCode.IBARRIER).set(OpField.REQUEST, slot);
    };
  }
}
