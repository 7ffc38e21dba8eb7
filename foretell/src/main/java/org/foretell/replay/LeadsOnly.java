package org.foretell.replay;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.foretell.failure.ForetellException;
import org.foretell.input.OpenTrace;
import org.foretell.machine.Machine;
import org.foretell.machine.Placement;
import org.foretell.model.CollectiveCall;
import org.foretell.model.CollectiveModel;
import org.foretell.model.CommunicationModel;
import org.foretell.scenario.Experiment;
import org.foretell.structure.cluster.cover.LeadCover;
import org.foretell.time.Ps;
import org.foretell.trace.OpCode;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/**
 * Simulates the leads of a trace only, where that takes as long as the whole: messages take the
 * same time between any two nodes, each rank has a node, and collectives go by formula.
 */
public final class LeadsOnly {
  private final int ranks;
  private final OpenTrace trace;

  /**
   * Finds the leads.
   *
   * @param trace of all ranks; to be closed by the caller, as is this one's
   */
  public LeadsOnly(OpenTrace trace) {
    ranks = trace.source().info().ranks();
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      new LeadCover(trace.source()).describe(builder);
      TraceSource leads = builder.build();
      this.trace =
          new OpenTrace(
              trace.name(),
              trace.sha256(),
              trace.reading() + "; leads only",
              trace.format(),
              leads,
              trace.warnings(),
              trace.losses(),
              trace.file(),
              false);
    } catch (IllegalArgumentException refused) {
      throw ForetellException.badInput(
          trace.name() + ": a run of leads only is not possible: " + refused.getMessage());
    }
  }

  /** The trace of leads. */
  public OpenTrace trace() {
    return trace;
  }

  /**
   * Refuses a model under which leads would take another time than the whole.
   *
   * @param models those under which they take the same
   */
  public void check(
      List<String> models, Experiment experiment, Experiment whole, Optional<Machine> machine) {
    if (!experiment.provider().nodesAreAlike()) {
      throw refused(
          "under model "
              + experiment.provider().name()
              + " the time of a message depends on the places of its ranks or on other messages;"
              + " leads only need "
              + String.join(" or ", models));
    }
    Placement places = whole.context().placement();
    if (places.nodesUsed() != ranks || experiment.context().placement().nodesUsed() != leads()) {
      throw refused(
          "each of its "
              + ranks
              + " ranks needs a node of its own (in sim: --ranks-per-node 1), so that all messages"
              + " cost the same");
    }
    if (machine.isPresent() && machine.get().groups().size() > 1) {
      throw refused("the machine has several kinds of nodes, so ranks differ");
    }
    if (experiment.isRandom(trace.source())) {
      throw refused("the prediction has random parts, so ranks differ");
    }
  }

  private int leads() {
    return trace.source().info().ranks();
  }

  private ForetellException refused(String why) {
    return ForetellException.usage(trace.name() + ": a run of leads only is not possible: " + why);
  }

  /** The model, with collectives of as many members as the trace has ranks. */
  public CommunicationModel model(CommunicationModel ofLeads) {
    if (ofLeads.expanded() != null) {
      throw refused(
          "in collectives that are executed as messages, each rank has a different role; use the"
              + " formula of the model (in sim: --collectives formula)");
    }
    CollectiveModel formula = ofLeads.collectives();
    return new CommunicationModel(
        ofLeads.name(), ofLeads.mpi(), call -> formula.durationPs(new WholeCall(call, ranks)));
  }

  /** A collective that leads call for all ranks; of sizes, only that of one block is known. */
  private record WholeCall(CollectiveCall leads, int participants) implements CollectiveCall {
    @Override
    public OpCode code() {
      return leads.code();
    }

    @Override
    public int nodes() {
      return participants;
    }

    @Override
    public int worldRank(int rankInCommunicator) {
      return leads.worldRank(Math.min(rankInCommunicator, leads.participants() - 1));
    }

    @Override
    public int root() {
      return leads.root();
    }

    @Override
    public long vectorBytes() {
      return leads.vectorBytes();
    }

    @Override
    public long maxSentBytes() {
      throw notKnown();
    }

    @Override
    public long maxReceivedBytes() {
      throw notKnown();
    }

    /** Of an alltoall, whose members must all send as much; other formulas do not ask. */
    @Override
    public long totalSentBytes() {
      long members = leads.participants();
      if (code() != OpCode.ALLTOALL
          || leads.totalSentBytes() != Ps.times(members * members, vectorBytes())) {
        throw ForetellException.badInput(
            "a run of leads only is not possible: ranks send blocks of different sizes in "
                + code().name().toLowerCase(Locale.ROOT));
      }
      return Ps.times((long) participants * participants, vectorBytes());
    }

    private static AssertionError notKnown() {
      return new AssertionError("the formulas of these collectives depend on the size of a block");
    }
  }
}
