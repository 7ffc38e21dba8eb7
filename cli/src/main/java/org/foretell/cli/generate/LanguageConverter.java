package org.foretell.cli.generate;

import org.foretell.generators.shmembench.BenchLanguage;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code c}, {@code c++} and {@code fortran}. */
final class LanguageConverter implements ITypeConverter<BenchLanguage> {
  @Override
  public BenchLanguage convert(String text) {
    for (BenchLanguage value : BenchLanguage.values()) {
      if (value.toString().equals(text)) {
        return value;
      }
    }
    throw new TypeConversionException("write c, c++ or fortran, not " + text);
  }
}
