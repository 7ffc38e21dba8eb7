package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.foretell.model.CollectiveSchedule;
import org.foretell.models.collectives.algorithm.Algorithm;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.models.collectives.algorithm.ExchangeAlgorithms;
import org.foretell.models.collectives.algorithm.Ops;
import org.foretell.models.collectives.algorithm.RootedAlgorithms;
import org.foretell.models.collectives.pattern.Fold;
import org.foretell.models.collectives.pattern.Pattern;
import org.foretell.models.collectives.pattern.PatternSchedule;
import org.foretell.models.collectives.pattern.Segments;
import org.foretell.models.collectives.rooted.TreeGather;
import org.foretell.models.collectives.rooted.TreeScatter;
import org.foretell.models.collectives.tree.KnomialTree;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every member ends with what MPI says: the blocks or the vector, every contribution exactly once.
 * The run itself fails on deadlocks (every message is a rendezvous), on messages without a partner
 * and on sizes that disagree.
 */
class DataFlowTest {
  private static final int[] SIZES =
      IntStream.concat(IntStream.rangeClosed(1, 33), IntStream.of(47, 60)).toArray();

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void allreductionsCombineEveryContributionOnce(String name, Pattern pattern, boolean parted) {
    for (int p : SIZES) {
      int parts = parted ? p : 1;
      PartsData data = new PartsData(p, parts);
      IntStream.range(0, p).forEach(data::giveAll);
      run(pattern, calls(OpCode.ALLREDUCE, p, 0, 1), data);
      for (int member = 0; member < p; member++) {
        for (int part = 0; part < (parted ? partsOf(name, p) : 1); part++) {
          assertThat(data.has(member, part))
              .as("p=%d, part %d at %d", p, part, member)
              .isEqualTo(everybody(p));
        }
      }
    }
  }

  static Stream<Arguments> allreductionsCombineEveryContributionOnce() {
    List<Arguments> all = new ArrayList<>();
    for (String name :
        List.of("recursive-doubling", "reduce-bcast", "linear", "flat-binomial", "node-aware")) {
      all.add(Arguments.of(name, pattern(OpCode.ALLREDUCE, name), false));
    }
    all.add(
        Arguments.of(
            "rabenseifner", ExchangeAlgorithms.rabenseifnerAllreduce(PartsData.POWERS), true));
    all.add(
        Arguments.of(
            "ring", ExchangeAlgorithms.ringAllreduce(PartsData.POWERS, Segments.NONE), true));
    return all.stream();
  }

