package org.foretell.parsers.lowering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** Each lowering does what each collective promises, and no message is without its partner. */
class LoweringTest {
  @Provide
  Arbitrary<String> names() {
    return Arbitraries.of(
        "ring", "tree", "halving-doubling", "direct", "nccl/g1", "nccl/g2/c4", "nccl/g8/c2/b400");
  }

  @Property(tries = 600)
  void collectivesDoWhatTheyPromise(
      @ForAll("names") String name,
      @ForAll CollectiveKind kind,
      @ForAll @IntRange(min = 1, max = 19) int members,
      @ForAll @LongRange(max = 50_000_000) long bytes,
      @ForAll @IntRange(max = 18) int rootOrMore) {
    int root = rootOrMore % members;
    Rehearsal rehearsal = new Rehearsal(Lowering.parse(name), kind, bytes, root, members);
    List<BitSet> knows = rehearsal.run();
    for (int member = 0; member < members; member++) {
      BitSet expected = new BitSet();
      expected.set(member);
      switch (kind) {
        case ALL_REDUCE, ALL_GATHER, ALL_TO_ALL, REDUCE_SCATTER, REDUCE_SCATTER_BLOCK, BARRIER ->
            expected.set(0, members);
        case BROADCAST, SCATTER -> expected.set(root);
        case REDUCE, GATHER -> expected.set(0, member == root ? members : 0);
      }
      BitSet missing = (BitSet) expected.clone();
      missing.andNot(knows.get(member));
      assertThat(missing.isEmpty()).as("%s of member %s misses %s", kind, member, missing).isTrue();
      assertThat(rehearsal.received(member))
          .isGreaterThanOrEqualTo(least(kind, bytes, root, member, members));
    }
  }

  /** What a member must receive whatever the algorithm, see the bounds of E. Chan et al., 2007. */
  private static long least(CollectiveKind kind, long bytes, int root, int member, int members) {
    boolean isRoot = member == root;
    long others = bytes - bytes / members - (bytes % members == 0 ? 0 : 1);
    return switch (kind) {
      case ALL_REDUCE -> members == 1 ? 0 : bytes / members;
      case REDUCE -> isRoot && members > 1 ? bytes : 0;
      case GATHER -> isRoot ? bytes * (members - 1) : 0;
      case ALL_GATHER -> bytes * (members - 1);
      case SCATTER -> isRoot ? 0 : bytes / members;
      case BROADCAST -> isRoot ? 0 : bytes;
      case ALL_TO_ALL -> Math.min(others, bytes / members * (members - 1));
      case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK -> members == 1 ? 0 : bytes / members;
      case BARRIER -> 0;
    };
  }

  @Property(tries = 100)
  void ringsMoveTheLeastThatAnyAllreduceCan(
      @ForAll @IntRange(min = 2, max = 16) int members,
      @ForAll @IntRange(max = 1 << 20) int perMember) {
    Rehearsal rehearsal =
        new Rehearsal(
            Lowering.RING, CollectiveKind.ALL_REDUCE, (long) perMember * members, 0, members);
    rehearsal.run();
    assertThat(IntStream.range(0, members).mapToLong(rehearsal::received))
        .containsOnly(2L * (members - 1) * perMember);
  }

  @Property(tries = 200)
  void twoTreesHaveDifferentInnerNodes(@ForAll @IntRange(min = 2, max = 300) int nodes) {
    // Every node sends and receives the whole vector at most: in one tree it is a leaf.
    int[] children = new int[nodes];
    int roots = 0;
    for (int node = 0; node < nodes; node++) {
      NcclNodes seen = Rehearsal.nodes(node, nodes, 1);
      for (int channel = 0; channel < 2; channel++) {
        int parent = seen.parent(channel);
        roots += parent == NcclNodes.NOBODY ? 1 : 0;
        children[node] += seen.children(channel).size();
        if (parent != NcclNodes.NOBODY) {
          assertThat(Rehearsal.nodes(parent, nodes, 1).children(channel)).contains(node);
        }
      }
    }
    assertThat(roots).isEqualTo(2);
    assertThat(IntStream.of(children).sum()).isEqualTo(2 * (nodes - 1));
    assertThat(IntStream.of(children).max().orElseThrow()).isLessThanOrEqualTo(3);
  }

  @Test
  void protocolsByBreakPoints() {
    NcclTuning tuning = new NcclTuning(100);
    assertThat(tuning.choose(CollectiveKind.ALL_REDUCE, 1024, 8, 1))
        .isEqualTo(new NcclTuning.Choice(false, NcclProtocol.LL));
    assertThat(tuning.choose(CollectiveKind.ALL_REDUCE, 1 << 30, 8, 1))
        .isEqualTo(new NcclTuning.Choice(false, NcclProtocol.SIMPLE));
    assertThat(tuning.choose(CollectiveKind.ALL_REDUCE, 1024, 512, 64))
        .isEqualTo(new NcclTuning.Choice(true, NcclProtocol.LL));
    assertThat(tuning.choose(CollectiveKind.ALL_REDUCE, 8 << 20, 8, 1).protocol())
        .isEqualTo(NcclProtocol.LL128);
    assertThat(NcclProtocol.LL.onWire(10)).isEqualTo(20);
    assertThat(NcclProtocol.LL128.onWire(241)).isEqualTo(241 + 3 * 8);
    assertThat(NcclProtocol.SIMPLE.syncPs(true)).isEqualTo(11_300_000);
  }

  @Test
  void namesWithTheirNumbers() {
    assertThat(Lowering.parse("nccl/g8").name()).isEqualTo("nccl/g8/c2/b100");
    assertThat(Lowering.parse("nccl/g8/b100")).isEqualTo(Lowering.parse("nccl/g8/c2"));
    assertThatThrownBy(() -> Lowering.parse("nccl"))
        .hasMessage(
            "lowering nccl is unknown; write ring, tree, halving-doubling, direct, or nccl/gN with"
                + " the number of GPUs in a node, such as nccl/g8");
    assertThatThrownBy(() -> Lowering.parse("nccl/g8/c3"))
        .hasMessageContaining("expected an even number of channels");
  }
}
