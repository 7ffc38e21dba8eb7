package org.foretell.engine;

import org.foretell.engine.collective.SplitCollectives;
import org.foretell.engine.mail.Part;

/**
 * The place of one part in a replay that several threads make.
 *
 * @param part its ranks and its letters
 * @param collectives those that all parts share
 * @param pay what says whether several threads are faster than one
 */
record PartPlace(Part part, SplitCollectives collectives, PartsPay pay) {}
