import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.Topology;
import org.foretell.time.Ps;

/** A network of one's own: a ring of nodes, on which messages go clockwise. */
public final class OwnTopology implements Topology {
  private final int nodes;

  private OwnTopology(int nodes) {
    this.nodes = nodes;
  }

  @Override
  public String title() {
    return "ring of " + nodes;
  }

  @Override
  public int nodes() {
    return nodes;
  }

  @Override
  public int links() {
    return nodes;
  }

  @Override
  public double bytesPerSecond(int link) {
    return 2e9;
  }

  @Override
  public long latencyPs(int link) {
    return Ps.PER_MICROSECOND / 2;
  }

  @Override
  public boolean shared(int link) {
    return true;
  }

  @Override
  public String linkName(int link) {
    return "from node " + link + " to node " + (link + 1) % nodes;
  }

  @Override
  public int longestRoute() {
    return nodes - 1;
  }

  @Override
  public int route(int source, int destination, int hash, int[] links) {
    int length = 0;
    for (int node = source; node != destination; node = (node + 1) % nodes) {
      links[length++] = node;
    }
    return length;
  }

  public static void main(String[] args) {
    Machine machine =
        Machine.builder("ring")
            .nodes(NodeGroup.builder("node").nodes(16).coresPerNode(4).cpuRatios(1).build())
            .network(new LinkSpeed(Ps.PER_MICROSECOND, 2e9))
            .topology(new OwnTopology(16))
            .build();
    double seconds =
        Foretell.prediction()
            .machine(machine)
            .trace(Path.of("examples/mg.S.64.bin"))
            .model("flow")
            .run()
            .predictedSeconds();
    System.out.println(seconds + " s");
  }
}
