package org.foretell.machine;

/**
 * The cost of one half of a collective.
 *
 * @param model how it grows with the number of partners
 * @param size of its messages
 */
public record Fan(FanModel model, FanSize size) {}
