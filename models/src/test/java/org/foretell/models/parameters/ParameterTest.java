package org.foretell.models.parameters;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import java.util.Map;
import org.foretell.machine.Placements;
import org.foretell.model.CommunicationModel;
import org.foretell.model.DirectModel;
import org.foretell.model.Figure;
import org.foretell.model.FigureOrigin;
import org.foretell.model.FigureText;
import org.foretell.model.FigureValue;
import org.foretell.model.Message;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterBounds;
import org.foretell.model.ParameterException;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.junit.jupiter.api.Test;

class ParameterTest {
  private enum Mode {
    SLOW,
    FAST
  }

  private static final Parameter<Long> DELAY = Parameter.timePs("delay", 2_500_000, "Of each.");
  private static final Parameter<Double> WAYS =
      Parameter.number("ways", 2, "At once.").between(1.0, 8.0);
  private static final Parameter<Mode> MODE =
      Parameter.word("mode", List.of(Mode.values()), Mode.FAST, "slow or fast.");
  private static final Parameter<Long> LIMIT =
      Parameter.bytes("limit", "machine: eagerThreshold", "Largest.");
  private static final Parameter<Long> UNLISTED = Parameter.timePs("other", 1, "Nobody's.");

  /** A model of nothing that lists the parameters above. */
  private static final class Provider extends ParameterizedProvider {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public String summary() {
      return "For tests.";
    }

    @Override
    public List<Parameter<?>> declared() {
      return List.of(DELAY, WAYS, MODE, LIMIT);
    }

    @Override
    public CommunicationModel read(Parameters parameters, ModelContext context) {
      long delayPs = parameters.get(DELAY);
      parameters.get(WAYS);
      parameters.get(MODE);
      parameters.get(LIMIT, null, FigureOrigin.DEFAULT);
      return new CommunicationModel(
          name(),
          new DirectModel() {
            @Override
            public boolean eager(Message message) {
              return true;
            }

            @Override
            public long transferPs(Message message, long startPs) {
              return delayPs;
            }
          },
          call -> 0);
    }
  }

  private static ModelContext context(Map<String, String> given) {
    return new ModelContext(null, Placements.oneRankPerNode(1), given);
  }

  @Test
  void itsContentsAreListed() {
    assertThat(new Provider().parameters())
        .containsExactly(
            new ParameterSpec("delay", Kind.TIME, "2.5us", "Of each."),
            new ParameterSpec(
                "ways",
                Kind.NUMBER,
                ParameterRole.FACTOR,
                ParameterPlace.EVERYWHERE,
                new ParameterBounds(1, 8),
                Map.of(),
                "2",
                "At once.",
                false),
            new ParameterSpec("mode", Kind.WORD, "fast", "slow or fast."),
            new ParameterSpec("limit", Kind.BYTES, "machine: eagerThreshold", "Largest."));
  }

  @Test
  void defaultsAreThoseThatAreListed() {
    assertThat(FigureText.of(new Provider(), context(Map.of("limit", "4KiB"))))
        .containsExactly(
            Map.entry("delay", "2.5us (default)"),
            Map.entry("ways", "2 (default)"),
            Map.entry("mode", "fast (default)"),
            Map.entry("limit", "4KiB"));
  }

  @Test
  void allErrorsAreReportedTogether() {
    Map<String, String> wrong = Map.of("delay", "2", "ways", "9", "mode", "lazy", "limit", "4KiB");
    assertThatThrownBy(() -> new Provider().create(context(wrong)))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("parameter delay of model test: ")
        .hasMessageContaining("parameter ways of model test: 9 is out of range; write 1 to 8")
        .hasMessageContaining("parameter mode of model test: \"lazy\" is none of slow, fast");
    assertThatThrownBy(() -> new Provider().create(context(Map.of())))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("model test needs limit when no machine is given");
  }

  @Test
  void fewerWordsMayBeAllowed() {
    Parameters parameters = new Parameters(new Provider(), context(Map.of("mode", "fast")));
    parameters.get(MODE.only(List.of(Mode.SLOW)), Mode.SLOW, new FigureOrigin.Default("derived"));
    assertThatThrownBy(parameters::check).hasMessageContaining("\"fast\" is none of slow");
  }

  @Test
  void aParameterThatIsNotListedOrHasNoDefaultIsAMistakeOfTheProvider() {
    Parameters parameters = new Parameters(new Provider(), context(Map.of()));
    assertThatThrownBy(() -> parameters.get(UNLISTED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("lists no such parameter as other");
    assertThatThrownBy(() -> parameters.get(LIMIT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no default");
  }

  /** As values and as the text of these: the same, or refused in the same words. */
  @Test
  void valuesReadAsTheirTextDoes() {
    FigureValue delay = new FigureValue.Time(1_234_567);
    ModelContext typed =
        new ModelContext(
            null,
            Placements.oneRankPerNode(1),
            Map.of("limit", "7B"),
            Map.of(
                "delay", delay,
                "ways", new FigureValue.Plain(1.1),
                "mode", new FigureValue.Word("slow")));
    assertThat(typed.parameters())
        .isEqualTo(Map.of("limit", "7B", "delay", "1.234567us", "ways", "1.1", "mode", "slow"));
    assertThat(new Provider().effective(typed))
        .isEqualTo(new Provider().effective(context(typed.parameters())))
        .extracting(Figure::value)
        .contains(delay);
    for (Map.Entry<String, FigureValue> wrong :
        Map.<String, FigureValue>of(
                "ways", new FigureValue.Plain(8.5),
                "delay", new FigureValue.Plain(2),
                "limit", new FigureValue.Bytes(-1),
                "mode", new FigureValue.Word("slowly"))
            .entrySet()) {
      ModelContext context =
          new ModelContext(
              null,
              Placements.oneRankPerNode(1),
              Map.of("limit", "7B"),
              Map.of(wrong.getKey(), wrong.getValue()));
      String text =
          catchThrowableOfType(
                  ParameterException.class,
                  () -> new Provider().effective(context(context.parameters())))
              .getMessage();
      assertThatThrownBy(() -> new Provider().effective(context))
          .as(wrong.toString())
          .isInstanceOf(ParameterException.class)
          .hasMessage(text);
    }
  }
}
