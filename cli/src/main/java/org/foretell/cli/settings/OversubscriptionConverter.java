package org.foretell.cli.settings;

import org.foretell.machine.Oversubscription;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code share} and {@code ignore}. */
final class OversubscriptionConverter implements ITypeConverter<Oversubscription> {
  @Override
  public Oversubscription convert(String text) {
    for (Oversubscription value : Oversubscription.values()) {
      if (value.toString().equals(text)) {
        return value;
      }
    }
    throw new TypeConversionException("write share, ignore or refuse, not " + text);
  }
}
