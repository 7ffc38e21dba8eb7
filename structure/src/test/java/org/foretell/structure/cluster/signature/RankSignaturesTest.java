package org.foretell.structure.cluster.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.structure.cluster.Traces;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** What ranks do, in eleven numbers. */
class RankSignaturesTest {
  private static RankSignatures signatures(String text) {
    return RankSignatures.of(Traces.ofText(text), List.of());
  }

  @Test
  void meansAreThoseOfAllExecutions() {
    RankSignatures ranks =
        signatures(
            """
            ranks 4
            program 0-3 {
              repeat 3 {
                isend peer=+1 tag=4 bytes=cycle(10,40) request=0
                recv peer=-1 tag=7 receive_bytes=20
                wait request=0
              }
              compute duration=9ps
              comm_split communicator=0 color=each(0,0,6,6) key=each(-5,1,2,3) new_communicator=2
            }
            """);
    // Three sends of 10, 40 and 10 bytes, three receives of 20.
    assertThat(ranks.value(Signature.COUNT, 0)).isEqualTo(20);
    assertThat(ranks.value(Signature.DEST, 3)).isEqualTo(1);
    assertThat(ranks.value(Signature.SRC, 0)).isEqualTo(3);
    // 5.5, rounded half up.
    assertThat(ranks.value(Signature.TAG, 0)).isEqualTo(6);
    assertThat(ranks.value(Signature.KEY, 0)).isEqualTo(-5);
    assertThat(ranks.value(Signature.COLOR, 2)).isEqualTo(6);
    assertThat(ranks.events(1)).isEqualTo(10);
    assertThat(ranks.computationPs(1)).isEqualTo(9);
    // 9 ps before 10 events.
    assertThat(ranks.value(Signature.COMPUTATION, 1)).isEqualTo(1);
    assertThat(ranks.value(Signature.LOOP, 1)).isEqualTo(3);
    assertThat(ranks.withCallSites()).isFalse();
  }

  @Test
  void loopsArePackedByLevel() {
    RankSignatures ranks =
        signatures(
            """
            ranks 1
            program 0 {
              repeat 2 {
                repeat 3 {
                  repeat 5 {
                    repeat 4 {
                      repeat 70000 {
                        barrier
                      }
                    }
                  }
                }
              }
            }
            """);
    // Innermost at the lowest; counts stay below 2^16; what is above three levels is together: 2
    // iterations of one entry and 6 of two, (2 + 6) / 3.
    assertThat(ranks.value(Signature.LOOP, 0))
        .isEqualTo((3L << 48) | (5L << 32) | (4L << 16) | 65535);
  }

  @Test
  void theOrderOfEventsCounts() {
    RankSignatures ranks =
        signatures(
            """
            ranks 3
            program 0 {
              barrier
              allreduce bytes=8
            }
            program 1 {
              allreduce bytes=8
              barrier
            }
            program 2 {
              barrier
              compute duration=1us
              allreduce bytes=16
            }
            """);
    assertThat(ranks.callPaths()).isEqualTo(2);
    assertThat(ranks.value(Signature.CALL_PATH, 0)).isEqualTo(ranks.value(Signature.CALL_PATH, 2));
  }

  @Test
  void loopsThatCancelAreDistinguished() {
    // Twenty iterations of one event cancel: twice each number modulo 10.
    RankSignatures ranks =
        signatures(
            """
            ranks 2
            program 0 {
              repeat 20 {
                barrier
              }
            }
            program 1 {
              repeat 40 {
                barrier
              }
            }
            """);
    assertThat(ranks.collisions()).isEqualTo(1);
    assertThat(ranks.callPaths()).isEqualTo(2);
  }

  @Test
  void callSitesDistinguishEvents() {
    RankSignatures ranks =
        signatures(
            """
            ranks 2
            call_site 0 "a.c:1"
            call_site 1 "a.c:2"
            program 0-1 {
              barrier call_site=each(0,1)
            }
            """);
    assertThat(ranks.withCallSites()).isTrue();
    assertThat(ranks.callPaths()).isEqualTo(2);
  }

