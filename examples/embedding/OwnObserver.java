import java.nio.file.Path;
import org.foretell.Foretell;
import org.foretell.observe.SimObserver;

/** Looks on while a program is replayed: which message arrives last? */
public final class OwnObserver implements SimObserver {
  private String last = "none";
  private long lastPs = -1;

  @Override
  public void message(
      int source,
      int destination,
      int tag,
      long bytes,
      long sendPs,
      long receivePs,
      long arrivePs) {
    if (arrivePs > lastPs) {
      lastPs = arrivePs;
      last = bytes + " B from rank " + source + " to rank " + destination;
    }
  }

  public static void main(String[] args) {
    OwnObserver observer = new OwnObserver();
    Foretell.prediction()
        .machine("jaguar-xt5")
        .trace(Path.of("examples/mg.S.64.bin"))
        .observer(observer)
        .run();
    System.out.println("last message: " + observer.last);
  }
}
