package org.foretell.model;

import java.util.Map;
import java.util.Objects;

/**
 * A parameter of a model: for {@code sim models}, for checking user input, and for varying it. Its
 * role and its place define its effect, so that no code depends on its name; its texts are for
 * people only.
 *
 * @param name as in {@code -P name=value}
 * @param kind the form of its values
 * @param role its effect on messages
 * @param place the messages that it affects
 * @param bounds the least and the largest value, of kinds that are numbers
 * @param traits of the model, beyond those of its kind, by the chosen keyword
 * @param defaultText the default as a user would write it, or its origin, as in {@code "machine:
 *     network.latency"}
 * @param meaning one sentence
 * @param isStated whether role and place are stated; if not, the role follows from the kind, and
 *     the place is everywhere
 */
public record ParameterSpec(
    String name,
    Kind kind,
    ParameterRole role,
    ParameterPlace place,
    ParameterBounds bounds,
    Map<String, ModelTrait> traits,
    String defaultText,
    String meaning,
    boolean isStated) {
  /** Copies the traits. */
  public ParameterSpec {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(role, "role");
    Objects.requireNonNull(place, "place");
    Objects.requireNonNull(bounds, "bounds");
    Objects.requireNonNull(defaultText, "defaultText");
    Objects.requireNonNull(meaning, "meaning");
    traits = Map.copyOf(traits);
  }

  /**
   * Creates a parameter with role and place.
   *
   * @param name as in {@code -P name=value}
   * @param kind the form of its values
   * @param role its effect on messages
   * @param place the messages that it affects
   * @param bounds the least and the largest value, of kinds that are numbers
   * @param traits of the model, beyond those of its kind, by the chosen keyword
   * @param defaultText the default as a user would write it, or its origin
   * @param meaning one sentence
   */
  public ParameterSpec(
      String name,
      Kind kind,
      ParameterRole role,
      ParameterPlace place,
      ParameterBounds bounds,
      Map<String, ModelTrait> traits,
      String defaultText,
      String meaning) {
    this(name, kind, role, place, bounds, traits, defaultText, meaning, true);
  }

  /**
   * Creates a parameter for all messages, with the role of its kind.
   *
   * @param name as in {@code -P name=value}
   * @param kind the form of its values
   * @param defaultText the default as a user would write it, or its origin
   * @param meaning one sentence
   */
  public ParameterSpec(String name, Kind kind, String defaultText, String meaning) {
    this(
        name,
        kind,
        kind.role(),
        ParameterPlace.EVERYWHERE,
        kind.bounds(),
        Map.of(),
        defaultText,
        meaning,
        false);
  }

  /** The form of a value. */
  public enum Kind {
    /** A time, {@code "6.5us"}. */
    TIME,
    /** A size, {@code "64KiB"} or {@code "unlimited"}. */
    BYTES,
    /** A bandwidth, {@code "2.0GB/s"} or {@code "unlimited"}. */
    BYTES_PER_SECOND,
    /** A gap per byte, {@code "0.18ns/B"}. */
    TIME_PER_BYTE,
    /** A plain number, {@code "1.5"}. */
    NUMBER,
    /** A whole number, {@code "8"}, or one of the words that the meaning lists. */
    COUNT,
    /** One of the words that the meaning lists. */
    WORD,
    /** Pairs of a size in bytes and a number, {@code "65536:0.94;0:0.81"}. */
    TABLE;

    /** The default role of this kind. */
    ParameterRole role() {
      return switch (this) {
        case TIME -> ParameterRole.TIME;
        case BYTES -> ParameterRole.SIZE;
        case BYTES_PER_SECOND -> ParameterRole.BANDWIDTH;
        case TIME_PER_BYTE -> ParameterRole.GAP_PER_BYTE;
        case NUMBER -> ParameterRole.FACTOR;
        case COUNT -> ParameterRole.COUNT;
        case WORD -> ParameterRole.CHOICE;
        case TABLE -> ParameterRole.TABLE;
      };
    }

    /** The default bounds of this kind: a rate is above 0. */
    ParameterBounds bounds() {
      return this == BYTES_PER_SECOND
          ? new ParameterBounds(Double.MIN_VALUE, Double.POSITIVE_INFINITY)
          : ParameterBounds.NOT_NEGATIVE;
    }
  }
}
