package org.foretell.engine;

import org.foretell.engine.collective.SplitCollectives;
import org.foretell.engine.mail.Part;

/**
 * The place of one part in a replay that several threads make.
 *
 * @param part its ranks and its letters
 * @param collectives those that all parts share
 * @param leastBusy threads that replay at a time, on average: with fewer, one thread is faster
 */
record PartPlace(Part part, SplitCollectives collectives, double leastBusy) {}
