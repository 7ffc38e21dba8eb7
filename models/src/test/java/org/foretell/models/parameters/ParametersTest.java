package org.foretell.models.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Assume;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.foretell.model.FigureText;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterSpec;
import org.foretell.models.Machines;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.loggops.LogGopsModelProviderTest;
import org.foretell.models.simple.SimpleModelProvider;
import org.foretell.time.Quantity;

class ParametersTest {
  private static final ModelProvider PROVIDER = new LogGopsModelProvider();

  private static ModelContext with(String name, String value) {
    Map<String, String> parameters = new HashMap<>(LogGopsModelProviderTest.LOGGOPSIM);
    parameters.put(name, value);
    return Machines.withoutMachine(2, parameters);
  }

  private static String effective(String name, String value) {
    String text = FigureText.of(PROVIDER, with(name, value)).get(name);
    Assume.that(text != null);
    return text;
  }

  @Property
  void reportedTimeReadsAsTheSameTime(@ForAll @LongRange(min = 0) long ps) {
    assertThat(Quantity.parseTimePs(effective("L", ps + "ps"))).isEqualTo(ps);
  }

  @Property
  void reportedSizeReadsAsTheSameSize(@ForAll @LongRange(min = 0) long bytes) {
    assertThat(Quantity.parseBytes(effective("S", bytes + "B"))).isEqualTo(bytes);
  }

  @Property
  void reportedGapReadsAsTheSameGap(@ForAll @DoubleRange(min = 0, max = 1e6) double psPerByte) {
    String text = effective("G", psPerByte + "ps/B");
    assertThat(Quantity.parsePsPerByte(text)).isEqualTo(psPerByte);
  }

  @Property
  void reportedBandwidthReadsAsTheSameBandwidth(
      @ForAll @DoubleRange(min = 1, max = 1e15) double bytesPerSecond) {
    Map<String, String> parameters =
        Map.of("latency", "1us", "bandwidth", bytesPerSecond + "B/s", "eagerThreshold", "1KiB");
    String text =
        FigureText.of(new SimpleModelProvider(), Machines.withoutMachine(2, parameters))
            .get("bandwidth");
    assertThat(text).isNotNull();
    assertThat(Quantity.parseBytesPerSecond(text)).isEqualTo(bytesPerSecond);
  }

  @Property
  void anyTextIsAValueOrOneClearError(@ForAll String text) {
    for (ParameterSpec spec : PROVIDER.parameters()) {
      Throwable thrown = catchThrowable(() -> PROVIDER.create(with(spec.name(), text)));
      if (thrown != null) {
        assertThat(thrown)
            .isInstanceOf(ParameterException.class)
            .hasMessageStartingWith("parameter " + spec.name() + " of model loggops: ");
      }
    }
  }

  @Example
  void numberMustBeFiniteAndNotNegative() {
    for (String wrong : new String[] {"-1", "NaN", "Infinity", "1us", ""}) {
      Map<String, String> parameters = Map.of("collectiveFactor", wrong);
      assertThat(
              catchThrowable(
                  () ->
                      new SimpleModelProvider()
                          .create(Machines.on(Machines.small(Map.of()), 2, parameters))))
          .as(wrong)
          .isInstanceOf(ParameterException.class)
          .hasMessageContaining("write one without unit");
    }
  }
}
