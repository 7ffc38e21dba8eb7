package org.foretell.models.collectives;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.foretell.models.collectives.algorithm.Algorithms;
import org.foretell.trace.OpCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Node-aware collectives bring every block where it belongs, wherever the members are. */
class NodeAwareTest {
  private static final int SEED = 17;
  private static final long BLOCK = 5;

  /** Where members are, and the root. */
  record Team(String name, int[] node, int root) {
    int size() {
      return node.length;
    }

    boolean share(int one, int other) {
      return node[one] == node[other];
    }

    boolean leads(int member) {
      return IntStream.range(0, member).noneMatch(lower -> share(lower, member));
    }

    List<TestCall> calls(IntFunction<TestCall> call) {
      return IntStream.range(0, size())
          .mapToObj(member -> call.apply(member).on(of -> node[of]))
          .toList();
    }

    List<TestCall> calls(OpCode op, long bytes) {
      return calls(member -> TestCall.of(op, size(), member, root, bytes));
    }

    @Override
    public String toString() {
      return name + ", " + size() + " members, root " + root + ", nodes " + Arrays.toString(node);
    }
  }

  static Stream<Team> teams() {
    Random random = new Random(SEED);
    Stream.Builder<Team> teams = Stream.builder();
    for (int p : new int[] {1, 2, 3, 8, 13}) {
      for (int root : new int[] {0, p / 2, p - 1}) {
        teams.add(new Team("one node", new int[p], root));
        teams.add(new Team("a node each", IntStream.range(0, p).toArray(), root));
        teams.add(new Team("blocks", IntStream.range(0, p).map(m -> m / 3).toArray(), root));
        teams.add(new Team("round robin", IntStream.range(0, p).map(m -> m % 3).toArray(), root));
      }
    }
    for (int trial = 0; trial < 60; trial++) {
      int p = 1 + random.nextInt(30);
      int[] node = random.ints(p, 0, 1 + random.nextInt(p)).toArray();
      teams.add(new Team("seed " + SEED + ", trial " + trial, node, random.nextInt(p)));
    }
    return teams.build();
  }

