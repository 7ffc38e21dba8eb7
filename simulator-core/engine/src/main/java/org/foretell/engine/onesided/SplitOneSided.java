package org.foretell.engine.onesided;

import org.foretell.engine.mail.Part;

/**
 * What the one-sided ops of one part of a replay have to do with those of others.
 *
 * @param part its ranks
 * @param lists of all parts
 * @param calls of windows that several parts share
 * @param expectsFences whether its ranks seem to execute fences
 */
public record SplitOneSided(
    Part part, VariableLists lists, WindowCalls calls, boolean expectsFences) {}
