package org.foretell.engine;

import org.foretell.engine.collective.SplitCollectives;
import org.foretell.engine.mail.Part;

/**
 * The place of one part in a replay that several threads make.
 *
 * @param part its ranks and its letters
 * @param collectives those that all parts share
 * @param leastEvents of a part in a round, without which one thread is faster
 */
record PartPlace(Part part, SplitCollectives collectives, int leastEvents) {}
