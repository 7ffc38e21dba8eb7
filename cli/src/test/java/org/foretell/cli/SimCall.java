package org.foretell.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** One call of {@code sim} in this process, with what it printed. */
record SimCall(int exitCode, String out, String err) {
  /** The example that ships. */
  static final String EXAMPLE = "../examples/mg.S.64.bin";

  static SimCall of(Object... args) {
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
