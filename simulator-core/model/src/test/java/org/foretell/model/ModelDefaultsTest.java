package org.foretell.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What models answer that say no more than they must. */
class ModelDefaultsTest {
  private static final Message MESSAGE = new MutableMessage().set(3, 5, 1, 2, 800, true);

  @Test
  void directModelsChargeTheTransferOnly() {
    DirectModel model =
        new DirectModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public long transferPs(Message message, long startPs) {
            return 10 * message.bytes();
          }
        };
    assertThat(model.blockingSendPs(MESSAGE, 8000)).isEqualTo(8000);
    assertThat(model.nonBlockingSendPs(MESSAGE)).isZero();
    assertThat(model.postReceivePs()).isZero();
    assertThat(model.envelopePs(MESSAGE)).isZero();
    assertThat(model.acknowledgePs(MESSAGE)).isZero();
    assertThat(model.independent()).isFalse();
    assertThat(model.latencyPs(MESSAGE, 0)).isZero();
  }

  @Test
  void independentDirectModelsHaveTheLatencyOfAnEmptyMessage() {
    DirectModel model =
        new DirectModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public long transferPs(Message message, long startPs) {
            return startPs + message.bytes();
          }

          @Override
          public boolean independent() {
            return true;
          }
        };
    assertThat(model.latencyPs(MESSAGE, 5)).isEqualTo(805);
  }

  @Test
  void occupancyModelsDoNotLookAtTheStart() {
    OccupancyModel model =
        new OccupancyModel() {
          @Override
          public boolean eager(Message message) {
            return true;
          }

          @Override
          public long sendCpuPs(Message message) {
            return 1;
          }

          @Override
          public long sendNicPs(Message message) {
            return 2;
          }

          @Override
          public long wirePs(Message message) {
            return 3;
          }

          @Override
          public long receiveCpuPs(Message message) {
            return 4;
          }

          @Override
          public long receiveNicPs(Message message) {
            return 5;
          }
        };
    assertThat(model.sendCpuPs(MESSAGE, 100)).isEqualTo(1);
    assertThat(model.wirePs(MESSAGE, 100)).isEqualTo(3);
    assertThat(model.receiveCpuPs(MESSAGE, 100)).isEqualTo(4);
    assertThat(model.lastBytePs(MESSAGE)).isEqualTo(5);
    assertThat(model.acknowledgePs(MESSAGE)).isEqualTo(3);
    assertThat(model.intake()).isEqualTo(OccupancyModel.Intake.ON_ARRIVAL);
    assertThat(model.sendsFirst()).isTrue();
    assertThat(model.nicOf(7)).isEqualTo(7);
    assertThat(model.forAnotherReplay()).isSameAs(model);
  }
}
