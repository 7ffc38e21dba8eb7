package org.foretell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.foretell.classification.ClassificationSummary;
import org.foretell.classification.kind.CommunicationClass;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.report.ClassificationResult;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs whose classes are known by hand, under every model. Each send is at a call site that is
 * named after the class that its messages have.
 */
class KnownClassesTest {
  private static final int TIMES = 4;

  @TempDir private Path folder;

  /** Two ranks, op by op. */
  private static final class Programs {
    private final List<String> sites = new ArrayList<>();
    private final List<List<String>> ops = List.of(new ArrayList<>(), new ArrayList<>());

    private int site(String name) {
      sites.add("call_site " + sites.size() + " \"" + name + "\"");
      return sites.size() - 1;
    }

    private void both(String op) {
      ops.forEach(each -> each.add(op));
    }

    private void at(int rank, String... own) {
      ops.get(rank).addAll(List.of(own));
    }

    private void begin() {
      both("  barrier");
      both("  compute duration=400ms");
      both("  repeat " + TIMES + " {");
    }

    /** Cases do not follow from each other: they meet, and the network is idle again. */
    private void apart() {
      both("    barrier");
      both("    compute duration=400ms");
    }

    private void end() {
      both("  }");
    }

    private List<String> text() {
      List<String> all = new ArrayList<>(List.of("foretell-trace 1", "ranks 2"));
      all.addAll(sites);
      for (int rank = 0; rank < 2; rank++) {
        all.add("program " + rank + " {");
        all.addAll(ops.get(rank));
        all.add("}");
      }
      return all;
    }
  }

  /** Nothing is late: who answers can do so no sooner than the message has come. */
  private static void addRegular(Programs to, long bytes) {
    String there = " bytes=" + bytes + " call_site=" + to.site("normal: there, " + bytes);
    String back = " bytes=" + bytes + " call_site=" + to.site("normal: back, " + bytes);
    String taken = " receive_bytes=" + bytes;
    to.begin();
    to.at(0, "    send peer=1" + there, "    recv peer=1" + taken);
    to.at(1, "    recv peer=0" + taken, "    send peer=0" + back);
    to.end();
    to.begin();
    to.at(0, "    isend peer=1 request=0" + there, "    wait request=0");
    to.at(0, "    irecv peer=1 request=0" + taken, "    wait request=0");
    to.at(1, "    irecv peer=0 request=0" + taken, "    wait request=0");
    to.at(1, "    isend peer=0 request=0" + back, "    wait request=0");
    to.end();
    // As a halo is exchanged, after as much work on both sides.
    String swap = " bytes=" + bytes + " call_site=" + to.site("normal: swap, " + bytes);
    to.begin();
    for (int rank = 0; rank < 2; rank++) {
      String peer = " peer=" + (1 - rank);
      to.at(rank, "    compute duration=3ms", "    irecv request=0" + peer + taken);
      to.at(rank, "    isend request=1" + peer + swap, "    waitall requests=[0,1]");
    }
    to.end();
    to.begin();
    String both = " bytes=" + bytes + " call_site=" + to.site("normal: sendrecv, " + bytes);
    to.at(0, "    sendrecv peer=1 receive_peer=1" + taken + both);
    to.at(1, "    sendrecv peer=0 receive_peer=0" + taken + both);
    to.end();
  }

  /** Each call that can be late is so by 100 ms, in turn. */
  private static void addLate(Programs to, long bytes) {
    String late = "    compute duration=100ms";
    String taken = " peer=0 receive_bytes=" + bytes;
    to.begin();
    to.apart();
    to.at(0, late, "    send" + sent(to, "late send", bytes));
    to.at(1, "    recv" + taken);
    to.apart();
    to.at(0, "    send" + sent(to, "late receive", bytes));
    to.at(1, late, "    recv" + taken);
    to.apart();
    to.at(0, late, "    isend request=0" + sent(to, "late send post", bytes), "    wait request=0");
    to.at(1, "    recv" + taken);
    to.apart();
    to.at(0, "    isend request=0" + sent(to, "late send wait", bytes), late, "    wait request=0");
    to.at(1, "    recv" + taken);
    to.apart();
    to.at(0, "    send" + sent(to, "late receive post", bytes));
    to.at(1, late, "    irecv request=0" + taken, "    wait request=0");
    to.apart();
    to.at(0, "    send" + sent(to, "late receive wait", bytes));
    to.at(1, "    irecv request=0" + taken, late, "    wait request=0");
    // A halo of which rank 1 comes late: it makes the other wait, and takes what is there.
    to.apart();
    to.at(1, late);
    String back = " peer=1 receive_bytes=" + bytes;
    to.at(0, "    irecv request=0" + back);
    to.at(0, "    isend request=1" + sent(to, "late receive post: halo", bytes));
    to.at(1, "    irecv request=0" + taken, "    compute duration=500ns");
    String post = sent(to, "late send post: halo", bytes).replace("peer=1", "peer=0");
    to.at(1, "    isend request=1" + post);
    to.both("    waitall requests=[0,1]");
    to.end();
  }

  private static String sent(Programs to, String label, long bytes) {
    return " peer=1 bytes=" + bytes + " call_site=" + to.site(label + ", " + bytes);
  }

  private static ClassificationSetup under(String machine, String model) {
    return Foretell.classification().machine(machine).model(model).ranksPerNode(1);
  }

  private Path trace(Programs programs) throws IOException {
    return Files.write(folder.resolve("known.txt"), programs.text());
  }

  @ParameterizedTest
  @CsvSource({
    "arc, simple",
    "hopper, loggops",
    "hopper, max-rate",
    "hopper, flow",
    "hopper, bus-link",
    "ibm-sp2, bus-link",
    "frontier, loggops"
  })
  void messagesHaveTheClassesThatTheyWereGiven(String machine, String model) throws IOException {
    Programs programs = new Programs();
    for (long bytes : new long[] {8, 4096, 1 << 20}) {
      addRegular(programs, bytes);
      addLate(programs, bytes);
    }
    ClassificationResult result = under(machine, model).trace(trace(programs)).run();
    Map<String, Map<String, Long>> wrong = new TreeMap<>();
    int right = 0;
    for (ClassificationSummary.OfPair pair : result.summary().pairs()) {
      if (pair.kind() == CommunicationKind.MESSAGE) {
        String site = result.trace().tables().callSites().get(pair.sender());
        String expected = site.substring(0, site.indexOf(site.contains(":") ? ':' : ','));
        List<CommunicationClass> classes = CommunicationClass.of(pair.kind());
        for (int i = 0; i < classes.size(); i++) {
          if (pair.counts().get(i) == 0) {
            continue;
          }
          if (classes.get(i).words().equals(expected)) {
            right++;
            // Two large messages that share a bus are not quite like one that was emulated.
            assertThat(pair.confidences().get(i)).as(site).isGreaterThan(0.6);
          } else {
            wrong
                .computeIfAbsent(site, key -> new TreeMap<>())
                .put(classes.get(i).words(), pair.counts().get(i));
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(right).isEqualTo(3 * (4 + 8));
    assertThat(result.summary().unclassified()).isZero();
  }
}
