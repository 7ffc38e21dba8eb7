package org.foretell.engine.message;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.engine.cause.CauseSetup;
import org.foretell.engine.cause.CauseTree;
import org.foretell.engine.state.ProblemLog;
import org.foretell.engine.state.RankPrograms;
import org.foretell.engine.state.RankTable;
import org.foretell.engine.state.ReplayState;
import org.foretell.engine.state.RequestTable;
import org.foretell.machine.Placements;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.result.ReplayOrder;
import org.junit.jupiter.api.Test;

/** A send that keeps its caller for 70 ps, and a transfer that takes 50 ps. */
class DirectTransportTest {
  private static final int SENDER = 0;
  private static final int RECEIVER = 1;
  private static final int SLOT = 3;

  private final Matcher matcher = new Matcher(2, false);
  private final DirectModel model = new SlowCaller();
  private final EventList eventList = new EventList(ReplayOrder.STRICT, 2, model, matcher.messages);
  private final RankPrograms programs = new RankPrograms(2, false);
  private final RankTable ranks =
      new RankTable(programs, eventList::rankGoesOn, null, CauseSetup.none(), null);
  private final RequestTable requests =
      new RequestTable(
          ranks,
          false,
          CauseSetup.none(),
          (rank, timePs, after) -> {
            throw new AssertionError("nobody watches");
          },
          (name, timePs, partnerPs, after) -> {
            throw new AssertionError("no collective goes in steps");
          });
  private final DirectTransport transport =
      new DirectTransport(
          model,
          new MessageState(
              Placements.oneRankPerNode(2),
              ranks,
              requests,
              matcher,
              new Probes(ranks, null),
              new Deliveries(
                  new ReplayState(ranks, requests, new ProblemLog(), null, CauseSetup.none()),
                  matcher),
              null,
              CauseSetup.none()),
          eventList,
          null,
          null);

  private static final class SlowCaller extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return false;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return 50;
    }

    @Override
    public long nonBlockingSendPs(Message message) {
      return 70;
    }
  }

  private void send() {
    transport.send(SENDER, RECEIVER, 0, 0, 8, Transport.Mode.STANDARD, SLOT);
  }

  private void receive() {
    transport.receive(RECEIVER, SENDER, 0, 0, 8, SLOT);
  }

  @Test
  void aRendezvousForAPostedReceiveIsNotCompleteBeforeItsCallerGoesOn() {
    receive();
    send();
    assertThat(ranks.clockPs(SENDER)).isEqualTo(70);
    assertThat(requests.word(SENDER, SLOT)).isEqualTo(70);
    assertThat(requests.word(RECEIVER, SLOT)).isEqualTo(50);
  }

  @Test
  void aRendezvousThatIsReceivedLaterIsNotCompleteBeforeItsCallerGoesOn() {
    send();
    assertThat(RequestTable.pending(requests.word(SENDER, SLOT))).isTrue();
    ranks.clockPs(RECEIVER, 10, CauseTree.NONE);
    receive();
    assertThat(requests.word(SENDER, SLOT)).isEqualTo(70);
    assertThat(requests.word(RECEIVER, SLOT)).isEqualTo(60);
  }

  @Test
  void aRendezvousIsCompleteWithItsTransferIfThatLastsLonger() {
    send();
    ranks.clockPs(RECEIVER, 100, CauseTree.NONE);
    receive();
    assertThat(requests.word(SENDER, SLOT)).isEqualTo(150);
    assertThat(requests.word(RECEIVER, SLOT)).isEqualTo(150);
  }
}
