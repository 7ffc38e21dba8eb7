package org.foretell.engine;

import org.foretell.engine.collective.SplitCollectives;
import org.foretell.engine.mail.Part;
import org.foretell.engine.onesided.SplitOneSided;

/**
 * The place of one part in a replay that several threads make.
 *
 * @param part its ranks and its letters
 * @param collectives those that all parts share
 * @param oneSided what its one-sided ops have to do with those of others
 * @param work about what the replay will be
 * @param pay what says whether several threads are faster than one
 */
record PartPlace(
    Part part,
    SplitCollectives collectives,
    SplitOneSided oneSided,
    ReplayWork work,
    PartsPay pay) {}
