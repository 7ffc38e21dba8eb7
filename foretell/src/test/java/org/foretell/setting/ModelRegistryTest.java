package org.foretell.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.foretell.machine.Machine;
import org.foretell.machines.Catalogue;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.models.simple.SimpleModelProvider;
import org.junit.jupiter.api.Test;

/** Models are told apart by what they say of themselves, so those of others count like ours. */
class ModelRegistryTest {
  private static final ModelRegistry SHIPPED = ModelRegistry.load(List.of());
  private static final Machine FRONTIER = Catalogue.load("frontier").machine();

  /** A model of somebody else, which says of itself what it is told to. */
  private record Other(boolean fitsAnyMachine, boolean nodesAreAlike, boolean readsSites)
      implements ModelProvider {
    private static final SimpleModelProvider SIMPLE = new SimpleModelProvider();

    @Override
    public String name() {
      return "mine";
    }

    @Override
    public String summary() {
      return "simple under another name";
    }

    @Override
    public String advantage() {
      return "mine is mine";
    }

    @Override
    public List<ParameterSpec> parameters() {
      return SIMPLE.parameters();
    }

    @Override
    public CommunicationModel create(ModelContext context) {
      return SIMPLE.create(context);
    }

    @Override
    public List<Figure> effective(ModelContext context) {
      return SIMPLE.effective(context);
    }
  }

  private static ModelRegistry with(Other other) {
    return SHIPPED.with(List.of(other));
  }

  private static List<String> comparable(ModelRegistry registry, Machine machine) {
    return registry.comparable(machine).stream().map(ModelProvider::name).toList();
  }

  @Test
  void modelsThatFitAnyMachineAreCompared() {
    assertThat(comparable(SHIPPED, FRONTIER))
        .containsExactly("flow", "loggops", "max-rate", "simple");
    assertThat(comparable(with(new Other(false, true, true)), FRONTIER)).doesNotContain("mine");
    assertThat(comparable(with(new Other(true, false, false)), FRONTIER))
        .containsExactly("flow", "loggops", "max-rate", "mine", "simple");
    Machine meant = FRONTIER.toBuilder().defaultModel("mine").build();
    assertThat(comparable(with(new Other(false, false, false)), meant)).containsExactly("mine");
  }

  @Test
  void messagesNameTheModelsThatWouldDo() {
    assertThat(SHIPPED.ofAlikeNodes()).containsExactly("loggops", "simple");
    assertThat(SHIPPED.ofSites()).isEqualTo("bus-link");
    ModelRegistry more = with(new Other(false, true, true));
    assertThat(more.ofAlikeNodes()).containsExactly("loggops", "mine", "simple");
    assertThat(more.ofSites()).isEqualTo("bus-link or mine");
  }

  @Test
  void theReasonForChoosingAModelIsReported() {
    Machine meant = FRONTIER.toBuilder().defaultModel("mine").build();
    assertThat(reason(with(new Other(true, true, true)), Optional.of(meant)))
        .isEqualTo("frontier names it as its default, and mine is mine");
    assertThat(reason(SHIPPED, Optional.of(FRONTIER)))
        .isEqualTo(
            "frontier names no model, and under max-rate the ranks of a node share its interfaces");
    assertThat(reason(SHIPPED, Optional.empty()))
        .isEqualTo("no machine is given, and loggops charges CPU and interface at both ends");
  }

  private static String reason(ModelRegistry registry, Optional<Machine> machine) {
    return ModelChoice.of(registry, null, machine, Set.of()).reason().orElseThrow();
  }
}
