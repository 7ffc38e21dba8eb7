package org.foretell.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HalvingTest {
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.201, 0.5, 0.77, 0.999, 1, 3})
  void theGreatestGoodValueIsFoundToTheStep(double limit) {
    Map<Double, Boolean> tried = new HashMap<>();
    Halving search = next(tried);
    while (search.open().isPresent()) {
      tried.put(search.open().get(), search.open().get() <= limit);
      search = next(tried);
    }
    assertThat(search.best())
        .isLessThanOrEqualTo(limit)
        .isCloseTo(Math.min(limit, 1), within(1e-3));
    assertThat(search.good()).isSorted().allMatch(value -> value <= limit);
    assertThat(tried.size()).isLessThan(12);
  }

  private static Halving next(Map<Double, Boolean> tried) {
    return Halving.of(0.2, 1, 1e-3, value -> Optional.ofNullable(tried.get(value)));
  }
}