  @ParameterizedTest
  @MethodSource("teams")
  void gathersBringEveryBlockToTheRoot(Team team) {
    RoutedBlocks blocks = new RoutedBlocks(team.size(), BLOCK, (from, to, block) -> true);
    team.calls(OpCode.GATHER, BLOCK).forEach(call -> blocks.give(call.member(), team.root()));
    run(OpCode.GATHER, team.calls(OpCode.GATHER, BLOCK), blocks);
    assertThat(blocks.at(team.root())).hasSize(team.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("teams")
  void scattersBringEachMemberItsBlock(Team team) {
    List<TestCall> calls = team.calls(OpCode.SCATTER, BLOCK);
    MessageTree tree = new MessageTree(team.size(), false, (from, to) -> true);
    run(OpCode.SCATTER, calls, tree);
    RoutedBlocks blocks =
        new RoutedBlocks(
            team.size(), BLOCK, (from, to, block) -> tree.reaches(to, block.destination()));
    calls.forEach(call -> blocks.give(team.root(), call.member()));
    run(OpCode.SCATTER, calls, blocks);
    everyBlockIsHome(team, blocks, member -> member == team.root() ? 0 : 1);
  }

  @ParameterizedTest
  @MethodSource("teams")
  void alltoallsBringEachBlockOnce(Team anyRoot) {
    Team team = new Team(anyRoot.name(), anyRoot.node(), 0);
    List<TestCall> calls = team.calls(OpCode.ALLTOALL, BLOCK);
    boolean oneNode = Arrays.stream(team.node()).distinct().count() == 1;
    MessageTree tree =
        new MessageTree(team.size(), true, (from, to) -> team.share(from, to) && !team.leads(from));
    run(OpCode.ALLTOALL, calls, tree);
    RoutedBlocks.Route byNodes =
        (from, to, block) -> {
          if (!team.share(from, to)) {
            return team.share(to, block.destination());
          }
          return tree.parent(from) == to || tree.reaches(to, block.destination());
        };
    RoutedBlocks.Route direct = (from, to, block) -> to == block.destination();
    RoutedBlocks blocks = new RoutedBlocks(team.size(), BLOCK, oneNode ? direct : byNodes);
    for (int from = 0; from < team.size(); from++) {
      for (int to = 0; to < team.size(); to++) {
        blocks.give(from, to);
      }
    }
    run(OpCode.ALLTOALL, calls, blocks);
    everyBlockIsHome(team, blocks, member -> team.size() - 1);
  }

  private static void everyBlockIsHome(Team team, RoutedBlocks blocks, IntUnaryOperator expected) {
    for (int member = 0; member < team.size(); member++) {
      int home = member;
      assertThat(blocks.at(member))
          .as("%s at %d", team, member)
          .hasSize(expected.applyAsInt(member))
          .doesNotHaveDuplicates()
          .allMatch(block -> block.destination() == home);
    }
  }

  @ParameterizedTest
  @MethodSource("teams")
  void allgathersBringUnequalBlocksToEverybody(Team team) {
    int p = team.size();
    PartsData data = new PartsData(p, p);
    IntStream.range(0, p).forEach(member -> data.give(member, member));
    List<TestCall> calls =
        team.calls(
            member ->
                TestCall.of(OpCode.ALLGATHERV, p, member, 0, 1L << member)
                    .lists((from, to) -> 1L << from));
    run(OpCode.ALLGATHERV, calls, data);
    for (int member = 0; member < p; member++) {
      for (int part = 0; part < p; part++) {
        assertThat(data.has(member, part)).as("%d of %d", part, member).isEqualTo(1L << part);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("teams")
  void reduceScattersCombineEveryContributionOnce(Team team) {
    int p = team.size();
    PartsData data = new PartsData(p, p);
    IntStream.range(0, p).forEach(data::giveAll);
    List<TestCall> calls =
        team.calls(
            member ->
                TestCall.of(OpCode.REDUCE_SCATTER, p, member, 0, 0).lists((to, any) -> 1L << to));
    run(OpCode.REDUCE_SCATTER, calls, data);
    for (int member = 0; member < p; member++) {
      assertThat(data.has(member, member)).as("at %d", member).isEqualTo((1L << p) - 1);
    }
  }

  @ParameterizedTest
  @MethodSource("teams")
  void equalBlocksAreLikeListsOfEqualBlocks(Team team) {
    List<TestCall> blocks = team.calls(OpCode.ALLGATHER, BLOCK);
    List<TestCall> lists =
        team.calls(
            member ->
                TestCall.of(OpCode.ALLGATHERV, team.size(), member, 0, BLOCK)
                    .lists((from, to) -> BLOCK));
    assertThat(timePs(OpCode.ALLGATHER, blocks)).isEqualTo(timePs(OpCode.ALLGATHERV, lists));
    List<TestCall> shares = team.calls(OpCode.REDUCE_SCATTER_BLOCK, BLOCK);
    List<TestCall> parts =
        team.calls(
            member ->
                TestCall.of(OpCode.REDUCE_SCATTER, team.size(), member, 0, 0)
                    .lists((from, to) -> BLOCK));
    assertThat(timePs(OpCode.REDUCE_SCATTER_BLOCK, shares))
        .isEqualTo(timePs(OpCode.REDUCE_SCATTER, parts));
  }

  @ParameterizedTest
  @EnumSource(
      value = OpCode.class,
      names = {"GATHER", "SCATTER", "ALLGATHER", "ALLTOALL", "REDUCE_SCATTER_BLOCK"})
  void onlyRepresentativesTalkBetweenNodes(OpCode op) {
    teams()
        .forEach(
            team -> {
              boolean rooted = op == OpCode.GATHER || op == OpCode.SCATTER;
              Team used = new Team(team.name(), team.node(), rooted ? team.root() : 0);
              Delivery watch =
                  new Delivery() {
                    @Override
                    public Object send(int member, int to, long bytes) {
                      assertThat(used.share(member, to) || (represents(member) && represents(to)))
                          .as("%s: %d sends to %d", used, member, to)
                          .isTrue();
                      return "";
                    }

                    private boolean represents(int member) {
                      return used.share(member, used.root())
                          ? member == used.root()
                          : used.leads(member);
                    }
                  };
              run(op, used.calls(op, BLOCK), watch);
            });
  }

  private static void run(OpCode op, List<TestCall> calls, ScheduleRun.Data data) {
    ScheduleRun.of(Algorithms.schedule(op, "node-aware"), calls, data).run();
  }

  private static long timePs(OpCode op, List<TestCall> calls) {
    return new ScheduleRun(
            Algorithms.schedule(op, "node-aware"), calls, ScheduleRun.NO_DATA, 1000, 7, 3)
        .run();
  }
}
