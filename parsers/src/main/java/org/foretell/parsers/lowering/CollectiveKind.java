package org.foretell.parsers.lowering;

import java.util.Locale;

/** The collectives of libraries for GPUs, and the data that the bytes of a call count. */
public enum CollectiveKind {
  /** Everybody gets the combined vector; bytes of the vector. */
  ALL_REDUCE,

  /** The root gets the combined vector; bytes of the vector. */
  REDUCE,

  /** Everybody gets the blocks of all; bytes of the block that each member gives. */
  ALL_GATHER,

  /** The root gets the blocks of all; bytes of the block that each member gives. */
  GATHER,

  /** Each member gets a block of the root's data; bytes of all blocks together. */
  SCATTER,

  /** Everybody gets the data of the root; their bytes. */
  BROADCAST,

  /** Each member sends a block to each; bytes of all blocks that a member gives. */
  ALL_TO_ALL,

  /** Each member gets a block of the combined vector; bytes of the whole vector. */
  REDUCE_SCATTER,

  /** The same, with blocks of equal size. */
  REDUCE_SCATTER_BLOCK,

  /** Everybody waits for everybody. */
  BARRIER;

  /** {@return its name in messages, such as {@code all_reduce}} */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** {@return whether one member differs from the others} */
  public boolean isRooted() {
    return this == REDUCE || this == GATHER || this == SCATTER || this == BROADCAST;
  }
}
