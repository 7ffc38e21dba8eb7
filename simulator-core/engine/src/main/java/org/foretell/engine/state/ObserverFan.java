package org.foretell.engine.state;

import java.util.List;
import org.foretell.observe.SimObserver;
import org.foretell.trace.OpCode;

/** Several observers as one. */
final class ObserverFan implements SimObserver {
  private final SimObserver[] observers;

  ObserverFan(List<SimObserver> observers) {
    this.observers = observers.toArray(SimObserver[]::new);
  }

  @Override
  public void begin(int ranks) {
    for (SimObserver observer : observers) {
      observer.begin(ranks);
    }
  }

  @Override
  public void compute(int rank, OpCode code, int callSite, long startPs, long endPs) {
    for (SimObserver observer : observers) {
      observer.compute(rank, code, callSite, startPs, endPs);
    }
  }

  @Override
  public void op(
      int rank,
      OpCode code,
      int callSite,
      int peer,
      int communicator,
      long bytes,
      long startPs,
      long waitPs,
      long endPs) {
    for (SimObserver observer : observers) {
      observer.op(rank, code, callSite, peer, communicator, bytes, startPs, waitPs, endPs);
    }
  }

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    for (SimObserver observer : observers) {
      observer.message(source, destination, tag, bytes, sendPs, receivePs, arrivePs);
    }
  }

  @Override
  public void collectiveMessage(
      int source, int destination, long bytes, long sendPs, long receivePs, long arrivePs) {
    for (SimObserver observer : observers) {
      observer.collectiveMessage(source, destination, bytes, sendPs, receivePs, arrivePs);
    }
  }

  @Override
  public void oneSidedMessage(
      int source, int destination, int variable, long bytes, long sendPs, long arrivePs) {
    for (SimObserver observer : observers) {
      observer.oneSidedMessage(source, destination, variable, bytes, sendPs, arrivePs);
    }
  }

  @Override
  public void takesUpdates(int rank, int source, long updates) {
    for (SimObserver observer : observers) {
      observer.takesUpdates(rank, source, updates);
    }
  }

  @Override
  public void busy(Resource resource, int index, long bytes, long startPs, long endPs) {
    for (SimObserver observer : observers) {
      observer.busy(resource, index, bytes, startPs, endPs);
    }
  }

  @Override
  public void transfer(int source, int destination, int tag, long bytes, long startPs, long endPs) {
    for (SimObserver observer : observers) {
      observer.transfer(source, destination, tag, bytes, startPs, endPs);
    }
  }

  @Override
  public void moved(int source, int destination, long bytes, long startPs, long endPs) {
    for (SimObserver observer : observers) {
      observer.moved(source, destination, bytes, startPs, endPs);
    }
  }

  @Override
  public void partnerCame(int rank, int partner, long timePs) {
    for (SimObserver observer : observers) {
      observer.partnerCame(rank, partner, timePs);
    }
  }

  @Override
  public void waitedInQueue(int rank, boolean bus, long startPs, long endPs) {
    for (SimObserver observer : observers) {
      observer.waitedInQueue(rank, bus, startPs, endPs);
    }
  }

  @Override
  public void takenLate(int rank, boolean isSend, long completePs, long timePs) {
    for (SimObserver observer : observers) {
      observer.takenLate(rank, isSend, completePs, timePs);
    }
  }

  @Override
  public void communicator(int rank, int communicator, int number, int[] members) {
    for (SimObserver observer : observers) {
      observer.communicator(rank, communicator, number, members);
    }
  }

  @Override
  public void collective(int rank, long sentBytes, long receivedBytes) {
    for (SimObserver observer : observers) {
      observer.collective(rank, sentBytes, receivedBytes);
    }
  }

  @Override
  public void accessedInFence(int rank, int origin, long timePs) {
    for (SimObserver observer : observers) {
      observer.accessedInFence(rank, origin, timePs);
    }
  }

  @Override
  public void waitsFrom(int rank, long timePs) {
    for (SimObserver observer : observers) {
      observer.waitsFrom(rank, timePs);
    }
  }

  @Override
  public void marker(int rank, int marker, boolean begin, long timePs) {
    for (SimObserver observer : observers) {
      observer.marker(rank, marker, begin, timePs);
    }
  }

  @Override
  public void finished(int rank, long timePs) {
    for (SimObserver observer : observers) {
      observer.finished(rank, timePs);
    }
  }
}
