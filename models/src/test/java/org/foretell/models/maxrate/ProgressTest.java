package org.foretell.models.maxrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.foretell.model.FigureText;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterException;
import org.foretell.models.Machines;
import org.foretell.models.Replayed;
import org.foretell.models.Script;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * When messages are taken in, by hand; nanoseconds. Measured with MPICH over TCP: an exchange of 1
 * MB with a partner that computes and then sends takes the time of one message, and with a partner
 * that waits for something else meanwhile the time of two.
 */
class ProgressTest {
  private static final long L = 4000;
  private static final long O = 2000;
  private static final long G_MESSAGE = 200;
  private static final long SMALL = 2 * O + L;
  private static final long NEAR = 1000;
  private static final long WORK = 100_000;
  private static final long BYTES = 1_000_001;

  /** How long the bytes after the first one take. */
  private static final long DATA = 1_000_000;

  private static long makespanNs(Script script, String progress) {
    return Replayed.on(
                Machines.small(Map.of()),
                new MaxRateModelProvider(),
                Map.of("progress", progress),
                script.trace())
            .makespanPs()
        / 1000;
  }

  /** Ranks 0 and 2 send each other messages; rank 2 computes before it sends. */
  private static Script latePartner(int messages) {
    Script script = new Script(4);
    for (int rank = 0; rank <= 2; rank += 2) {
      int peer = 2 - rank;
      long workNs = rank == 0 ? 0 : WORK;
      script.rank(
          rank,
          ops -> {
            for (int i = 0; i < messages; i++) {
              ops.irecv(peer);
            }
            if (workNs > 0) {
              // The sends get their numbers when the second burst begins, after messages sent at 0.
              ops.compute(1).compute(workNs - 1);
            }
            for (int i = 0; i < messages; i++) {
              ops.isend(peer, BYTES);
            }
            ops.awaitAll();
          });
    }
    return script;
  }

  @Test
  void requestsOfSendsGoBeforeAnswersWhereMessagesAreTakenInByWaits() {
    // From the end of the burst on a request, an answer and the data, each way at once.
    assertThat(makespanNs(latePartner(1), "waiting")).isEqualTo(WORK + 3 * SMALL + DATA);
    // All four requests and answers go before the data, which then follow each other.
    assertThat(makespanNs(latePartner(2), "waiting"))
        .isEqualTo(WORK + 3 * SMALL + 2 * DATA + G_MESSAGE);
  }

  @Test
  void answersThatGoFirstLetTheOtherAnswerWaitBehindData() {
    // The request of rank 0 has come during the burst, and is taken in and answered before rank 2
    // sends. The answer of rank 0 waits behind its data, and is taken in after them.
    long dataOfZero = WORK + 2 * O + L + 2 * O;
    long answered = dataOfZero + L + DATA + 2 * O;
    assertThat(makespanNs(latePartner(1), "always")).isEqualTo(answered + SMALL + DATA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"always", "waiting"})
  void rankThatWaitsAnswersAtOnceSoThatTheOtherAnswerWaitsBehindData(String progress) {
    Script script =
        new Script(4)
            .rank(
                0,
                ops -> {
                  ops.irecv(2);
                  ops.isend(2, BYTES);
                  ops.awaitAll();
                })
            .rank(
                2,
                ops -> {
                  ops.irecv(0);
                  ops.recv(3);
                  ops.isend(0, BYTES);
                  ops.awaitAll();
                })
            .rank(3, ops -> ops.compute(WORK).send(2, 1));
    // The data of rank 0 are under way when rank 2 sends its request.
    assertThat(WORK + NEAR).isGreaterThan(3 * SMALL).isLessThan(DATA);
    long received = 3 * SMALL + DATA;
    assertThat(makespanNs(script, progress)).isEqualTo(received + O + SMALL + DATA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"always", "waiting"})
  void messagesOfRanksThatDoNothingElseTakeTheSameTime(String progress) {
    Script script =
        new Script(4)
            .rank(0, ops -> ops.send(2, BYTES).recv(2))
            .rank(2, ops -> ops.recv(0).send(0, BYTES));
    assertThat(makespanNs(script, progress)).isEqualTo(2 * (3 * SMALL + DATA));
  }

  @Test
  void messagesAreTakenInBetweenBurstsOnlyIfTheyAlwaysAre() {
    Script script =
        new Script(4)
            .rank(0, ops -> ops.send(2, 1))
            .rank(2, ops -> ops.compute(WORK).compute(WORK).send(3, 1).recv(0))
            .rank(3, ops -> ops.recv(2));
    // Rank 3 is not told before rank 2 has taken in what came during its first burst.
    assertThat(finishOfThreeNs(script, "always")).isEqualTo(O + 2 * WORK + NEAR);
    assertThat(finishOfThreeNs(script, "waiting")).isEqualTo(2 * WORK + NEAR);
  }

  private static long finishOfThreeNs(Script script, String progress) {
    return Replayed.on(
                Machines.small(Map.of()),
                new MaxRateModelProvider(),
                Map.of("progress", progress),
                script.trace())
            .finishPs()[3]
        / 1000;
  }

  @Test
  void machinesStateIt() {
    MaxRateModelProvider provider = new MaxRateModelProvider();
    ModelContext none = Machines.on(Machines.small(Map.of()), 4, Map.of());
    assertThat(FigureText.of(provider, none)).containsEntry("progress", "always (default)");
    ModelContext stated =
        Machines.on(Machines.small(Map.of("max-rate.progress", "waiting")), 4, Map.of());
    assertThat(FigureText.of(provider, stated)).containsEntry("progress", "waiting (machine)");
    ModelContext wrong = Machines.on(Machines.small(Map.of()), 4, Map.of("progress", "never"));
    assertThatThrownBy(() -> provider.create(wrong))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining("progress")
        .hasMessageContaining("always")
        .hasMessageContaining("waiting")
        .hasMessageContaining("never");
  }
}
