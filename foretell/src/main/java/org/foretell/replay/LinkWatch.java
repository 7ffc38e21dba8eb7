package org.foretell.replay;

import java.util.Optional;
import org.foretell.machine.Machine;
import org.foretell.machine.Topology;
import org.foretell.model.FlowModel;
import org.foretell.report.LinkLoads;
import org.foretell.scenario.Experiment;
import org.jspecify.annotations.Nullable;

/** Watches what links carry in a run: as the model says, or by routes if it has no links. */
public final class LinkWatch {
  private final LinkTimes times = new LinkTimes();
  private final @Nullable Topology ofModel;
  private final @Nullable Topology ofMachine;
  private @Nullable RoutedMessages routed;

  /**
   * Watches a simulation that has not been built.
   *
   * @param experiment of which it is
   * @param ready gets an observer, or its model does
   */
  public LinkWatch(Experiment experiment, Experiment.Ready ready) {
    Machine machine = experiment.context().machine();
    ofMachine = machine == null ? null : machine.topology().orElse(null);
    ofModel = ready.model().mpi() instanceof FlowModel flows ? flows.tellLinks(times) : null;
    if (ofModel == null && ofMachine != null) {
      routed = new RoutedMessages(ofMachine, experiment.context().placement(), times);
      ready.builder().observer(routed);
    }
  }

  /** Whether the machine has links, or the model has some of its own. */
  public boolean hasLinks() {
    return ofMachine != null || ofModel != null;
  }

  /**
   * {@return what links carried; empty if there are none, or if none carried anything}
   *
   * @param endPs when the run ended
   */
  public Optional<LinkLoads> loads(long endPs) {
    // What a model makes of the network of the machine has the same links, but not all their names.
    Topology network =
        ofModel == null || (ofMachine != null && ofMachine.links() == ofModel.links())
            ? ofMachine
            : ofModel;
    if (network == null || endPs == 0 || (routed != null && routed.isLost())) {
      return Optional.empty();
    }
    LinkLoads loads = times.loads(network, ofModel != null, endPs);
    return loads.links() == 0 ? Optional.empty() : Optional.of(loads);
  }
}
