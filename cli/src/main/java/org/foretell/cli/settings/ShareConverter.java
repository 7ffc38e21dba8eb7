package org.foretell.cli.settings;

import java.util.OptionalDouble;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a share of a whole: {@code 40%} or {@code 0.4}. */
public final class ShareConverter implements ITypeConverter<Double> {
  @Override
  public Double convert(String text) {
    return read(text)
        .orElseThrow(
            () -> new TypeConversionException("expected a share of 0% to 100%, like 40% or 0.4"));
  }

  /** A share from 0 to 1; empty if the text is none. */
  static OptionalDouble read(String text) {
    String number = text.strip();
    boolean isPercent = number.endsWith("%");
    try {
      double value =
          Double.parseDouble(isPercent ? number.substring(0, number.length() - 1) : number);
      double share = isPercent ? value / 100 : value;
      return share >= 0 && share <= 1 ? OptionalDouble.of(share) : OptionalDouble.empty();
    } catch (NumberFormatException wrong) {
      return OptionalDouble.empty(); // whoever asked says what was expected
    }
  }
}
