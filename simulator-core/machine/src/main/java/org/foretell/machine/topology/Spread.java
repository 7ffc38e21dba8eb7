package org.foretell.machine.topology;

/** Chooses evenly by hash: the same arguments always give the same choice. */
final class Spread {
  private Spread() {}

  /**
   * A choice from 0 to {@code choices - 1}.
   *
   * @param step distinguishes the choices along a route
   */
  static int choose(int source, int destination, int hash, int step, int choices) {
    if (choices == 1) {
      return 0;
    }
    long mixed = mix(mix(((long) source << 32) ^ destination) ^ ((long) hash << 32) ^ step);
    return (int) (((mixed >>> 32) * choices) >>> 32);
  }

  /** The finaliser of MurmurHash3 (A. Appleby), with the constants of D. Stafford's variant 13. */
  private static long mix(long value) {
    long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
