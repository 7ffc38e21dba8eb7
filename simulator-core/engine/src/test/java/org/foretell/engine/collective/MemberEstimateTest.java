package org.foretell.engine.collective;

import static org.assertj.core.api.Assertions.assertThat;

import org.foretell.machine.Placements;
import org.foretell.model.CollectiveStep;
import org.foretell.model.ConstantOverheads;
import org.foretell.model.DirectModel;
import org.foretell.model.Message;
import org.foretell.model.OccupancyModel;
import org.foretell.model.TestSchedules;
import org.foretell.trace.OpCode;
import org.junit.jupiter.api.Test;

/** Member 0 of 4, whose messages take as many picoseconds as they have bytes. */
class MemberEstimateTest {
  /** What the member does, step by step. */
  private interface Step {
    void tell(CollectiveStep step);
  }

  private static final class Direct extends DirectModel {
    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long transferPs(Message message, long startPs) {
      return message.bytes();
    }

    @Override
    public long nonBlockingSendPs(Message message) {
      return 7;
    }
  }

  /** CPU 1 and NIC 40 to send, CPU 30 and NIC 20 to receive. */
  private static final class Occupancy extends ConstantOverheads {
    private final Intake intake;

    Occupancy(Intake intake) {
      super(new Times(1, 40), new Times(30, 20));
      this.intake = intake;
    }

    @Override
    public boolean eager(Message message) {
      return true;
    }

    @Override
    public long wirePs(Message message) {
      return message.bytes();
    }

    @Override
    public Intake intake() {
      return intake;
    }
  }

  private static AnyMember call() {
    AnyMember call = new AnyMember();
    CommunicatorGroup group = new CommunicatorGroup(0, 4, null, Placements.oneRankPerNode(4));
    call.set(group, OpCode.ALLTOALL, 0, 8, 8, 8);
    return call;
  }

  private static long durationPs(MemberEstimate estimate, Step... steps) {
    return estimate.durationPs(
        TestSchedules.of(
            (call, index, step) -> {
              if (index < steps.length) {
                steps[index].tell(step);
              }
              return index < steps.length;
            }),
        0);
  }

  private static long direct(Step... steps) {
    return durationPs(new DirectEstimate(new Direct(), call(), 0, 500), steps);
  }

  private static long occupancy(OccupancyModel.Intake intake, Step... steps) {
    return durationPs(new OccupancyEstimate(new Occupancy(intake), call(), 0, 500), steps);
  }

  @Test
  void underADirectModelWhatWasStartedLastsUntilTheLatestOfIt() {
    for (int longest = 0; longest < 3; longest++) {
      long first = longest == 0 ? 1000 : 10;
      long second = longest == 1 ? 1000 : 10;
      long third = longest == 2 ? 1000 : 10;
      assertThat(
              direct(
                  step -> step.startReceive(1, first),
                  step -> step.startReceive(2, second),
                  step -> step.startSend(1, third),
                  CollectiveStep::waitAll))
          .isEqualTo(1000);
    }
  }

  @Test
  void underADirectModelAnExchangeLastsUntilBothHalvesHaveEnded() {
    assertThat(direct(step -> step.sendReceive(1, 1000, 2, 10))).isEqualTo(1000);
    assertThat(direct(step -> step.sendReceive(1, 10, 2, 1000))).isEqualTo(1000);
  }

  @Test
  void whatIsTakenInOnArrivalLastsUntilTheLatestArrival() {
    for (long first : new long[] {10, 1000}) {
      // There 1000 after it was sent, and then 30 of CPU.
      assertThat(
              occupancy(
                  OccupancyModel.Intake.ON_ARRIVAL,
                  step -> step.startReceive(1, first),
                  step -> step.startReceive(2, 1010 - first),
                  step -> step.startSend(1, 0),
                  CollectiveStep::waitAll))
          .isEqualTo(first == 10 ? 1030 : 1040);
    }
  }

  @Test
  void theLatestArrivalIsCountedFromTheLastSend() {
    // The second send starts at 40; so does that of the partner, whose message is there at 1040.
    assertThat(
            occupancy(
                OccupancyModel.Intake.ON_ARRIVAL,
                step -> step.startReceive(1, 1000),
                step -> step.startReceive(2, 0),
                step -> step.startSend(1, 0),
                step -> step.startSend(2, 0),
                CollectiveStep::waitAll))
        .isEqualTo(1070);
  }

  @Test
  void messagesWaitForTheInterfaceOneAfterTheOther() {
    // Three there at 100, with 20 of the interface each.
    assertThat(
            occupancy(
                OccupancyModel.Intake.ON_ARRIVAL,
                step -> step.startReceive(1, 100),
                step -> step.startReceive(2, 100),
                step -> step.startReceive(3, 100),
                CollectiveStep::waitAll))
        .isEqualTo(160);
  }

  @Test
  void whatIsTakenInOnMatchNeedsTheInterfaceAndThenTheCpu() {
    // Both there at 100: the interface until 120 and 140, the CPU until 150 and 180.
    assertThat(
            occupancy(
                OccupancyModel.Intake.ON_MATCH,
                step -> step.startReceive(1, 100),
                step -> step.startReceive(2, 100),
                CollectiveStep::waitAll))
        .isEqualTo(180);
  }
}
