package org.foretell.study.decision;

/**
 * Something that makes an answer doubtful.
 *
 * @param kind the sort of doubt
 * @param subject figure, offer or program that it is about
 * @param text a sentence for people
 */
public record Doubt(Kind kind, String subject, String text) {
  /** Sorts of doubts. */
  public enum Kind {
    /** A figure has no source. */
    NO_SOURCE,
    /** A program uses one node, so the network has no effect on it. */
    ONE_NODE,
    /** Two models name different offers. */
    MODELS_DISAGREE,
    /** A surface is further from replays than the study allows. */
    SURFACE_ERROR,
    /** Two offers are the same machine. */
    SAME_MACHINE,
    /** A time is that of a larger run than the traced one. */
    SCALED_TIME,
    /** A program was extrapolated to a number of ranks that nobody traced. */
    EXTRAPOLATED,
    /** Jobs of a mix are not replayed together, so that none slows another down. */
    NO_NEIGHBOURS,
    /** A mix leaves nodes free itself, and the utilisation of the site counts on top. */
    COUNTED_TWICE,
    /** The study has one model only. */
    ONE_MODEL,
    /** A limit of the study is broken in some draws. */
    LIMIT,
    /** An offer has too few nodes for the demand, at least in some draws. */
    DEMAND,
    /** The order of two offers by points changes when a third one is withdrawn. */
    RANK_REVERSAL
  }
}
