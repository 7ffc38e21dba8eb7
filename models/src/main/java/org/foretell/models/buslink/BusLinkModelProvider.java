package org.foretell.models.buslink;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.foretell.machine.BusLinks;
import org.foretell.machine.BusNodes;
import org.foretell.machine.BusSharing;
import org.foretell.machine.BusSite;
import org.foretell.machine.FanModel;
import org.foretell.machine.Fans;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.WideArea;
import org.foretell.model.CommunicationModel;
import org.foretell.model.FigureOrigin;
import org.foretell.model.FigureValue;
import org.foretell.model.ModelContext;
import org.foretell.model.ParameterPlace;
import org.foretell.model.ParameterRole;
import org.foretell.model.ParameterSpec;
import org.foretell.model.ParameterSpec.Kind;
import org.foretell.model.SiteFigures;
import org.foretell.models.formula.Collective;
import org.foretell.models.parameters.Parameter;
import org.foretell.models.parameters.ParameterizedProvider;
import org.foretell.models.parameters.Parameters;
import org.foretell.trace.OpCode;
import org.jspecify.annotations.Nullable;

/**
 * The model of Dimemas, on the machine of Dimemas and PSINS: messages wait for links and buses. See
 * {@code docs/models/bus-link.md}.
 */
public final class BusLinkModelProvider extends ParameterizedProvider {
  private static final Parameter<Long> EAGER_THRESHOLD =
      Parameter.bytes(
              "eagerThreshold",
              "as the trace recorded; where it did not, machine: eagerThreshold",
              "If given, messages of this size and above wait for the receiver and smaller ones do"
                  + " not, whatever the trace recorded; \"unlimited\": no message waits.")
          .as(ParameterRole.PROTOCOL_THRESHOLD, ParameterPlace.EVERYWHERE);
  private static final Parameter<Long> LATENCY =
      Parameter.timePs(
              "interNodeLatency", "machine: network.latency", "Latency between nodes of a site.")
          .as(ParameterRole.LATENCY, ParameterPlace.BETWEEN_NODES);
  private static final Parameter<Double> BANDWIDTH =
      Parameter.bytesPerSecond(
              "interNodeBandwidth",
              "machine: network.bandwidth",
              "Bandwidth between nodes of a site.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.BETWEEN_NODES);
  private static final Parameter<Integer> BUSES =
      count("buses", "network.buses", "Messages under way between nodes of a site")
          .as(ParameterRole.COUNT, ParameterPlace.BETWEEN_NODES);
  private static final Parameter<Integer> INPUT_LINKS =
      links("inputLinks", "links.in", "Links into a node")
          .as(ParameterRole.COUNT, ParameterPlace.BETWEEN_NODES);
  private static final Parameter<Integer> OUTPUT_LINKS =
      links("outputLinks", "links.out", "Links out of a node")
          .as(ParameterRole.COUNT, ParameterPlace.BETWEEN_NODES);
  private static final Parameter<Long> INTRA_LATENCY =
      Parameter.timePs(
              "intraNodeLatency",
              "machine: intraNode.latency; without a machine, as interNodeLatency",
              "Latency within a node.")
          .as(ParameterRole.LATENCY, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Double> INTRA_BANDWIDTH =
      Parameter.bytesPerSecond(
              "intraNodeBandwidth",
              "machine: intraNode.bandwidth; without a machine, as interNodeBandwidth",
              "Bandwidth within a node.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Integer> INTRA_BUSES =
      count("intraNodeBuses", "sites", "Messages under way within a node")
          .as(ParameterRole.COUNT, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Integer> INTRA_INPUT_LINKS =
      links("intraNodeInputLinks", "sites", "Links into a rank from its node")
          .as(ParameterRole.COUNT, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Integer> INTRA_OUTPUT_LINKS =
      links("intraNodeOutputLinks", "sites", "Links out of a rank into its node")
          .as(ParameterRole.COUNT, ParameterPlace.WITHIN_NODE);
  private static final Parameter<Long> WIDE_AREA_LATENCY =
      Parameter.timePs("wideAreaLatency", "machine: sites", "Latency between sites.")
          .as(ParameterRole.LATENCY, ParameterPlace.WIDE_AREA);
  private static final Parameter<Double> WIDE_AREA_BANDWIDTH =
      Parameter.bytesPerSecond("wideAreaBandwidth", "machine: sites", "Bandwidth between sites.")
          .as(ParameterRole.BANDWIDTH, ParameterPlace.WIDE_AREA);
  private static final Parameter<BusSharing> SHARING =
      Parameter.word(
          "sharing",
          List.of(BusSharing.values()),
          "machine, else fifo",
          "When all buses are busy: fifo, messages wait; slower, they go at once with a share of"
              + " the bandwidth (Dimemas's RR).");

  private static Parameter<Fans> fansOf(Collective collective) {
    return Parameter.of(
        new ParameterSpec(
            collective.parameter(),
            Kind.WORD,
            "machine, else " + Parameter.written(FanModel.LOGARITHMIC) + ", or faster",
            collective == Collective.BARRIER
                ? "Fan-in and fan-out: " + FansText.ALLOWED + "; at all sites and between them."
                : "Fan-in and fan-out, as of " + Collective.BARRIER.parameter() + "."),
        FansText::parse,
        fans -> new FigureValue.Word(FansText.write(fans)),
        Fans.both(FanModel.LOGARITHMIC));
  }

  private static Parameter<Integer> count(String name, String key, String meaning) {
    return Parameter.of(
        new ParameterSpec(
            name, Kind.COUNT, "machine: " + key, meaning + "; \"unlimited\" or 0: no limit."),
        LinkCounts::parse,
        LinkCounts::figure,
        0);
  }

  private static Parameter<Integer> links(String name, String key, String meaning) {
    return Parameter.of(
        new ParameterSpec(
            name,
            Kind.COUNT,
            "machine: " + key,
            meaning
                + "; \"unlimited\" or 0: no limit; \""
                + LinkCounts.HALF_DUPLEX
                + "\": shared with the other direction, one message at a time."),
        LinkCounts::parseLinks,
        LinkCounts::figureOfLinks,
        BusNodes.UNLIMITED);
  }

  /** For the service loader. */
  public BusLinkModelProvider() {}

  @Override
  public String name() {
    return "bus-link";
  }

  @Override
  public boolean readsSites() {
    return true;
  }

  @Override
  public String advantage() {
    return "bus-link counts its links and buses";
  }

  @Override
  public String summary() {
    return "Messages wait for links, buses and CPUs, first come, first served, as in Dimemas and"
        + " PSINS: for contention on a machine that is described by counts of links and buses.";
  }

  @Override
  public boolean ranksQueue() {
    return true;
  }

  @Override
  public List<Parameter<?>> declared() {
    List<Parameter<?>> all =
        new ArrayList<>(
            List.of(
                EAGER_THRESHOLD,
                LATENCY,
                BANDWIDTH,
                BUSES,
                INPUT_LINKS,
                OUTPUT_LINKS,
                INTRA_LATENCY,
                INTRA_BANDWIDTH,
                INTRA_BUSES,
                INTRA_INPUT_LINKS,
                INTRA_OUTPUT_LINKS,
                WIDE_AREA_LATENCY,
                WIDE_AREA_BANDWIDTH,
                SHARING));
    for (Collective collective : Collective.values()) {
      all.add(fansOf(collective));
    }
    return List.copyOf(all);
  }

  @Override
  public CommunicationModel read(Parameters parameters, ModelContext context) {
    Machine machine = context.machine();
    BusLinks described =
        machine == null
            ? withoutMachine(context)
            : machine.busLinks().orElseGet(() -> BusLinks.of(machine));
    boolean chosen = parameters.given(EAGER_THRESHOLD);
    long eagerBytes =
        parameters.get(
            EAGER_THRESHOLD,
            machine == null ? Long.MAX_VALUE : machine.eagerThresholdBytes(),
            machine == null
                ? new FigureOrigin.Default("default; where the trace recorded no protocol")
                : new FigureOrigin.OfMachine(
                    "eagerThreshold", false, "machine; where the trace recorded no protocol"));
    BusLinks links = new Overrides(parameters, described, machine == null).apply();
    DimemasModel model = model(links, context, chosen, eagerBytes);
    if (machine != null) {
      boolean plain = machine.busLinks().isEmpty();
      return new CommunicationModel(
          name(),
          model,
          plain
              ? new PlainCollectives(model, context.placement(), statedFans(parameters))
              : model.collectives());
    }
    // Dimemas charges a stage within nodes even where no two ranks share one.
    BusLinks apart =
        StagesWithinNodes.onlyIfGiven(
            links, parameters.given(INTRA_LATENCY), parameters.given(INTRA_BANDWIDTH));
    DimemasModel ofCollectives = model(apart, context, chosen, eagerBytes);
    return new CommunicationModel(name(), model, ofCollectives.collectives());
  }

  /** Groups of collectives of which the user says how they grow. */
  private static Set<Collective> statedFans(Parameters parameters) {
    Set<Collective> stated = EnumSet.noneOf(Collective.class);
    for (Collective collective : Collective.values()) {
      if (parameters.given(fansOf(collective))) {
        stated.add(collective);
      }
    }
    return stated;
  }

  private static DimemasModel model(
      BusLinks links, ModelContext context, boolean chosen, long eagerBytes) {
    return new DimemasModel(
        links,
        context.placement(),
        chosen ? eagerBytes : DimemasModel.AS_TRACED,
        chosen ? 0 : eagerBytes);
  }

  /** A node for each rank, without limits. */
  private static BusLinks withoutMachine(ModelContext context) {
    int nodes = 0;
    for (int node : context.placement().nodes()) {
      nodes = Math.max(nodes, node + 1);
    }
    BusNodes group = BusNodes.builder(nodes).build();
    BusSite site = BusSite.builder("").nodes(List.of(group)).build();
    return new BusLinks(List.of(site), WideArea.NONE, List.of());
  }

  /** A machine with the values of the parameters in place of its own. */
  private static final class Overrides {
    private final Parameters parameters;
    private final BusLinks machine;
    private final boolean required;
    private final List<BusNodes> groups;

    Overrides(Parameters parameters, BusLinks machine, boolean required) {
      this.parameters = parameters;
      this.machine = machine;
      this.required = required;
      groups = machine.sites().stream().flatMap(site -> site.nodes().stream()).toList();
    }

    BusLinks apply() {
      Long latency = timePs(LATENCY, SiteFigures.LATENCY, BusNodes::latencyPs, required);
      Double bandwidth =
          speed(BANDWIDTH, SiteFigures.BANDWIDTH, machine.sites(), BusSite::bytesPerSecond);
      Integer buses = count(BUSES, SiteFigures.BUSES, machine.sites(), BusSite::buses);
      Integer in =
          links(INPUT_LINKS, SiteFigures.INPUT_LINKS, group -> LinkCounts.ofNode(group).in());
      Integer out =
          links(OUTPUT_LINKS, SiteFigures.OUTPUT_LINKS, group -> LinkCounts.ofNode(group).out());
      LinkSpeed alike =
          required && latency != null && bandwidth != null
              ? new LinkSpeed(latency, bandwidth)
              : null;
      Function<BusNodes, LinkSpeed> within = group -> alike == null ? group.intraNode() : alike;
      Long intraLatency =
          timePs(
              INTRA_LATENCY,
              SiteFigures.INTRA_LATENCY,
              group -> within.apply(group).latencyPs(),
              false);
      Double intraBandwidth =
          speed(
              INTRA_BANDWIDTH,
              SiteFigures.INTRA_BANDWIDTH,
              groups,
              group -> within.apply(group).bytesPerSecond());
      Integer intraBuses =
          count(INTRA_BUSES, SiteFigures.INTRA_BUSES, groups, BusNodes::intraBuses);
      Integer intraIn =
          links(
              INTRA_INPUT_LINKS,
              SiteFigures.INTRA_INPUT_LINKS,
              group -> LinkCounts.ofRank(group).in());
      Integer intraOut =
          links(
              INTRA_OUTPUT_LINKS,
              SiteFigures.INTRA_OUTPUT_LINKS,
              group -> LinkCounts.ofRank(group).out());
      Long wideLatency =
          timePs(
              WIDE_AREA_LATENCY, SiteFigures.WIDE_AREA_LATENCY, BusNodes::wideAreaLatencyPs, false);
      WideArea wide = wideArea();
      BusSharing usual = machine.sites().get(0).sharing();
      BusSharing sharing =
          parameters.get(
              SHARING, usual, origin("sites.sharing", machine.sites(), BusSite::sharing));
      boolean sharingGiven = parameters.given(SHARING);
      Map<OpCode, Fans> fans = fans();
      List<BusSite> sites = new ArrayList<>();
      for (BusSite site : machine.sites()) {
        List<BusNodes> nodes = new ArrayList<>();
        for (BusNodes group : site.nodes()) {
          LinkCounts ofNode =
              LinkCounts.ofNode(group)
                  .with(in, out, INPUT_LINKS.name() + ", " + OUTPUT_LINKS.name());
          LinkCounts ofRank =
              LinkCounts.ofRank(group)
                  .with(
                      intraIn,
                      intraOut,
                      INTRA_INPUT_LINKS.name() + ", " + INTRA_OUTPUT_LINKS.name());
          nodes.add(
              group.toBuilder()
                  .intraNode(
                      new LinkSpeed(
                          or(intraLatency, within.apply(group).latencyPs()),
                          or(intraBandwidth, within.apply(group).bytesPerSecond())))
                  .intraBuses(or(intraBuses, group.intraBuses()))
                  .intraLinks(ofRank.in(), ofRank.out())
                  .latencyPs(or(latency, group.latencyPs()))
                  .links(ofNode.in(), ofNode.out())
                  .wideAreaLatencyPs(or(wideLatency, group.wideAreaLatencyPs()))
                  .build());
        }
        sites.add(
            site.toBuilder()
                .nodes(nodes)
                .bytesPerSecond(or(bandwidth, site.bytesPerSecond()))
                .buses(or(buses, site.buses()))
                .sharing(sharingGiven ? sharing : site.sharing())
                .fans(with(site.fans(), fans))
                .build());
      }
      WideArea joined = wide.toBuilder().fans(with(wide.fans(), fans)).build();
      return new BusLinks(sites, joined, machine.burstRules(), machine.mapping());
    }

    private static <T> T or(@Nullable T given, T described) {
      return given == null ? described : given;
    }

    private static Map<OpCode, Fans> with(Map<OpCode, Fans> own, Map<OpCode, Fans> given) {
      Map<OpCode, Fans> all = new HashMap<>(own);
      all.putAll(given);
      return all;
    }

    /** Where a value comes from that the user did not give. */
    private <S> FigureOrigin origin(String address, List<S> all, Function<S, ?> value) {
      Set<Object> values = new LinkedHashSet<>();
      all.forEach(one -> values.add(value.apply(one)));
      if (required) {
        return FigureOrigin.DEFAULT;
      }
      return values.size() == 1
          ? FigureOrigin.machine(address)
          : new FigureOrigin.OfMachine(address, true, "machine, the first; others differ");
    }

    private @Nullable Long timePs(
        Parameter<Long> parameter, String address, Function<BusNodes, Long> value, boolean needed) {
      return read(
          parameter, needed ? null : value.apply(groups.get(0)), origin(address, groups, value));
    }

    private <S> @Nullable Double speed(
        Parameter<Double> parameter, String address, List<S> all, Function<S, Double> value) {
      boolean needed = required && parameter == BANDWIDTH;
      return read(parameter, needed ? null : value.apply(all.get(0)), origin(address, all, value));
    }

    private <S> @Nullable Integer count(
        Parameter<Integer> parameter, String address, List<S> all, Function<S, Integer> value) {
      return read(parameter, value.apply(all.get(0)), origin(address, all, value));
    }

    private @Nullable Integer links(
        Parameter<Integer> parameter, String address, Function<BusNodes, Integer> value) {
      return read(parameter, value.apply(groups.get(0)), origin(address, groups, value));
    }

    /** Null unless it was given. */
    private <T> @Nullable T read(
        Parameter<T> parameter, @Nullable T defaultValue, FigureOrigin origin) {
      T value = parameters.get(parameter, defaultValue, origin);
      return parameters.given(parameter) ? value : null;
    }

    private WideArea wideArea() {
      WideArea wide = machine.wideArea();
      double read =
          parameters.get(
              WIDE_AREA_BANDWIDTH,
              wide.bytesPerSecond(),
              required ? FigureOrigin.DEFAULT : FigureOrigin.machine("wideArea.bandwidth"));
      return wide.toBuilder().bytesPerSecond(read).build();
    }

    private Map<OpCode, Fans> fans() {
      Map<OpCode, Fans> given = new HashMap<>();
      for (Collective collective : Collective.values()) {
        Parameter<Fans> parameter = fansOf(collective);
        BusSite first = machine.sites().get(0);
        List<OpCode> codes = collective.codes();
        Fans usual = first.fans().getOrDefault(codes.get(0), Fans.both(first.collectives()));
        Fans read =
            parameters.get(
                parameter,
                usual,
                origin(
                    "sites.collectives",
                    machine.sites(),
                    site -> site.fans().getOrDefault(codes.get(0), Fans.both(site.collectives()))));
        if (parameters.given(parameter)) {
          codes.forEach(code -> given.put(code, read));
        }
      }
      return given;
    }
  }
}
