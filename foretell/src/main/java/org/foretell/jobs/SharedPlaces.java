package org.foretell.jobs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.machine.Placement;
import org.foretell.observe.SimObserver;
import org.foretell.report.JobsResult.Meeting;
import org.foretell.report.LinkLoads;

/**
 * Where jobs meet: links and interfaces through which several of them send, by what each sends
 * there when it runs alone.
 */
public final class SharedPlaces {
  private final int jobs;
  private final Map<Place, double[]> bytes = new LinkedHashMap<>();

  private record Place(Meeting.Kind kind, String name) {}

  /**
   * Nobody has sent anything.
   *
   * @param jobs how many there are
   */
  public SharedPlaces(int jobs) {
    this.jobs = jobs;
  }

  /** Adds what a job's messages carry on links when it runs alone. */
  public void links(int job, LinkLoads loads) {
    for (int index = 0; index < loads.links(); index++) {
      add(job, Meeting.Kind.LINK, loads.network().linkName(loads.link(index)), loads.bytes(index));
    }
  }

  /** Watches what a job that runs alone moves through the interfaces of its nodes. */
  public SimObserver interfaces(int job, Placement places) {
    return new SimObserver() {
      @Override
      public void moved(int source, int destination, long moved, long startPs, long endPs) {
        int from = places.node(source);
        int to = places.node(destination);
        if (from != to) {
          add(job, Meeting.Kind.INTERFACE, "node " + from + ", out", (double) moved);
          add(job, Meeting.Kind.INTERFACE, "node " + to + ", in", (double) moved);
        }
      }
    };
  }

  private void add(int job, Meeting.Kind kind, String name, double moved) {
    bytes.computeIfAbsent(new Place(kind, name), unused -> new double[jobs])[job] += moved;
  }

  /** Where at least two jobs meet, first where most is sent beside the job that sends most. */
  public List<Meeting> meetings() {
    List<Meeting> found = new ArrayList<>();
    bytes.forEach(
        (place, byJob) -> {
          if (Arrays.stream(byJob).filter(some -> some > 0).count() > 1) {
            found.add(
                new Meeting(place.kind(), place.name(), Arrays.stream(byJob).boxed().toList()));
          }
        });
    found.sort(Comparator.comparingDouble(Meeting::bytesOfOthers).reversed());
    return found;
  }
}
