package org.foretell.cli.generate;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.foretell.generators.program.ProgramOptions;
import org.foretell.generators.shmembench.BenchLanguage;
import org.foretell.generators.synthetic.SyntheticProgram;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads values of an enumeration by what their texts are. */
abstract class EnumConverter<E extends Enum<E>> implements ITypeConverter<E> {
  private final Class<E> values;

  EnumConverter(Class<E> values) {
    this.values = values;
  }

  @Override
  public E convert(String text) {
    for (E value : values.getEnumConstants()) {
      if (value.toString().equals(text)) {
        return value;
      }
    }
    throw new TypeConversionException(
        Arrays.stream(values.getEnumConstants())
            .map(Object::toString)
            .collect(Collectors.joining(", ", "expected one of ", ", found " + text)));
  }

  /** {@code c}, {@code c++} and {@code fortran}. */
  static final class Language extends EnumConverter<BenchLanguage> {
    Language() {
      super(BenchLanguage.class);
    }
  }

  /** Synthetic programs, like {@code halo}. */
  static final class Program extends EnumConverter<SyntheticProgram> {
    Program() {
      super(SyntheticProgram.class);
    }
  }

  /** {@code mpi} and {@code shmem}. */
  static final class Api extends EnumConverter<ProgramOptions.Api> {
    Api() {
      super(ProgramOptions.Api.class);
    }
  }

  /** {@code exact}, {@code sampled} and {@code mean}. */
  static final class Compute extends EnumConverter<ProgramOptions.Compute> {
    Compute() {
      super(ProgramOptions.Compute.class);
    }
  }

  /** {@code exact} and {@code mean}. */
  static final class Vectors extends EnumConverter<ProgramOptions.Vectors> {
    Vectors() {
      super(ProgramOptions.Vectors.class);
    }
  }
}
