package org.foretell.cli.generate;

import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.foretell.cli.shell.ExitCode;
import org.foretell.failure.ForetellException;
import org.foretell.generators.shmembench.BenchConfiguration;
import org.foretell.generators.shmembench.BenchLanguage;
import org.foretell.generators.shmembench.ShmemBench;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sim generate shmem-bench}: a benchmark of OpenSHMEM. */
@Command(
    name = "shmem-bench",
    description =
        "Generates an OpenSHMEM benchmark that times each routine of the classes in CONFIG, checks"
            + " its data and prints CSV. Also writes a table of expected calls, to check a tracer"
            + " against.")
public final class ShmemBenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "CONFIG",
      description =
          "Lines TESTNUM TESTCLASS NELEMS STRIDE. Classes: 1 put, 2 get, 3 collective, 4"
              + " synchronize, 5 atomic. NELEMS and STRIDE may be lists and ranges: 1,8,64 or"
              + " 1..65536*4.")
  private Path config;

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "Folder for the program, which must not exist or be empty.")
  private Path out;

  @Option(
      names = "--language",
      defaultValue = "c",
      paramLabel = "LANGUAGE",
      converter = EnumConverter.Language.class,
      description = "c (default), c++ or fortran.")
  private BenchLanguage language;

  @Option(
      names = "--repetitions",
      defaultValue = "10",
      paramLabel = "N",
      description = "Calls of a routine in each test (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Override
  public Integer call() {
    if (repetitions < 1 || repetitions > ShmemBench.MOST_REPETITIONS) {
      throw ForetellException.usage(
          String.format(
              Locale.US,
              "--repetitions: expected 1 to %,d, found %,d",
              ShmemBench.MOST_REPETITIONS,
              repetitions));
    }
    new ShmemBench(BenchConfiguration.read(config), language, repetitions).writeTo(out);
    spec.commandLine().getOut().printf("%s: README.md says how to build and run it%n", out);
    return ExitCode.OK;
  }
}
