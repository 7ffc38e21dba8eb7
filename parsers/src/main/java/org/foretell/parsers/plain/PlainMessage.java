package org.foretell.parsers.plain;

import org.foretell.trace.OpView;

/**
 * A message as one of its ends sees it.
 *
 * @param peer rank of the other end in the world, {@link OpView#ANY} or {@link OpView#PROC_NULL}
 * @param tag of it, or {@link OpView#ANY}
 * @param bytes its size; of a receive the size of its buffer, -1 if that is unknown
 * @param communicator its members, the same array for all of them
 * @param flags of a send, the protocol that was recorded
 */
public record PlainMessage(int peer, int tag, long bytes, int[] communicator, long flags) {}
