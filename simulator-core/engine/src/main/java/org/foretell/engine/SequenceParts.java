package org.foretell.engine;

import org.foretell.engine.message.Matcher;
import org.foretell.engine.state.ReplayLoop;
import org.foretell.engine.state.RunSettings;
import org.foretell.model.BusLinkModel;
import org.jspecify.annotations.Nullable;

/** All that a replay of sequences of ops consists of, made one after the other. */
abstract sealed class SequenceParts implements RankParts.Later permits PlainParts, BusLinkParts {
  /** All that the model asks for. */
  static SequenceParts of(RunSettings settings) {
    return settings.communication().mpi() instanceof BusLinkModel model
        ? new BusLinkParts(settings, model)
        : new PlainParts(settings, null);
  }

  abstract RankParts ranks();

  abstract OpParts ops();

  abstract ReplayLoop loop();

  /** Where messages stand that may not move yet, if not with the others; else null. */
  abstract @Nullable Matcher waiting();

  @Override
  public final void candidateCompletes(int rank, long timePs, int after) {
    ops().waits.candidateCompletes(rank, timePs, after);
  }

  @Override
  public final void stepCompletes(int name, long timePs, long partnerPs, int after) {
    ops().stepCompletes(name, timePs, partnerPs, after);
  }

  @Override
  public final void oneSidedComes(int message, int after) {
    ops().oneSidedComes(message, after);
  }
}
