package org.foretell.models.parameters;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelTrait;
import org.foretell.model.ParameterBounds;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.time.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * The complete definition of a parameter of a model: its name, form and allowed values, default and
 * meaning. Its provider lists it and reads it with {@link Parameters#get}. Immutable.
 *
 * @param <T> the Java type of a value
 */
public final class Parameter<T> {
  private final ParameterSpec spec;
  private final Function<String, T> parse;
  private final Function<FigureValue, T> take;
  private final Function<? super T, FigureValue> figure;
  private final T placeholder;
  private final @Nullable T defaultValue;

  private Parameter(
      ParameterSpec spec,
      Function<String, T> parse,
      Function<FigureValue, T> take,
      Function<? super T, FigureValue> figure,
      T placeholder,
      @Nullable T defaultValue) {
    this.spec = spec;
    this.parse = parse;
    this.take = take;
    this.figure = figure;
    this.placeholder = placeholder;
    this.defaultValue = defaultValue;
  }

  /**
   * Creates a parameter with a form of its own, whose default depends on the machine.
   *
   * @param <T> the Java type of a value
   * @param spec name, kind, default in words, meaning
   * @param parse converts text to a value, or throws a {@link ParameterException} with the reason
   * @param figure converts a value to a typed value in base units
   * @param placeholder replaces a wrong or missing value until {@link Parameters#check}
   * @return the parameter
   */
  public static <T> Parameter<T> of(
      ParameterSpec spec,
      Function<String, T> parse,
      Function<? super T, FigureValue> figure,
      T placeholder) {
    // The typed value of a form of its own is its text.
    return new Parameter<>(
        spec, parse, value -> parse.apply(value.text()), figure, placeholder, null);
  }

  /** A number in base units, which is read without being written if it is given as a value. */
  private static <T, V extends FigureValue> Parameter<T> quantity(
      ParameterSpec spec,
      Function<String, T> parse,
      Class<V> type,
      Function<V, T> number,
      Function<T, FigureValue> figure,
      T placeholder) {
    Function<FigureValue, T> take =
        given -> {
          if (!type.isInstance(given) || !spec.bounds().hold(given)) {
            return parse.apply(given.text()); // It says what is wrong.
          }
          return number.apply(type.cast(given));
        };
    return new Parameter<>(spec, parse, take, figure, placeholder, null);
  }

  /**
   * Creates a time in picoseconds, at least 0.
   *
   * @param name as in {@code -P name=value}
   * @param origin of the default, {@code "machine: network.latency"}
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Long> timePs(String name, String origin, String meaning) {
    return quantity(
        new ParameterSpec(name, Kind.TIME, origin, meaning),
        Quantity::parseTimePs,
        FigureValue.Time.class,
        FigureValue.Time::ps,
        FigureValue.Time::new,
        0L);
  }

  /**
   * Creates a time in picoseconds, at least 0, with a default that is the same on every machine.
   *
   * @param name as in {@code -P name=value}
   * @param defaultValue the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Long> timePs(String name, long defaultValue, String meaning) {
    return timePs(name, "", meaning).or(defaultValue);
  }

  /**
   * Creates a size in bytes, at least 0; {@link Long#MAX_VALUE} for no limit.
   *
   * @param name as in {@code -P name=value}
   * @param origin of the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Long> bytes(String name, String origin, String meaning) {
    return quantity(
        new ParameterSpec(name, Kind.BYTES, origin, meaning),
        Quantity::parseBytes,
        FigureValue.Bytes.class,
        FigureValue.Bytes::bytes,
        FigureValue.Bytes::new,
        0L);
  }

  /**
   * Creates a size in bytes, at least 0, {@link Long#MAX_VALUE} for no limit, with a default that
   * is the same on every machine.
   *
   * @param name as in {@code -P name=value}
   * @param defaultValue the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Long> bytes(String name, long defaultValue, String meaning) {
    return bytes(name, "", meaning).or(defaultValue);
  }

  /**
   * Creates a bandwidth in bytes per second, above 0; positive infinity for no limit.
   *
   * @param name as in {@code -P name=value}
   * @param origin of the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Double> bytesPerSecond(String name, String origin, String meaning) {
    return quantity(
        new ParameterSpec(name, Kind.BYTES_PER_SECOND, origin, meaning),
        Quantity::parseBytesPerSecond,
        FigureValue.BytesPerSecond.class,
        FigureValue.BytesPerSecond::bytesPerSecond,
        FigureValue.BytesPerSecond::new,
        1.0);
  }

  /**
   * Creates a gap in picoseconds per byte, at least 0.
   *
   * @param name as in {@code -P name=value}
   * @param origin of the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Double> psPerByte(String name, String origin, String meaning) {
    return quantity(
        new ParameterSpec(name, Kind.TIME_PER_BYTE, origin, meaning),
        Quantity::parsePsPerByte,
        FigureValue.PsPerByte.class,
        FigureValue.PsPerByte::psPerByte,
        FigureValue.PsPerByte::new,
        0.0);
  }

  /**
   * Creates a gap in picoseconds per byte, at least 0, with a default that is the same on every
   * machine.
   *
   * @param name as in {@code -P name=value}
   * @param defaultValue the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Double> psPerByte(String name, double defaultValue, String meaning) {
    return psPerByte(name, "", meaning).or(defaultValue);
  }

  /**
   * Creates a number without unit, at least 0.
   *
   * @param name as in {@code -P name=value}
   * @param origin of the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Double> number(String name, String origin, String meaning) {
    return quantity(
        new ParameterSpec(name, Kind.NUMBER, origin, meaning),
        Parameter::parseNumber,
        FigureValue.Plain.class,
        FigureValue.Plain::number,
        FigureValue.Plain::new,
        0.0);
  }

  /**
   * Creates a number without unit, at least 0, with a default that is the same on every machine.
   *
   * @param name as in {@code -P name=value}
   * @param defaultValue the default
   * @param meaning one sentence
   * @return the parameter
   */
  public static Parameter<Double> number(String name, double defaultValue, String meaning) {
    return number(name, "", meaning).or(defaultValue);
  }

  /**
   * Creates a keyword: the name of an enum constant in lower case.
   *
   * @param <E> the enum
   * @param name as in {@code -P name=value}
   * @param allowed the constants that may be chosen, at least one
   * @param origin of the default
   * @param meaning one sentence that lists the words
   * @return the parameter
   */
  public static <E extends Enum<E>> Parameter<E> word(
      String name, List<E> allowed, String origin, String meaning) {
    return of(
        new ParameterSpec(name, Kind.WORD, origin, meaning),
        text -> parseWord(text, allowed, Parameter::written),
        value -> new FigureValue.Word(written(value)),
        allowed.get(0));
  }

  /**
   * Creates a keyword, with a default that is the same on every machine.
   *
   * @param <E> the enum
   * @param name as in {@code -P name=value}
   * @param allowed the constants that may be chosen
   * @param defaultValue the default
   * @param meaning one sentence that lists the words
   * @return the parameter
   */
  public static <E extends Enum<E>> Parameter<E> word(
      String name, List<E> allowed, E defaultValue, String meaning) {
    return word(name, allowed, "", meaning).or(defaultValue);
  }

  /**
   * Returns this parameter with a default that is the same on every machine.
   *
   * @param value the default
   * @return a parameter that lists this default
   */
  public Parameter<T> or(T value) {
    return new Parameter<>(
        new ParameterSpec(
            spec.name(),
            spec.kind(),
            spec.role(),
            spec.place(),
            spec.bounds(),
            spec.traits(),
            text(value),
            spec.meaning(),
            spec.isStated()),
        parse,
        take,
        figure,
        placeholder,
        value);
  }

  /**
   * Returns this parameter with its effect, so that no code depends on its name.
   *
   * @param role its effect on messages
   * @param place the messages that it affects
   * @return a parameter of this role
   */
  public Parameter<T> as(ParameterRole role, ParameterPlace place) {
    return with(role, place, spec.bounds(), spec.traits(), true);
  }

  /**
   * Returns this parameter with a trait for one of its words, in addition to those of the kind of
   * the model.
   *
   * @param word one of the allowed words
   * @param trait of the model with this word
   * @return a parameter with the trait
   */
  public Parameter<T> brings(T word, ModelTrait trait) {
    Map<String, ModelTrait> all = new HashMap<>(spec.traits());
    all.put(text(word), trait);
    return with(spec.role(), spec.place(), spec.bounds(), all, spec.isStated());
  }

  private Parameter<T> with(
      ParameterRole role,
      ParameterPlace place,
      ParameterBounds bounds,
      Map<String, ModelTrait> traits,
      boolean isStated) {
    return new Parameter<>(
        new ParameterSpec(
            spec.name(),
            spec.kind(),
            role,
            place,
            bounds,
            traits,
            spec.defaultText(),
            spec.meaning(),
            isStated),
        parse,
        take,
        figure,
        placeholder,
        defaultValue);
  }

  /**
   * Returns this parameter with a range.
   *
   * @param least the least value, which must be comparable
   * @param most the largest value
   * @return a parameter that refuses values outside the range
   */
  public Parameter<T> between(T least, T most) {
    ParameterBounds bounds =
        new ParameterBounds(figure.apply(least).number(), figure.apply(most).number());
    Parameter<T> bounded = with(spec.role(), spec.place(), bounds, spec.traits(), spec.isStated());
    return new Parameter<>(
        bounded.spec,
        text -> inRange(parse.apply(text), least, most),
        value -> inRange(take.apply(value), least, most),
        figure,
        placeholder,
        defaultValue);
  }

  @SuppressWarnings("unchecked") // A value that is not comparable is a mistake of the provider.
  private T inRange(T value, T least, T most) {
    Comparable<? super T> comparable = (Comparable<? super T>) value;
    if (comparable.compareTo(least) < 0 || comparable.compareTo(most) > 0) {
      throw new ParameterException(
          "%s is out of range; write %s to %s".formatted(text(value), text(least), text(most)));
    }
    return value;
  }

  /**
   * Returns this parameter with fewer words, for models that do not support all.
   *
   * @param allowed the values that may be chosen
   * @return a parameter that refuses all other words
   */
  public Parameter<T> only(Collection<T> allowed) {
    Function<String, T> words = text -> parseWord(text, allowed, this::text);
    return new Parameter<>(
        spec, words, value -> words.apply(value.text()), figure, placeholder, defaultValue);
  }

  /** {@return the name, as in {@code -P name=value}} */
  public String name() {
    return spec.name();
  }

  /** {@return the entry in {@code sim models}} */
  public ParameterSpec spec() {
    return spec;
  }

  /**
   * Lists parameters for {@link org.foretell.model.ModelProvider#parameters}.
   *
   * @param parameters in the order in which they are listed
   * @return their descriptions
   */
  public static List<ParameterSpec> specs(Collection<? extends Parameter<?>> parameters) {
    return parameters.stream().<ParameterSpec>map(Parameter::spec).toList();
  }

  /**
   * {@return the word for an enum constant}
   *
   * @param constant any
   */
  public static String written(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@return the words for several enum constants, separated by commas}
   *
   * @param constants any
   */
  public static String written(Collection<? extends Enum<?>> constants) {
    return constants.stream().map(Parameter::written).collect(Collectors.joining(", "));
  }

  T parsed(String text) {
    return parse.apply(text);
  }

  T taken(FigureValue value) {
    return take.apply(value);
  }

  FigureValue figure(T value) {
    return figure.apply(value);
  }

  private String text(T value) {
    return figure(value).text();
  }

  T placeholder() {
    return placeholder;
  }

  @Nullable T defaultValue() {
    return defaultValue;
  }

  private static double parseNumber(String text) {
    double value;
    try {
      value = Double.parseDouble(text.strip());
    } catch (NumberFormatException notANumber) {
      value = Double.NaN;
    }
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new ParameterException(
          "\"" + text + "\" is not a number of at least 0; write one without unit, like \"1.5\"");
    }
    return value;
  }

  private static <T> T parseWord(
      String text, Collection<T> allowed, Function<? super T, String> write) {
    return allowed.stream()
        .filter(value -> write.apply(value).equals(text.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new ParameterException(
                    "\"%s\" is none of %s"
                        .formatted(
                            text,
                            allowed.stream()
                                .<String>map(write)
                                .collect(Collectors.joining(", ")))));
  }
}
