package org.foretell.trace.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.io.StringWriter;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.foretell.trace.GraphSourceContract;
import org.foretell.trace.OpView;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.TaskGraph;
import org.foretell.trace.TaskGraphTrace;
import org.foretell.trace.TraceException;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;
import org.junit.jupiter.api.Test;

/** Task graphs, written as text and read again, keep the contract. */
class GraphTextTest extends GraphSourceContract {
  private static final String HEAD = "foretell-trace 1\nranks 4\n";

  private final RandomGraphTrace example = RandomGraphTrace.of(20);

  @Override
  protected TraceSource open() {
    return parse(text(example));
  }

  @Override
  protected TaskGraphTrace expected() {
    return example.expansion();
  }

  @Property(tries = 300)
  void textHoldsRandomGraphs(@ForAll long seed) {
    RandomGraphTrace trace = RandomGraphTrace.of(seed);
    String first = text(trace);
    MemoryTrace stored = parse(first);
    assertSameGraphs(stored, trace.expansion());
    StringWriter again = new StringWriter();
    stored.describe(TraceTextWriter.to(again));
    assertThat(again).hasToString(first);
  }

  @Test
  void readsWhatAPersonWrites() {
    MemoryTrace trace =
        parse(
            HEAD
                + """
                graph 0-3 {   # each rank with its neighbours
                  0: recv tag=any peer=-1 receive_bytes=8KiB then=[2]
                  1: send peer=+1 bytes=8192 nic=1 then_at_start=[2,
                       3]
                  2: compute duration=1.5us stream=1

                  3: compute
                }
                """);
    TaskGraph.Builder builder = new TaskGraph.Builder();
    builder.receive(2, OpView.ANY, 8192, 0, 0);
    builder.send(0, 0, 8192, 0, 1);
    builder.compute(1_500_000, 1);
    builder.compute(0, 0);
    builder.requires(2, 0);
    builder.requiresStart(2, 1);
    builder.requiresStart(3, 1);
    assertThat(trace.graph(3)).isEqualTo(builder.build());
  }

  @Test
  void mistakesAreNamed() {
    assertRefused("1: compute", "task 0 next, found \"1\"");
    assertRefused("0: isend peer=1", "compute, send or recv, found \"isend\"");
    assertRefused("0: send peer=4", "a peer of 0 to 3, found \"4\"");
    assertRefused("0: send peer=-4", "a peer of -3 to 3, found \"-4\"");
    assertRefused("0: send peer=any", "not a whole number");
    assertRefused("0: send bytes=1", "peer= in task 0");
    assertRefused("0: send peer=1 byte=1", "did you mean bytes?");
    assertRefused("0: send peer=1 peer=1", "peer is given twice");
    assertRefused("0: send peer=1\n1: send peer=+1", "either distances");
    assertRefused("0: send peer=1 tag=-1", "any or a tag of 32 bits");
    assertRefused("0: send peer=1 tag=4294967296", "any or a tag of 32 bits");
    assertRefused("0: compute stream=4096", "0 to 4095");
    assertRefused("0: compute then=[1]", "task 1 is to wait for task 0");
    assertRefused("0: compute then=[0]", "waits for itself through a cycle");
    assertRefused("0: compute then=[]", "a number");
    assertRefused("0: compute then=[99999999999]", "0 to 134217727");
    assertRefused("0: compute then=[-1]", "0 or more");
    assertRefused("0: compute duration=5", "unit");
  }

  private static void assertRefused(String tasks, String message) {
    assertThatThrownBy(() -> parse(HEAD + "graph 0-3 {\n" + tasks + "\n}\n"))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith("trace:")
        .hasMessageContaining(message);
  }

  private static String text(RandomGraphTrace trace) {
    StringWriter out = new StringWriter();
    trace.describe(TraceTextWriter.to(out));
    return out.toString();
  }

  private static MemoryTrace parse(String text) {
    MemoryTrace.Builder builder = MemoryTrace.builder();
    TraceTextReader.read(new StringReader(text), "trace", builder);
    return builder.build();
  }
}
