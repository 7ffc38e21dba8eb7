package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One call of {@code sim} in this process, with what it printed. */
record SimCall(int exitCode, String out, String err) {
  /** The example that ships. */
  static final String EXAMPLE = "../examples/mg.S.64.bin";

  private static final Set<String> ABOUT_THE_INTERVAL = Set.of("--interval", "--no-interval");

  /**
   * A call that leaves the interval of a run or an explanation out unless it asks for one: an
   * interval is some twenty more replays, and few tests look at it.
   */
  static SimCall of(Object... args) {
    List<Object> all = new ArrayList<>(List.of(args));
    boolean hasInterval = args[0].equals("run") || args[0].equals("explain");
    if (hasInterval && all.stream().noneMatch(ABOUT_THE_INTERVAL::contains)) {
      all.add(1, "--no-interval");
    }
    return asTyped(all.toArray());
  }

  /** A call with these arguments and no others. */
  static SimCall asTyped(Object... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    String[] texts = new String[args.length];
    for (int i = 0; i < args.length; i++) {
      texts[i] = args[i].toString();
    }
    int exitCode = Sim.execute(out, err, texts);
    return new SimCall(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }
}
