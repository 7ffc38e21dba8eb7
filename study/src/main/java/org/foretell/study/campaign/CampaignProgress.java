package org.foretell.study.campaign;

/** Receives the progress of a campaign. Several threads may call it. */
public interface CampaignProgress {
  /** Ignores progress. */
  CampaignProgress NONE =
      new CampaignProgress() {
        @Override
        public void planned(long replays) {}

        @Override
        public void done(long replays) {}
      };

  /**
   * Called when a round of replays begins.
   *
   * @param replays in the round, without those already known
   */
  void planned(long replays);

  /**
   * Called when a replay is done.
   *
   * @param replays made so far, in all rounds
   */
  void done(long replays);
}