  /** Rabenseifner's vector has as many parts as members stay after folding. */
  private static int partsOf(String name, int p) {
    return name.equals("rabenseifner") ? Fold.staying(p) : p;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "flat",
        "binomial",
        "k-nomial",
        "binary",
        "in-order-binary",
        "chain",
        "pipeline",
        "node-aware"
      })
  void reductionsCombineEveryContributionOnceAtTheRoot(String name) {
    forAllRoots(
        (p, root) -> {
          for (long segments : new long[] {0, Segments.WHOLE}) {
            PartsData data = new PartsData(p, 1);
            IntStream.range(0, p).forEach(data::giveAll);
            Pattern pattern = pattern(OpCode.REDUCE, name, segments, 3);
            run(pattern, calls(OpCode.REDUCE, p, root, 1), data);
            assertThat(data.has(root, 0)).as("p=%d, root %d", p, root).isEqualTo(everybody(p));
          }
        });
  }

  @Test
  void rabenseifnersReductionCombinesEveryContributionOnceAtTheRoot() {
    forAllRoots(
        (p, root) -> {
          PartsData data = new PartsData(p, Fold.staying(p));
          IntStream.range(0, p).forEach(data::giveAll);
          Pattern pattern = RootedAlgorithms.rabenseifnerReduce(PartsData.POWERS);
          run(pattern, calls(OpCode.REDUCE, p, root, 1), data);
          for (int part = 0; part < Fold.staying(p); part++) {
            assertThat(data.has(root, part)).as("p=%d, root %d", p, root).isEqualTo(everybody(p));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "flat",
        "binomial",
        "k-nomial",
        "binary",
        "chain",
        "pipeline",
        "split-binary",
        "node-aware"
      })
  void broadcastsReachEverybody(String name) {
    forAllRoots(
        (p, root) -> {
          // Halves of 2 bytes and 1 byte are told apart like parts.
          PartsData data = new PartsData(p, 2);
          data.giveAll(root);
          Pattern pattern = pattern(OpCode.BCAST, name, Segments.WHOLE, 3);
          run(pattern, calls(OpCode.BCAST, p, root, 3), data);
          for (int member = 0; member < p; member++) {
            assertThat(data.has(member, 0)).as("p=%d, root %d", p, root).isEqualTo(1L << root);
            assertThat(data.has(member, 1)).as("p=%d, root %d", p, root).isEqualTo(1L << root);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"doubling", "ring"})
  void broadcastsByScatterAndAllgatherReachEverybody(String kind) {
    Pattern pattern =
        kind.equals("ring")
            ? RootedAlgorithms.scatterRing(PartsData.POWERS)
            : RootedAlgorithms.scatterDoubling(PartsData.POWERS);
    forAllRoots(
        (p, root) -> {
          PartsData data = new PartsData(p, p);
          data.giveAll(root);
          run(pattern, calls(OpCode.BCAST, p, root, 3), data);
          for (int member = 0; member < p; member++) {
            for (int part = 0; part < p; part++) {
              assertThat(data.has(member, part)).as("p=%d, root %d", p, root).isEqualTo(1L << root);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "recursive-doubling",
        "bruck",
        "ring",
        "neighbor-exchange",
        "gather-bcast"
      })
  void allgathersBringEveryBlockToEverybody(String name) {
    Pattern pattern = pattern(OpCode.ALLGATHERV, name);
    for (int p : SIZES) {
      PartsData data = new PartsData(p, p);
      IntStream.range(0, p).forEach(member -> data.give(member, member));
      List<TestCall> calls =
          calls(OpCode.ALLGATHERV, p, 0, 0).stream()
              .map(call -> withBytes(call, 1L << call.member()).lists((from, to) -> 1L << from))
              .toList();
      run(pattern, calls, data);
      for (int member = 0; member < p; member++) {
        for (int part = 0; part < p; part++) {
          assertThat(data.has(member, part)).as("p=%d", p).isEqualTo(1L << part);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "recursive-halving",
        "pairwise",
        "ring",
        "butterfly",
        "recursive-doubling",
        "tree-doubling",
        "reduce-scatterv",
        "flat-reduce-scatterv"
      })
  void reduceScattersCombineEveryContributionOnce(String name) {
    Pattern pattern = pattern(OpCode.REDUCE_SCATTER, name);
    for (int p : SIZES) {
      if (name.equals("flat-reduce-scatterv") && p > 33) {
        continue; // the bytes combined at the root exceed a long
      }
      PartsData data = new PartsData(p, p, name.equals("tree-doubling"));
      IntStream.range(0, p).forEach(data::giveAll);
      run(pattern, listed(OpCode.REDUCE_SCATTER, p, 0, (from, to) -> 1L << from), data);
      for (int member = 0; member < p; member++) {
        assertThat(data.has(member, member)).as("p=%d at %d", p, member).isEqualTo(everybody(p));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "flat"})
  void gathersAndScattersBringUnequalBlocks(String name) {
    forAllRoots(
        (p, root) -> {
          PartsData gathered = new PartsData(p, p);
          IntStream.range(0, p).forEach(member -> gathered.give(member, member));
          List<TestCall> calls =
              calls(OpCode.GATHERV, p, root, 0).stream()
                  .map(call -> withBytes(call, 1L << call.member()).lists((from, to) -> 1L << from))
                  .toList();
          run(pattern(OpCode.GATHERV, name), calls, gathered);
          PartsData scattered = new PartsData(p, p);
          scattered.giveAll(root);
          List<TestCall> scatters =
              calls(OpCode.SCATTERV, p, root, 0).stream()
                  .map(call -> withBytes(call, 1L << call.member()).lists((from, to) -> 1L << to))
                  .toList();
          run(pattern(OpCode.SCATTERV, name), scatters, scattered);
          for (int member = 0; member < p; member++) {
            assertThat(gathered.has(root, member)).isEqualTo(1L << member);
            assertThat(scattered.has(member, member)).isEqualTo(1L << root);
          }
        });
  }

  @Test
  void gathersAndScattersByTreesBringEveryBlock() {
    for (int k = 2; k <= 4; k++) {
      Pattern gather = new TreeGather(new KnomialTree(k), PartsData.POWERS, false);
      Pattern scatter = new TreeScatter(new KnomialTree(k), PartsData.POWERS, true);
      forAllRoots(
          (p, root) -> {
            PartsData gathered = new PartsData(p, p);
            IntStream.range(0, p).forEach(place -> gathered.give((place + root) % p, place));
            run(gather, calls(OpCode.GATHER, p, root, 1), gathered);
            PartsData scattered = new PartsData(p, p);
            scattered.giveAll(root);
            run(scatter, calls(OpCode.SCATTER, p, root, 1), scattered);
            for (int place = 0; place < p; place++) {
              int member = (place + root) % p;
              assertThat(gathered.has(root, place)).isEqualTo(1L << member);
              assertThat(scattered.has(member, place)).isEqualTo(1L << root);
            }
          });
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"linear", "linear-sync", "scattered", "pairwise", "ring"})
  void alltoallsBringEachBlockOnce(String name) {
    Random random = new Random(7);
    for (int p : SIZES) {
      int radix = 1 + random.nextInt(p + 1);
      long[][] sizes = new long[p][p];
      for (long[] row : sizes) {
        for (int to = 0; to < p; to++) {
          row[to] = random.nextBoolean() ? random.nextLong(1 << 20) : 0;
        }
      }
      long[][] delivered = new long[p][p];
      int[][] messages = new int[p][p];
      ScheduleRun.Data data =
          new Delivery() {
            @Override
            public void receive(int member, int from, long bytes, Object content) {
              delivered[from][member] += bytes;
              messages[from][member]++;
            }
          };
      Pattern pattern = pattern(OpCode.ALLTOALLV, name, 0, radix);
      run(pattern, listed(OpCode.ALLTOALLV, p, 0, (from, to) -> sizes[from][to]), data);
      for (int from = 0; from < p; from++) {
        sizes[from][from] = 0;
        assertThat(delivered[from]).as("p=%d, seed 7", p).isEqualTo(sizes[from]);
        for (int to = 0; to < p; to++) {
          assertThat(messages[from][to]).as("p=%d", p).isEqualTo(from == to ? 0 : 1);
        }
      }
    }
  }

  @Test
  void brucksAlltoallBringsEachBlockWhereItBelongs() {
    for (int p : SIZES) {
      // At each member, the origin of the block that still has to go, or has gone, so far.
      int[][] origin = new int[p][p];
      for (int member = 0; member < p; member++) {
        Arrays.fill(origin[member], member);
      }
      int[] sent = new int[p];
      int size = p;
      ScheduleRun.Data data =
          new Delivery() {
            @Override
            public Object send(int member, int to, long bytes) {
              int bit = 1 << sent[member]++;
              assertThat(to).isEqualTo((member + bit) % size);
              int[] content = origin[member].clone();
              long blocks = IntStream.range(0, size).filter(slot -> (slot & bit) != 0).count();
              assertThat(bytes).isEqualTo(5 * blocks);
              for (int slot = 0; slot < size; slot++) {
                if ((slot & bit) == 0) {
                  content[slot] = -1;
                }
              }
              return content;
            }

            @Override
            public void receive(int member, int from, long bytes, Object content) {
              int[] slots = (int[]) content;
              for (int slot = 0; slot < size; slot++) {
                origin[member][slot] = slots[slot] < 0 ? origin[member][slot] : slots[slot];
              }
            }
          };
      run(pattern(OpCode.ALLTOALL, "bruck"), calls(OpCode.ALLTOALL, p, 0, 5), data);
      for (int member = 0; member < p; member++) {
        for (int slot = 0; slot < p; slot++) {
          assertThat(origin[member][slot]).as("p=%d", p).isEqualTo(Math.floorMod(member - slot, p));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "linear",
        "double-ring",
        "recursive-doubling",
        "dissemination",
        "bruck",
        "tree",
        "tournament",
        "two-proc",
        "node-aware",
        "dissemination-1B"
      })
  void afterABarrierEverybodyKnowsOfEverybody(String name) {
    for (int p : SIZES) {
      for (int k = 2; k <= 5; k++) {
        Knowledge knowledge = new Knowledge(p);
        Pattern pattern = pattern(OpCode.BARRIER, name, 0, k);
        run(pattern, calls(OpCode.BARRIER, p, 0, 0), knowledge);
        for (int member = 0; member < p; member++) {
          assertThat(knowledge.known[member]).as("p=%d, k=%d", p, k).isEqualTo(everybody(p));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ALLREDUCE dissemination", "ALLGATHER dissemination"})
  void disseminationReachesEverybody(String text) {
    String[] words = text.split(" ", -1);
    OpCode op = OpCode.valueOf(words[0]);
    for (int p : SIZES) {
      Knowledge knowledge = new Knowledge(p);
      run(pattern(op, words[1]), calls(op, p, 0, 100), knowledge);
      for (int member = 0; member < p; member++) {
        assertThat(knowledge.known[member]).as("p=%d", p).isEqualTo(everybody(p));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"recursive-doubling", "linear", "flat"})
  void scansCombineWhatComesBefore(String name) {
    for (int p : SIZES) {
      ScanData data = new ScanData(p, name);
      run(pattern(OpCode.SCAN, name), calls(OpCode.SCAN, p, 0, 8), data);
      for (int member = 0; member < p; member++) {
        assertThat(data.prefix[member])
            .as("p=%d at %d", p, member)
            .isEqualTo(everybody(member + 1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 999, 1000, 1001, 7001, 1L << 40})
  void segmentsAddUpToTheMessage(long bytes) {
    for (String name :
        List.of("binomial", "k-nomial", "binary", "chain", "pipeline", "split-binary")) {
      for (int p : new int[] {1, 2, 3, 4, 7, 8, 13}) {
        Totals totals = new Totals(p);
        Pattern pattern = pattern(OpCode.BCAST, name, Math.max(1000, bytes / 16), 0);
        run(pattern, calls(OpCode.BCAST, p, p / 2, bytes), totals);
        for (int member = 0; member < p; member++) {
          assertThat(totals.received[member]).isEqualTo(member == p / 2 ? 0 : bytes);
        }
      }
    }
    for (String name :
        List.of("binomial", "k-nomial", "binary", "chain", "pipeline", "in-order-binary")) {
      for (int p : new int[] {1, 2, 3, 4, 7, 8, 13}) {
        Totals totals = new Totals(p);
        Pattern pattern = pattern(OpCode.REDUCE, name, Math.max(1000, bytes / 16), 0);
        run(pattern, calls(OpCode.REDUCE, p, p - 1, bytes), totals);
        for (int member = 0; member < p; member++) {
          assertThat(totals.sent[member]).isEqualTo(member == p - 1 ? 0 : bytes);
          assertThat(totals.combined[member]).isEqualTo(totals.received[member]);
        }
      }
    }
    for (int p : new int[] {2, 3, 8, 13}) {
      Totals totals = new Totals(p);
      Pattern ring = pattern(OpCode.ALLREDUCE, "segmented-ring", 1000, 0);
      long size = Math.min(bytes, 1 << 20);
      run(ring, calls(OpCode.ALLREDUCE, p, 0, size), totals);
      assertThat(LongStream.of(totals.sent).sum()).isEqualTo(2L * (p - 1) * size);
      assertThat(LongStream.of(totals.combined).sum()).isEqualTo((p - 1) * size);
    }
  }

  @Test
  void nodeAwareCollectivesKeepToNodes() {
    Random random = new Random(11);
    for (int trial = 0; trial < 300; trial++) {
      int p = 1 + random.nextInt(40);
      int nodes = 1 + random.nextInt(p);
      int[] node = random.ints(p, 0, nodes).toArray();
      int root = random.nextInt(p);
      PartsData reduced = new PartsData(p, 1);
      IntStream.range(0, p).forEach(reduced::giveAll);
      run(pattern(OpCode.REDUCE, "node-aware"), on(node, OpCode.REDUCE, p, root), reduced);
      PartsData broadcast = new PartsData(p, 1);
      broadcast.giveAll(root);
      run(pattern(OpCode.BCAST, "node-aware"), on(node, OpCode.BCAST, p, root), broadcast);
      PartsData all = new PartsData(p, 1);
      IntStream.range(0, p).forEach(all::giveAll);
      run(pattern(OpCode.ALLREDUCE, "node-aware"), on(node, OpCode.ALLREDUCE, p, 0), all);
      Knowledge knowledge = new Knowledge(p);
      run(pattern(OpCode.BARRIER, "node-aware"), on(node, OpCode.BARRIER, p, 0), knowledge);
      assertThat(reduced.has(root, 0)).as("trial %d, seed 11", trial).isEqualTo(everybody(p));
      for (int member = 0; member < p; member++) {
        assertThat(broadcast.has(member, 0)).as("trial %d, seed 11", trial).isEqualTo(1L << root);
        assertThat(all.has(member, 0)).as("trial %d, seed 11", trial).isEqualTo(everybody(p));
        assertThat(knowledge.known[member]).isEqualTo(everybody(p));
      }
    }
  }

  @Test
  void aCollectiveOfOneMemberHasNoSteps() {
    for (OpCode op : Ops.all()) {
      for (Algorithm algorithm : Algorithms.of(op)) {
        PatternSchedule schedule = new PatternSchedule("", algorithm.pattern(0, 0));
        assertThat(ScheduleRun.of(schedule, calls(op, 1, 0, 100), ScheduleRun.NO_DATA).run())
            .isZero();
      }
    }
  }

  private interface AllRoots {
    void run(int p, int root);
  }

  private static void forAllRoots(AllRoots body) {
    for (int p : SIZES) {
      for (int root = 0; root < p; root += p > 17 ? 1 + p / 5 : 1) {
        body.run(p, root);
      }
      body.run(p, p - 1);
    }
  }

  private static long everybody(int p) {
    return (1L << p) - 1;
  }

  private static Pattern pattern(OpCode op, String name) {
    return Algorithms.named(op, name).pattern(0, 0);
  }

  /** With the parameters, if the algorithm takes them. */
  private static Pattern pattern(OpCode op, String name, long segments, int k) {
    Algorithm algorithm = Algorithms.named(op, name);
    return algorithm.pattern(
        algorithm.parameters().allow(segments, 0) ? segments : 0,
        algorithm.parameters().allow(0, k) ? k : 0);
  }

  private static void run(Pattern pattern, List<TestCall> calls, ScheduleRun.Data data) {
    CollectiveSchedule schedule = new PatternSchedule("", pattern);
    ScheduleRun.of(schedule, calls, data).run();
  }

  private static List<TestCall> calls(OpCode op, int p, int root, long bytes) {
    return members(p, member -> TestCall.of(op, p, member, root, bytes));
  }

  private static List<TestCall> listed(OpCode op, int p, int root, TestCall.Sizes sizes) {
    return members(p, member -> TestCall.of(op, p, member, root, 0).lists(sizes));
  }

  private static List<TestCall> on(int[] nodes, OpCode op, int p, int root) {
    return members(p, m -> TestCall.of(op, p, m, root, 1).on(member -> nodes[member]));
  }

  private static List<TestCall> members(int p, IntFunction<TestCall> call) {
    return IntStream.range(0, p).mapToObj(call).toList();
  }

  private static TestCall withBytes(TestCall call, long bytes) {
    return TestCall.of(call.code(), call.participants(), call.member(), call.root(), bytes);
  }
}
