package org.foretell.extrapolation.outline;

import java.util.List;

/**
 * Orders symbols so that each stands after those that most ranks have before it, by the first
 * occurrence of each.
 */
final class FirstCalls {
  private final int symbols;
  private final int[][] lead;
  private final double[] mean;

  FirstCalls(List<int[]> sequences, int symbols) {
    this.symbols = symbols;
    lead = new int[symbols][symbols];
    mean = new double[symbols];
    int[] seen = new int[symbols];
    for (int[] sequence : sequences) {
      int[] firsts = new int[symbols];
      boolean[] known = new boolean[symbols];
      int count = 0;
      for (int symbol : sequence) {
        if (!known[symbol]) {
          known[symbol] = true;
          mean[symbol] += count;
          seen[symbol]++;
          firsts[count++] = symbol;
        }
      }
      for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
          lead[firsts[i]][firsts[j]]++;
          lead[firsts[j]][firsts[i]]--;
        }
      }
    }
    for (int s = 0; s < symbols; s++) {
      mean[s] /= Math.max(1, seen[s]);
    }
  }

  /** The place of each symbol. */
  int[] order() {
    int[] waiting = new int[symbols];
    for (int a = 0; a < symbols; a++) {
      for (int b = 0; b < symbols; b++) {
        waiting[b] += lead[a][b] > 0 ? 1 : 0;
      }
    }
    int[] order = new int[symbols];
    boolean[] done = new boolean[symbols];
    for (int place = 0; place < symbols; place++) {
      int next = -1;
      for (int s = 0; s < symbols; s++) {
        if (!done[s] && (next < 0 || isBefore(waiting, s, next))) {
          next = s;
        }
      }
      done[next] = true;
      order[next] = place;
      for (int s = 0; s < symbols; s++) {
        waiting[s] -= lead[next][s] > 0 ? 1 : 0;
      }
    }
    return order;
  }

  private boolean isBefore(int[] waiting, int a, int b) {
    return waiting[a] != waiting[b] ? waiting[a] < waiting[b] : mean[a] < mean[b];
  }
}
