package org.foretell.trace;

/**
 * A field of an op that is not a single constant.
 *
 * @param field which field; {@link Values.Column} is allowed for {@link OpField#DURATION_PS} only
 * @param relative for peers, roots and matched peers: the value is added to the rank's number in
 *     the world, modulo the number of ranks; {@link OpView#ANY} and the like cannot be relative
 * @param values the source of the value
 */
public record Variation(OpField field, boolean relative, Values values) {
  /** A burst with durations in the rank's column. */
  public static final Variation DURATION_COLUMN =
      new Variation(OpField.DURATION_PS, false, Values.Column.INSTANCE);

  /** A burst with durations in the rank's column, where it may be skipped. */
  public static final Variation OPTIONAL_DURATION =
      new Variation(OpField.DURATION_PS, false, Values.Column.OPTIONAL);

  /**
   * {@return a peer at a constant distance}
   *
   * @param field a field that holds the number of a rank
   * @param distance added to the rank's own number, modulo the number of ranks
   */
  public static Variation relativePeer(OpField field, long distance) {
    return new Variation(field, true, new Values.Constant(distance));
  }

  /** Checks that the form fits the field. */
  public Variation {
    if (values instanceof Values.Column && field != OpField.DURATION_PS) {
      throw new IllegalArgumentException("only durations can stand in a column, not " + field);
    }
    if (relative && !field.isRank()) {
      throw new IllegalArgumentException("only ranks can be relative, not " + field);
    }
  }
}
