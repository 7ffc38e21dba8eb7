package org.foretell.model;

import java.util.Map;
import java.util.Objects;

/**
 * A parameter of a model: for {@code sim models}, for checking what a user gives, and for whoever
 * moves it. Its role and its place say what it does, so that nobody has to know its name; what its
 * words say is for people only.
 *
 * @param name as in {@code -P name=value}
 * @param kind what values look like
 * @param role what it does to messages
 * @param place which messages it is about
 * @param bounds the least and the largest value, of kinds that are numbers
 * @param traits what the model does that is not said by its kind, by the word that is chosen
 * @param defaultText the default as a user would write it, or where it comes from, as in {@code
 *     "machine: network.latency"}
 * @param meaning one sentence
 * @param isStated whether role and place are stated; if not, the role is that of the kind, and the
 *     place everywhere
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
   * A parameter whose role and place are stated.
   *
   * @param name as in {@code -P name=value}
   * @param kind what values look like
   * @param role what it does to messages
   * @param place which messages it is about
   * @param bounds the least and the largest value, of kinds that are numbers
   * @param traits what the model does that is not said by its kind, by the word that is chosen
   * @param defaultText the default as a user would write it, or where it comes from
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
   * A parameter that applies to all messages and has no role but that of its kind.
   *
   * @param name as in {@code -P name=value}
   * @param kind what values look like
   * @param defaultText the default as a user would write it, or where it comes from
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

  /** What a value looks like. */
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

    /** The role of a parameter that states none. */
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

    /** The bounds of a parameter that states none: a rate is above 0. */
    ParameterBounds bounds() {
      return this == BYTES_PER_SECOND
          ? new ParameterBounds(Double.MIN_VALUE, Double.POSITIVE_INFINITY)
          : ParameterBounds.NOT_NEGATIVE;
    }
  }
}
