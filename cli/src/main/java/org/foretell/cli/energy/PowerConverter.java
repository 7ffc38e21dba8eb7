package org.foretell.cli.energy;

import org.foretell.time.Power;
import org.foretell.time.QuantityException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a power with its unit: {@code 300kW}. */
final class PowerConverter implements ITypeConverter<Double> {
  @Override
  public Double convert(String text) {
    try {
      return Power.parse(text);
    } catch (QuantityException wrong) {
      throw new TypeConversionException(String.valueOf(wrong.getMessage()));
    }
  }
}
