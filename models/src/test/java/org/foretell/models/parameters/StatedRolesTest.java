package org.foretell.models.parameters;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.junit.jupiter.api.Test;

/**
 * Whoever moves a parameter asks for its role and its place, so the models that ship state both of
 * each quantity. A role that only follows from the kind of the values may be a wrong one.
 */
class StatedRolesTest {
  @Test
  void modelsThatShipStateTheRoleAndThePlaceOfEachQuantity() {
    List<String> unstated = new ArrayList<>();
    int quantities = 0;
    for (ModelProvider provider : ServiceLoader.load(ModelProvider.class)) {
      for (ParameterSpec parameter : provider.parameters()) {
        if (isQuantity(parameter.kind())) {
          quantities++;
          if (!parameter.isStated()) {
            unstated.add(provider.name() + "." + parameter.name());
          }
        }
      }
    }
    assertThat(quantities).isGreaterThan(50);
    assertThat(unstated).as("quantities without as(role, place)").isEmpty();
  }

  private static boolean isQuantity(Kind kind) {
    return switch (kind) {
      case TIME, BYTES, BYTES_PER_SECOND, TIME_PER_BYTE, NUMBER, COUNT -> true;
      case WORD, TABLE -> false;
    };
  }

  @Test
  void whatIsStatedStaysStated() {
    Parameter<Double> plain = Parameter.number("share", "machine", "Of all.");
    assertThat(plain.spec().isStated()).isFalse();
    assertThat(plain.or(1.0).between(0.0, 2.0).spec().isStated()).isFalse();
    Parameter<Double> stated = plain.as(ParameterRole.FACTOR, ParameterPlace.EVERYWHERE);
    assertThat(stated.or(1.0).between(0.0, 2.0).spec().isStated()).isTrue();
  }
}
