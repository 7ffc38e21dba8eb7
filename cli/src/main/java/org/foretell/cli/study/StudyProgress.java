package org.foretell.cli.study;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicLong;
import org.foretell.cli.shell.ProgressLine;
import org.foretell.study.campaign.CampaignProgress;

/** Shows on the terminal how many replays of a study are done, and the time left. */
final class StudyProgress implements CampaignProgress, AutoCloseable {
  private final ProgressLine line;
  private final AtomicLong planned = new AtomicLong();

  StudyProgress(PrintWriter err) {
    line = new ProgressLine(err);
  }

  @Override
  public void planned(long replays) {
    planned.addAndGet(replays);
  }

  @Override
  public void done(long replays) {
    line.runs("replays", replays, planned.get());
  }

  @Override
  public void close() {
    line.close();
  }
}
