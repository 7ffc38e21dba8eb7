package org.foretell.generators.program.layout;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.foretell.trace.RankSet;
import org.jspecify.annotations.Nullable;

/**
 * Lays the programs of several groups of ranks side by side, so that what they have in common
 * stands once and the rest in tests on the rank. Each rank executes the lines of its own program in
 * their order. Programs that have little in common stay apart.
 *
 * <p>Takes time with the product of the lengths of two programs, up to a bound.
 */
public final class RoleMerge {
  /** Pairs of pieces that are compared, at most; programs beyond that stay apart. */
  private static final long MOST_PAIRS = 200_000_000;

  /** Programs that are laid side by side, at most: each is compared with each. */
  private static final int MOST_ROLES = 40;

  /** A program must save this share of its lines to join others. */
  private static final double WORTHWHILE = 0.15;

  /** A program and the ranks that execute it. */
  public record Role(RankSet ranks, List<Piece> body) {}

  /** What pieces weigh when programs are laid side by side: calls are what is to match. */
  private static final long CALL = 8;

  private static final long BLOCK = 4;
  private static final long BURST = 2;

  /** A burst with the distributions of several roles. */
  public interface DrawnByRole {
    /**
     * Writes a statement.
     *
     * @param bursts by the numbers of roles, as they were given
     */
    String of(Map<Integer, Piece.Burst> bursts);
  }

  /** A piece of the programs of some roles; bursts have one for each of these. */
  private record Shared(
      Piece piece, BitSet roles, List<Shared> body, Map<Integer, Piece.Burst> bursts, long weight) {
    static Shared of(Piece piece, BitSet roles, List<Shared> body) {
      long weight = piece instanceof Piece.Line ? CALL : BLOCK + RoleMerge.weight(body, roles);
      return new Shared(piece, roles, body, Map.of(), weight);
    }

    static Shared burst(Piece.Burst burst, BitSet roles, Map<Integer, Piece.Burst> all) {
      boolean isOne = all.values().stream().distinct().count() == 1;
      return new Shared(burst, roles, List.of(), all, isOne ? BURST : 1);
    }
  }

  /** What several roles do. */
  private record Group(BitSet roles, List<Shared> body, long lines) {}

  private final Function<RankSet, String> test;
  private final DrawnByRole drawnByRole;
  private final Map<List<BitSet>, Group> joined = new HashMap<>();
  private List<Role> roles = List.of();
  private long pairs;

  /**
   * @param test writes a set of ranks as a test on the rank
   * @param drawnByRole writes a burst that differs by role
   */
  public RoleMerge(Function<RankSet, String> test, DrawnByRole drawnByRole) {
    this.test = test;
    this.drawnByRole = drawnByRole;
  }

