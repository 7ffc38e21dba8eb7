package org.foretell.trace;

/**
 * A communicator whose members are known before the replay.
 *
 * @param id 2 or above; the world (0) and self (1) need no definition
 * @param worldRanks member i's rank in the world, in the order of their ranks in the communicator;
 *     not changed after construction
 */
public record Communicator(int id, int[] worldRanks) {
  /** Id of the communicator of all ranks. */
  public static final int WORLD = 0;

  /** Id of each rank's communicator with itself alone. */
  public static final int SELF = 1;

  /** First id that a trace may give to a communicator. */
  public static final int FIRST_FREE = 2;

  /** {@return the number of members} */
  public int size() {
    return worldRanks.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Communicator that
        && id == that.id
        && java.util.Arrays.equals(worldRanks, that.worldRanks);
  }

  @Override
  public int hashCode() {
    return 31 * id + java.util.Arrays.hashCode(worldRanks);
  }

  @Override
  public String toString() {
    return "communicator " + id + " of " + worldRanks.length + " ranks";
  }
}
