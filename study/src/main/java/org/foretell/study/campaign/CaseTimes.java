package org.foretell.study.campaign;

import java.util.Optional;
import org.foretell.study.surface.Surface;

/**
 * A program on an offer in one way, and how its time depends on the figures that are uncertain.
 *
 * @param program name of it
 * @param offer name of it
 * @param ranksPerNode of the run
 * @param nodes that it takes
 * @param model under which it was replayed
 * @param whatIf name of the other world; empty for the one that the study describes
 * @param busyShare of the time of all cores of its nodes that they compute, 0 to 1
 * @param surface its time; constant if no figure matters
 * @param key of the replay in which all figures are as the study states them
 */
public record CaseTimes(
    String program,
    String offer,
    int ranksPerNode,
    long nodes,
    String model,
    Optional<String> whatIf,
    double busyShare,
    Surface surface,
    String key) {}
