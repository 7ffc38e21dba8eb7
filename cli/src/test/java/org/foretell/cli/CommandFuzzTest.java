package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.foretell.FuzzBudget;
import org.foretell.cli.shell.ExitCode;
import org.foretell.model.ModelProvider;
import org.foretell.setting.ModelRegistry;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged inputs of every format through the commands that read them: each is replayed, or refused
 * in words that name the file, without a stack trace, a hang or escape sequences. A few cases with
 * fixed seeds; {@code -Dforetell.fuzz.seconds=3600} for an hour of each reader, {@code
 * -Dforetell.fuzz.seed=N} to begin with a seed from a failure. The input of a failure stays in
 * {@code target/fuzz}.
 */
@Timeout(value = 3, unit = TimeUnit.HOURS)
class CommandFuzzTest {
  private static final boolean LONG = Long.getLong("foretell.fuzz.seconds", 0) > 0;
  private static final long FIRST_SEED = Long.getLong("foretell.fuzz.seed", 1);
  private static final int CASES = 10;
  private static final long MOST_CPU_NS = 60_000_000_000L;
  private static final int ANNOUNCED = -1;
  private static final long STEP_MS = 200;
  private static final int MOST_MESSAGE = 20_000;

  private static final List<String> MODELS =
      ModelRegistry.load(List.of()).all().stream().map(ModelProvider::name).toList();

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void damagedInputsAreReadOrRefusedInWords(FuzzedReader reader) throws IOException {
    List<byte[]> inputs = reader.inputs(folder);
    Path file = folder.resolve(reader.fileName());
    FuzzBudget budget = new FuzzBudget();
    int accepted = 0;
    long seed = FIRST_SEED;
    for (; LONG ? budget.isLeft() : seed < FIRST_SEED + CASES; seed++) {
      Random random = new Random(seed);
      byte[] bytes = reader.damaged(inputs, random);
      Files.write(file, bytes);
      try {
        accepted += reader.isMachine() ? machine(file, random) : trace(file, random);
      } catch (RuntimeException | Error e) {
        Path kept =
            Files.createDirectories(Path.of("target/fuzz"))
                .resolve(seed + "-" + file.getFileName());
        Files.write(kept, bytes);
        throw new AssertionError(
            "%s, seed %d, input in %s: %s".formatted(reader, seed, kept, e.getMessage()), e);
      }
    }
    budget.report(reader.toString(), seed - FIRST_SEED, accepted);
  }

  private int trace(Path file, Random random) {
    Path text = folder.resolve("converted.txt");
    List<Object> run =
        new ArrayList<>(
            List.of("run", "jaguar-xt5", file, "--no-interval", "--oversubscribe", "share"));
    if (random.nextInt(4) > 0) {
      run.addAll(List.of("--model", MODELS.get(random.nextInt(MODELS.size()))));
    }
    if (random.nextBoolean()) {
      run.addAll(List.of("--unsupported", "pass"));
    }
    int info = call(file, "info", file);
    int other = random.nextInt(3);
    // What all refuse alike is shown to one more command, which leaves time for more inputs.
    boolean all = info != ExitCode.BAD_INPUT || random.nextInt(10) == 0;
    if (all || other == 0) {
      call(file, "check", file);
    }
    int convert = all || other == 1 ? call(file, "convert", file, text) : ANNOUNCED;
    if (all || other == 2) {
      call(file, run.toArray());
    }
    if (info == ExitCode.OK && convert == ExitCode.OK) {
      // What one format holds the others hold too.
      assertThat(ops(text)).isEqualTo(ops(file));
    }
    return info == ExitCode.OK ? 1 : 0;
  }

  /** The table of ops that info shows, and its notes; what was left out is not in what was read. */
  private static List<String> ops(Path file) {
    String out = SimCall.of("info", file).out();
    return out.substring(out.indexOf("\n  op ") + 1)
        .lines()
        .filter(line -> !line.startsWith("warning: left out: "))
        .toList();
  }

  private int machine(Path file, Random random) {
    int code = call(file, "machines", "validate", file);
    int run =
        call(
            file,
            "run",
            file,
            "../examples/shmem-halo.txt",
            "--no-interval",
            "--oversubscribe",
            "share",
            "--model",
            MODELS.get(random.nextInt(MODELS.size())));
    // A run looks at no setting that it does not use.
    if (code != ExitCode.OK && !validation(file).contains("modelParameters")) {
      assertThat(run).isEqualTo(ExitCode.BAD_INPUT);
    }
    return code == ExitCode.OK ? 1 : 0;
  }

  private static String validation(Path file) {
    SimCall call = SimCall.of("machines", "validate", file);
    return call.out() + call.err();
  }

  /** A job has said that it will take minutes. */
  private static final class Announced extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Standard error that ends a job which says that it will take minutes. */
  private static final class Err extends ByteArrayOutputStream {
    private boolean announced;

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
      super.write(bytes, offset, length);
      if (!announced && toString(UTF_8).contains("ops; at the speed so far")) {
        announced = true;
        throw new Announced();
      }
    }
  }

  /** Waits until a call ends or has taken too much CPU time, however busy the machine is. */
  private static void await(Thread thread) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try {
      do {
        thread.join(STEP_MS);
      } while (thread.isAlive() && threads.getThreadCpuTime(thread.getId()) < MOST_CPU_NS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Calls sim; what it prints and how it ends have to be as promised. Its exit code. */
  private static int call(Path input, Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Err err = new Err();
    String[] texts = Arrays.stream(args).map(Object::toString).toArray(String[]::new);
    int[] code = {-1};
    Thread thread = new Thread(() -> code[0] = Sim.execute(out, err, texts), "sim");
    thread.setDaemon(true);
    thread.start();
    await(thread);
    String command = String.join(" ", texts);
    if (err.announced) {
      return ANNOUNCED;
    }
    assertThat(thread.isAlive())
        .as(
            "%s: alive after %d ns of CPU time, in %s",
            command, MOST_CPU_NS, List.of(thread.getStackTrace()))
        .isFalse();
    String said = err.toString(UTF_8);
    assertThat(code[0])
        .as("%s%n%s", command, said)
        .isIn(ExitCode.OK, ExitCode.BAD_INPUT, ExitCode.PROGRAM_STUCK);
    assertThat(said).as(command).doesNotContain("\tat ", "Exception", "bug in sim", ": null");
    assertThat(
            (out.toString(UTF_8) + said)
                .chars()
                .filter(c -> Character.isISOControl(c) && c != '\n' && c != '\t'))
        .as(command)
        .isEmpty();
    if (code[0] == ExitCode.BAD_INPUT) {
      String words = texts[0].equals("machines") ? out.toString(UTF_8) + said : said;
      // What does not fit to a sound machine is no matter of its file.
      if (!texts[0].equals("run") || !texts[1].equals(input.toString())) {
        assertThat(words).as(command).contains(input.getFileName().toString());
      }
      assertThat(words.length()).as(command).isLessThan(MOST_MESSAGE);
      if (!texts[0].equals("machines")) {
        assertThat(out.toString(UTF_8)).as(command).isEmpty();
      }
    }
    return code[0];
  }
}