  /** Fewer programs, together of fewer lines. */
  public List<Role> of(List<Role> of) {
    roles = of;
    List<Group> groups = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      BitSet own = new BitSet();
      own.set(i);
      List<Shared> body = shared(of.get(i).body(), own);
      groups.add(new Group(own, body, lines(body, own)));
    }
    if (of.size() <= MOST_ROLES) {
      while (joinNearest(groups)) {}
    }
    return groups.stream().map(g -> new Role(ranks(g.roles), pieces(g.body, g.roles))).toList();
  }

  /** Joins the two groups that save most by it; false if none are worth it. */
  private boolean joinNearest(List<Group> groups) {
    double most = WORTHWHILE;
    Group best = null;
    int first = 0;
    int second = 0;
    for (int i = 0; i < groups.size(); i++) {
      for (int j = i + 1; j < groups.size(); j++) {
        Group a = groups.get(i);
        Group b = groups.get(j);
        Group both = joined.computeIfAbsent(List.of(a.roles, b.roles), pair -> join(a, b));
        double saves = (double) (a.lines + b.lines - both.lines) / Math.min(a.lines, b.lines);
        if (saves > most) {
          most = saves;
          best = both;
          first = i;
          second = j;
        }
      }
    }
    if (best == null) {
      return false;
    }
    groups.remove(second);
    groups.set(first, best);
    return true;
  }

  private static List<Shared> shared(List<Piece> pieces, BitSet roles) {
    List<Shared> shared = new ArrayList<>();
    for (Piece piece : pieces) {
      shared.add(
          piece instanceof Piece.Burst burst
              ? Shared.burst(burst, roles, Map.of(roles.nextSetBit(0), burst))
              : Shared.of(piece, roles, shared(piece.body(), roles)));
    }
    return shared;
  }

  private Group join(Group a, Group b) {
    BitSet both = union(a.roles, b.roles);
    List<Shared> body = merge(a.body, b.body);
    return new Group(both, body, lines(body, both));
  }

  private static BitSet union(BitSet a, BitSet b) {
    BitSet both = (BitSet) a.clone();
    both.or(b);
    return both;
  }

  /** A longest common subsequence, and between its pieces first those of a, then those of b. */
  private List<Shared> merge(List<Shared> a, List<Shared> b) {
    int n = a.size();
    int m = b.size();
    List<Shared> merged = new ArrayList<>();
    pairs += (long) n * m;
    if (pairs > MOST_PAIRS) {
      merged.addAll(a);
      merged.addAll(b);
      return merged;
    }
    long[][] best = new long[n + 1][m + 1];
    @Nullable Shared[][] matches = new Shared[n][m];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = m - 1; j >= 0; j--) {
        Shared match = match(a.get(i), b.get(j));
        matches[i][j] = match;
        long other = Math.max(best[i + 1][j], best[i][j + 1]);
        best[i][j] = match == null ? other : Math.max(other, match.weight + best[i + 1][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < n && j < m) {
      Shared match = matches[i][j];
      if (match != null && best[i][j] == match.weight + best[i + 1][j + 1]) {
        merged.add(match);
        i++;
        j++;
      } else if (best[i][j] == best[i + 1][j]) {
        merged.add(a.get(i++));
      } else {
        merged.add(b.get(j++));
      }
    }
    merged.addAll(a.subList(i, n));
    merged.addAll(b.subList(j, m));
    return merged;
  }

  /** A piece that both have, null if they have none in common. */
  private @Nullable Shared match(Shared a, Shared b) {
    BitSet both = union(a.roles, b.roles);
    if (a.piece instanceof Piece.Burst one
        && b.piece instanceof Piece.Burst other
        && one.call().equals(other.call())) {
      Map<Integer, Piece.Burst> all = new TreeMap<>(a.bursts);
      all.putAll(b.bursts);
      return Shared.burst(one, both, all);
    }
    if (a.piece.getClass() != b.piece.getClass() || !a.piece.head().equals(b.piece.head())) {
      return null;
    }
    List<Shared> body = merge(a.body, b.body);
    long least = Math.min(weight(a.body, a.roles), weight(b.body, b.roles));
    return 2 * weight(body, both) < least ? null : Shared.of(a.piece, both, body);
  }

  /** How much all these roles do. */
  private static long weight(List<Shared> pieces, BitSet roles) {
    return pieces.stream().filter(p -> p.roles.equals(roles)).mapToLong(Shared::weight).sum();
  }

  private static long lines(List<Shared> pieces, BitSet roles) {
    long lines = 0;
    BitSet before = roles;
    for (Shared piece : pieces) {
      lines += piece.body.isEmpty() ? 1 : 2 + lines(piece.body, piece.roles);
      lines += piece.roles.equals(before) ? 0 : 1;
      before = piece.roles;
    }
    return lines;
  }

  private List<Piece> pieces(List<Shared> shared, BitSet all) {
    List<Piece> pieces = new ArrayList<>();
    for (int at = 0; at < shared.size(); ) {
      BitSet told = new BitSet();
      List<String> tests = new ArrayList<>();
      List<List<Piece>> bodies = new ArrayList<>();
      while (at < shared.size() && !shared.get(at).roles.equals(all)) {
        BitSet some = shared.get(at).roles;
        if (some.intersects(told)) {
          break;
        }
        int end = at;
        while (end < shared.size() && shared.get(end).roles.equals(some)) {
          end++;
        }
        told.or(some);
        tests.add(told.equals(all) ? "" : test.apply(ranks(some)));
        bodies.add(plain(shared.subList(at, end)));
        at = end;
      }
      if (!tests.isEmpty()) {
        pieces.add(new Piece.Choice(tests, bodies));
      } else {
        pieces.add(plain(shared.get(at++)));
      }
    }
    return pieces;
  }

  private List<Piece> plain(List<Shared> shared) {
    return shared.stream().map(this::plain).toList();
  }

  private Piece plain(Shared shared) {
    if (shared.bursts.values().stream().distinct().count() > 1) {
      return new Piece.Line(drawnByRole.of(shared.bursts));
    }
    return shared.piece.with(pieces(shared.body, shared.roles));
  }

  private RankSet ranks(BitSet of) {
    int[] sorted =
        of.stream()
            .flatMap(role -> IntStream.of(roles.get(role).ranks().toArray()))
            .sorted()
            .toArray();
    return RankSet.ofSorted(sorted);
  }
}
