package org.foretell.models.loggops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.foretell.model.FigureText;
import org.foretell.model.ModelContext;
import org.foretell.model.MutableMessage;
import org.foretell.model.OccupancyModel;
import org.foretell.models.Machines;
import org.junit.jupiter.api.Test;

/** Overheads are a part of the latency of a machine. */
class OverheadLimitTest {
  private final LogGopsModelProvider provider = new LogGopsModelProvider();

  /** The latency of the machine is 8 us. */
  @Test
  void overheadOfTheMachineIsAPartOfItsLatencyAndShrinksWithIt() {
    ModelContext context = Machines.on(Machines.small(Map.of("loggops.o", "5us")), 8, Map.of());
    assertThat(FigureText.of(provider, context))
        .containsEntry("o", "4us (derived: machine's latency / 2)")
        .containsEntry("L", "0us (derived: machine's latency - 2 o)")
        .containsEntry("g", "4us (derived: o)");
    OccupancyModel model = (OccupancyModel) provider.create(context).mpi();
    MutableMessage oneByte = new MutableMessage().set(0, 2, 0, 1, 1, true);
    assertThat(model.wirePs(oneByte) + model.receiveCpuPs(oneByte)).isEqualTo(8_000_000);
    assertThat(provider.warnings(context))
        .containsExactly(
            "network.latency=8 us of small is less than the overheads of a message, with o=5 us at"
                + " each end: the overhead is part of the latency, so o is set to 4 us and L to 0;"
                + " -P o=.. sets another overhead");
  }

  @Test
  void overheadThatTheUserGivesCountsAsItIsWithAWarning() {
    ModelContext context = Machines.on(Machines.small(Map.of()), 8, Map.of("o", "5us"));
    assertThat(FigureText.of(provider, context))
        .containsEntry("o", "5us")
        .containsEntry("L", "0us (derived: machine's latency - 2 o)");
    assertThat(provider.warnings(context))
        .containsExactly(
            "network.latency=8 us of small is less than the overheads of a message, with o=5 us"
                + " as given at each end: L is 0, and a lower latency has no effect");
  }

  @Test
  void overheadsThatFitOrDoNotGoByTheLatencyAreNotLimited() {
    ModelContext fits = Machines.on(Machines.small(Map.of("loggops.o", "4us")), 8, Map.of());
    assertThat(FigureText.of(provider, fits)).containsEntry("o", "4us (machine)");
    assertThat(provider.warnings(fits)).isEmpty();
    ModelContext stated =
        Machines.on(Machines.small(Map.of("loggops.o", "5us")), 8, Map.of("L", "1us"));
    assertThat(FigureText.of(provider, stated)).containsEntry("o", "5us (machine)");
    assertThat(provider.warnings(stated)).isEmpty();
  }
}
