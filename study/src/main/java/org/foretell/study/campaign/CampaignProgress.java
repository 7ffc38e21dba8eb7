package org.foretell.study.campaign;

/** Hears how far a campaign is. Called by several threads. */
public interface CampaignProgress {
  /** Hears nothing. */
  CampaignProgress NONE =
      new CampaignProgress() {
        @Override
        public void planned(long replays) {}

        @Override
        public void done(long replays) {}
      };

  /**
   * A round of replays begins.
   *
   * @param replays that it makes, those that are known already left out
   */
  void planned(long replays);

  /**
   * A replay is over.
   *
   * @param replays that were made so far, in all rounds
   */
  void done(long replays);
}
