package org.foretell.generators.program.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.foretell.trace.RankSet;
import org.junit.jupiter.api.Test;

class RoleMergeTest {
  private static RoleMerge merge() {
    return new RoleMerge(
        set -> Arrays.toString(set.toArray()), bursts -> "burst " + bursts.keySet());
  }

  private static Piece line(String text) {
    return new Piece.Line(text);
  }

  private static Piece loop(String head, Piece... body) {
    return new Piece.Block(head, "step", 0, List.of(body));
  }

  private static RoleMerge.Role role(int rank, Piece... body) {
    return new RoleMerge.Role(RankSet.of(rank), List.of(body));
  }

  @Test
  void whatIsCommonStandsOnce() {
    List<RoleMerge.Role> merged =
        merge()
            .of(
                List.of(
                    role(0, line("a"), loop("for 2", line("b"), line("c")), line("d")),
                    role(1, line("a"), loop("for 2", line("c")), line("d"), line("e"))));
    assertThat(merged).hasSize(1);
    assertThat(merged.get(0).body())
        .containsExactly(
            line("a"),
            loop("for 2", new Piece.Choice(List.of("[0]"), List.of(List.of(line("b")))), line("c")),
            line("d"),
            new Piece.Choice(List.of("[1]"), List.of(List.of(line("e")))));
  }

  @Test
  void programsWithLittleInCommonStayApart() {
    assertThat(
            merge()
                .of(
                    List.of(
                        role(0, line("a"), line("b"), line("c")),
                        role(1, line("d"), line("e"), line("f")))))
        .hasSize(2);
  }

  @Test
  void burstsOfSeveralTimesAreOneStatement() {
    Piece one = new Piece.Burst("burst(1);", "burst(", 0, List.of(1L));
    Piece two = new Piece.Burst("burst(2);", "burst(", 0, List.of(2L));
    assertThat(
            merge()
                .of(
                    List.of(
                        role(0, line("a"), one, line("b"), one),
                        role(1, line("a"), two, line("b"), one)))
                .get(0)
                .body())
        .extracting(Piece::head)
        .containsExactly("a", "burst [0, 1]", "b", "burst(1);");
  }

  @Test
  void eachRankExecutesItsOwnProgram() {
    for (int seed = 0; seed < 300; seed++) {
      Random random = new Random(seed);
      List<RoleMerge.Role> roles = new ArrayList<>();
      int ranks = 2 + random.nextInt(5);
      for (int rank = 0; rank < ranks; rank++) {
        roles.add(new RoleMerge.Role(RankSet.of(rank), body(random, 0)));
      }
      List<RoleMerge.Role> merged = merge().of(roles);
      TreeSet<Integer> seen = new TreeSet<>();
      for (RoleMerge.Role role : merged) {
        for (int rank : role.ranks().toArray()) {
          assertThat(seen.add(rank)).isTrue();
          assertThat(executed(role.body(), rank))
              .as("seed %d, rank %d", seed, rank)
              .isEqualTo(executed(roles.get(rank).body(), rank));
        }
      }
      assertThat(seen).hasSize(ranks);
    }
  }

  private static List<Piece> body(Random random, int depth) {
    List<Piece> body = new ArrayList<>();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      body.add(
          depth < 2 && random.nextInt(4) == 0
              ? new Piece.Block("for " + random.nextInt(2), "step", depth, body(random, depth + 1))
              : line(String.valueOf((char) ('a' + random.nextInt(3)))));
    }
    return body;
  }

  /** What a rank does, with loops as they stand. */
  private static List<String> executed(List<Piece> body, int rank) {
    List<String> lines = new ArrayList<>();
    for (Piece piece : body) {
      if (piece instanceof Piece.Choice choice) {
        for (int i = 0; i < choice.tests().size(); i++) {
          String test = choice.tests().get(i);
          if (test.isEmpty() || List.of(test.split("[\\[\\], ]+")).contains("" + rank)) {
            lines.addAll(executed(choice.bodies().get(i), rank));
            break;
          }
        }
      } else {
        lines.add(piece.head());
        if (piece instanceof Piece.Block block) {
          lines.addAll(executed(block.body(), rank));
          lines.add("end");
        }
      }
    }
    return lines;
  }
}
