package org.foretell.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.machines.Catalogue;
import org.foretell.model.FigureText;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What reports say of the parameters of every model on every machine, word for word. With {@code
 * -Dforetell.golden.renew} the file is written anew, and the test fails.
 */
class EffectiveTextsTest {
  private static final String FILE = "effective-texts.txt.gz";

  /** What a model that is not among {@link #WITHOUT_MACHINE} gets, by what a parameter does. */
  private static final Map<ParameterRole, String> BY_ROLE =
      Map.of(
          ParameterRole.LATENCY, "2us",
          ParameterRole.BANDWIDTH, "3GB/s",
          ParameterRole.OVERHEAD, "1us",
          ParameterRole.GAP, "0.5us",
          ParameterRole.GAP_PER_BYTE, "0.4ns/B",
          ParameterRole.PROTOCOL_THRESHOLD, "8KiB");

  private static final Map<String, Map<String, String>> WITHOUT_MACHINE =
      Map.of(
          "simple",
          Map.of("latency", "2us", "bandwidth", "3GB/s", "eagerThreshold", "8KiB"),
          "flow",
          Map.of("latency", "2us", "bandwidth", "3GB/s", "eagerThreshold", "8KiB"),
          "loggops",
          Map.of("L", "2us", "o", "1us", "g", "0.5us", "G", "0.4ns/B", "S", "1MiB"),
          "loggops-atlahs",
          Map.of("L", "2us", "o", "1us", "g", "0.5us", "G", "0.4ns/B", "S", "unlimited"),
          "max-rate",
          Map.of("L", "2us", "o", "1us", "g", "0.5us", "G", "0.4ns/B", "S", "100B"),
          "bus-link",
          Map.of("interNodeLatency", "2us", "interNodeBandwidth", "3GB/s", "buses", "3"));

  @Test
  void textsAreAsTheyWere() throws IOException {
    List<String> lines = new ArrayList<>();
    for (ModelProvider provider : ServiceLoader.load(ModelProvider.class)) {
      add(lines, provider, "-", null, withoutMachine(provider));
      for (String name : Catalogue.names()) {
        add(lines, provider, name, Catalogue.load(name).machine(), Map.of());
      }
    }
    lines.sort(null);
    if (System.getProperty("foretell.golden.renew") != null) {
      Path file = Path.of("src/test/resources/org/foretell/figures", FILE);
      Files.createDirectories(file.getParent());
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
        out.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
      }
      fail(file + " is renewed; run the test again without -Dforetell.golden.renew");
    }
    try (InputStream in =
        new GZIPInputStream(
            Objects.requireNonNull(EffectiveTextsTest.class.getResourceAsStream(FILE)))) {
      assertThat(lines)
          .containsExactly(new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n", -1));
    }
  }

  private static Map<String, String> withoutMachine(ModelProvider provider) {
    Map<String, String> listed = WITHOUT_MACHINE.get(provider.name());
    return listed != null
        ? listed
        : provider.parameters().stream()
            .filter(parameter -> BY_ROLE.containsKey(parameter.role()))
            .collect(
                Collectors.toMap(ParameterSpec::name, parameter -> BY_ROLE.get(parameter.role())));
  }

  private static void add(
      List<String> lines,
      ModelProvider provider,
      String name,
      @Nullable Machine machine,
      Map<String, String> given) {
    Placement placement =
        new Placement("two on each of two", new int[] {0, 0, 1, 1}, new int[] {0, 1, 0, 1});
    FigureText.of(provider, new ModelContext(machine, placement, given))
        .forEach((key, text) -> lines.add(name + " " + provider.name() + " " + key + " = " + text));
  }
}