  @Test
  void functionsLeaveParametersOut() {
    TraceSource trace =
        Traces.ofText(
            """
            ranks 4
            program 0-3 {
              sendrecv peer=each(0,2,1,3) receive_peer=each(0,2,1,3) bytes=8 receive_bytes=8 tag=5
            }
            """);
    ParameterFunction transpose =
        new ParameterFunction() {
          @Override
          public String name() {
            return "transpose";
          }

          @Override
          public boolean computes(OpView op, OpField field, int ranks) {
            return op.tag() == 5 && (field == OpField.PEER || field == OpField.RECEIVE_PEER);
          }

          @Override
          public long value(OpView op, OpField field, int rank, int ranks) {
            return rank % 2 * 2L + rank / 2;
          }
        };
    RankSignatures without = RankSignatures.of(trace, List.of());
    RankSignatures with = RankSignatures.of(trace, List.of(transpose));
    assertThat(without.value(Signature.DEST, 1)).isNotEqualTo(without.value(Signature.DEST, 0));
    for (int rank = 0; rank < 4; rank++) {
      assertThat(with.value(Signature.DEST, rank)).isEqualTo(with.value(Signature.DEST, 0));
      assertThat(with.value(Signature.SRC, rank)).isEqualTo(with.value(Signature.SRC, 0));
    }
    assertThat(FunctionCheck.findings(trace, List.of(transpose))).isEmpty();
    TraceSource other = Traces.ofText("ranks 2\nprogram 0-1 {\n  send peer=each(0,0) tag=5\n}\n");
    assertThat(FunctionCheck.findings(other, List.of(transpose)))
        .containsExactly(
            "function transpose computes another value than the trace has in 1 of 2 cases");
  }

  @Test
  void repeatsCostNothing() {
    RankSignatures ranks =
        signatures(
            """
            ranks 2
            program 0-1 {
              repeat 1000000000 {
                repeat 1000000000 {
                  send peer=+1 bytes=1000
                }
              }
            }
            """);
    assertThat(ranks.value(Signature.COUNT, 0)).isEqualTo(1000);
    assertThat(ranks.events(0)).isEqualTo(1_000_000_000_000_000_000L);
  }

  @Test
  void taskGraphsAreRefused() {
    TraceSource graph =
        Traces.ofText(
            """
            ranks 1
            graph 0 {
              0: compute duration=1us
            }
            """);
    assertThatThrownBy(() -> RankSignatures.of(graph, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("task graphs");
  }

  @Test
  void burstsCountWithTheMeanOfTheHistogramAtHand() {
    RankSignatures ranks =
        signatures(
            """
            ranks 2
            histogram 0 count=1 min=10ps mean=10ps max=10ps
            histogram 1 count=1 min=30ps mean=30ps max=30ps
            program 0-1 {
              repeat 3 {
                compute histogram=cycle(1,0)
              }
              compute histogram=each(0,1)
              barrier
            }
            """);
    assertThat(ranks.computationPs(0)).isEqualTo(30 + 10 + 30 + 10);
    assertThat(ranks.computationPs(1)).isEqualTo(30 + 10 + 30 + 30);
  }

  @Property(tries = 300)
  void foldedAndUnrolledTracesHaveTheSame(@ForAll long seed) {
    TraceSource folded;
    try (MemoryTrace.Builder builder = MemoryTrace.builder()) {
      RandomStructuredTraces.of(seed).describe(builder);
      folded = builder.build();
    }
    RankSignatures one = RankSignatures.of(folded, List.of());
    RankSignatures other = RankSignatures.of(Traces.unrolled(folded), List.of());
    for (int rank = 0; rank < one.ranks(); rank++) {
      for (Signature signature : Signature.values()) {
        if (signature != Signature.LOOP && signature != Signature.COMMUNICATION) {
          assertThat(one.value(signature, rank))
              .as("%s of rank %d", signature, rank)
              .isEqualTo(other.value(signature, rank));
        }
      }
      assertThat(one.events(rank)).isEqualTo(other.events(rank));
    }
  }
}
