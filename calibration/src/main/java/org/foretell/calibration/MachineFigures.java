package org.foretell.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.foretell.calibration.measurement.MeasurementException;
import org.foretell.calibration.measurement.Metric;
import org.foretell.calibration.measurement.Series;
import org.foretell.machine.CollectiveTable;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.LinkSpeed;
import org.foretell.machine.Machine;
import org.foretell.machine.MachineBuilder;
import org.foretell.machine.MpiLibrary;
import org.foretell.machine.NodeGroup;
import org.foretell.machine.OverheadShare;
import org.foretell.machine.ShmemSupport;
import org.foretell.machines.FigureSource.Status;
import org.foretell.machines.MachineJson;

/** The figures of the machine that follow from fits, each with its source. */
final class MachineFigures {
  private static final double PS_PER_SECOND = 1e12;
  private static final long USUAL_EAGER_BYTES = 64 << 10;
  private static final String ASSUMED_WITH_LATENCY = "assumed, like the latency";
  private static final String GROUP = "nodeGroups.compute";

  private final List<SeriesFit> fits;
  private final CalibrationSettings settings;
  private final Provenance provenance;
  private final WayCosts intraCosts;
  private final WayCosts interCosts;
  private final Machine machine;

  MachineFigures(
      List<SeriesFit> fits,
      OptionalLong measuredEagerBytes,
      Optional<Series> exchange,
      CalibrationSettings settings) {
    this.fits = List.copyOf(fits);
    this.settings = settings;
    provenance = new Provenance(settings.date());
    SeriesFit inter = latencyOrOther(Way.INTER);
    SeriesFit intra = latencyOrOther(Way.INTRA);
    long eagerBytes = eagerBytes(inter, measuredEagerBytes);
    long latencyPs = Math.max(1, Math.round(WayCosts.latencyPs(inter.fit())));
    long intraLatencyPs = Math.max(1, Math.round(WayCosts.latencyPs(intra.fit())));
    long overheadPs = overheadPs(inter.way(), latencyPs);
    double psPerByte = psPerByte(inter);
    double intraPsPerByte = WayCosts.psPerByte(intra.fit());
    interCosts = new WayCosts(inter.fit(), overheadPs, psPerByte, eagerBytes);
    long intraOverheadPs =
        Math.max(1, Math.min(overheadPs, intraLatencyPs / OverheadShare.OF_LATENCY));
    intraCosts = new WayCosts(intra.fit(), intraOverheadPs, intraPsPerByte, eagerBytes);

    MachineBuilder builder =
        Machine.builder(settings.name())
            .title(settings.name() + ", calibrated on " + settings.date())
            .nodes(
                NodeGroup.builder("compute")
                    .nodes(settings.nodes())
                    .coresPerNode(settings.coresPerNode())
                    .intraNode(new LinkSpeed(intraLatencyPs, PS_PER_SECOND / intraPsPerByte))
                    .build())
            .network(new LinkSpeed(latencyPs, PS_PER_SECOND / psPerByte))
            .eagerThresholdBytes(eagerBytes);
    provenance.given(GROUP, "numbers of nodes and cores as given to sim calibrate");
    provenance.fromFit(GROUP + ".intraNode", intra, Way.INTRA);
    provenance.fromFit("network.latency", inter, Way.INTER);
    // flow derives its overheads from the latency alone.
    long flowOverheadPs = latencyPs / OverheadShare.OF_LATENCY;
    long intraFlowOverheadPs = Math.min(flowOverheadPs, intraLatencyPs / OverheadShare.OF_LATENCY);
    tables(builder, interCosts, 2 * flowOverheadPs, inter, Way.INTER);
    tables(builder, intraCosts, 2 * intraFlowOverheadPs, intra, Way.INTRA);
    Optional<PutCosts> puts = puts(builder, (double) intraOverheadPs, intraPsPerByte);
    if (latency(Way.INTRA).isPresent()) {
      calls(
          builder,
          new CallFigures(metric -> find(Way.INTRA, metric), intraCosts, puts, eagerBytes));
    }
    overhead(builder, inter.way(), overheadPs);
    messageRate(builder, inter.way());
    atomic(builder, inter.way(), latencyPs);
    settings.library().ifPresent(library -> collectives(builder, library));
    exchange
        .flatMap(series -> ProgressMeasurement.of(series, inter.fit(), eagerBytes))
        .ifPresent(progress -> progress(builder, progress));
    machine = builder.build();
  }

  private void collectives(MachineBuilder builder, String library) {
    Optional<String> profile = MpiLibrary.profile(library);
    profile.ifPresent(
        name -> {
          builder.collectives(new CollectiveTable(name, List.of()));
          provenance.source("collectives", Status.DERIVED, "the programs ran with " + library);
        });
  }

  private void progress(MachineBuilder builder, ProgressMeasurement measured) {
    builder.modelParameter("max-rate.progress", measured.isOnlyInWaits() ? "waiting" : "always");
    provenance.source("modelParameters.max-rate.progress", Status.DERIVED, measured.evidence());
  }

  Machine machine() {
    return machine;
  }

  List<String> assumptions() {
    return provenance.assumptions();
  }

  WayCosts costs(Way way) {
    return way == Way.INTRA ? intraCosts : interCosts;
  }

  Optional<SeriesFit> latency(Way way) {
    return find(way, Metric.MPI_LATENCY);
  }

  private Optional<SeriesFit> find(Way way, Metric metric) {
    return fits.stream()
        .filter(fit -> fit.way() == way && fit.series().metric() == metric)
        .findFirst();
  }

  private SeriesFit latencyOrOther(Way way) {
    return latency(way)
        .or(() -> latency(way == Way.INTRA ? Way.INTER : Way.INTRA))
        .orElseThrow(
            () ->
                new MeasurementException(
                    "expected the latency of MPI messages by size (osu_latency, PingPong of IMB, or"
                        + " the kind "
                        + Metric.MPI_LATENCY
                        + " of CSV) in --intra or --inter, found "
                        + (fits.isEmpty()
                            ? "no measurements"
                            : fits.stream()
                                .map(fit -> fit.series().name())
                                .distinct()
                                .collect(Collectors.joining(", ")))));
  }

  private long eagerBytes(SeriesFit inter, OptionalLong measured) {
    OptionalLong stated = settings.eagerThresholdBytes();
    if (stated.isPresent()) {
      provenance.given("eagerThreshold", "as given to sim calibrate");
      return stated.getAsLong();
    }
    if (measured.isPresent()) {
      provenance.source(
          "eagerThreshold", Status.DERIVED, "sends of more bytes waited for their receive");
      return measured.getAsLong();
    }
    OptionalLong found = EagerThreshold.of(inter.fit());
    if (found.isPresent()) {
      long next = inter.fit().segment(found.getAsLong() + 1).fromBytes();
      provenance.source(
          "eagerThreshold",
          Status.DERIVED,
          String.format(
              Locale.US,
              "the latency rises most between %d and %d bytes; %s",
              found.getAsLong(),
              next,
              provenance.described(inter)));
      return found.getAsLong();
    }
    provenance.assume(
        "eagerThreshold",
        "no break point from 1 KiB to 256 KiB at which the latency rises by half: 64 KiB is"
            + " assumed; --eager-threshold states it");
    return USUAL_EAGER_BYTES;
  }

  /** The mean of what the two ends take, where it was measured. */
  private long overheadPs(Way way, long latencyPs) {
    OptionalDouble measured =
        Stream.of(Metric.MPI_SEND_OVERHEAD, Metric.MPI_RECEIVE_OVERHEAD)
            .flatMap(metric -> find(way, metric).stream())
            .mapToDouble(fit -> fit.fit().timePs(1))
            .average();
    long usual = Math.max(1, latencyPs / OverheadShare.OF_LATENCY);
    return measured.isPresent()
        ? Math.max(1, Math.min(latencyPs / 2, Math.round(measured.getAsDouble())))
        : usual;
  }

  private void overhead(MachineBuilder builder, Way way, long overheadPs) {
    List<SeriesFit> measured =
        Stream.of(Metric.MPI_SEND_OVERHEAD, Metric.MPI_RECEIVE_OVERHEAD)
            .flatMap(metric -> find(way, metric).stream())
            .toList();
    builder.modelParameter("loggops.o", overheadPs + "ps");
    if (measured.isEmpty()) {
      provenance.assume(
          "modelParameters.loggops.o",
          "overhead of sends and receives was not measured: o is assumed to be a quarter of the"
              + " latency, L the rest");
    } else {
      provenance.source(
          "modelParameters.loggops.o",
          Status.DERIVED,
          "mean of both ends, at most half of the latency; "
              + measured.stream().map(provenance::described).collect(Collectors.joining("; ")));
    }
    find(way, Metric.MPI_STREAM)
        .ifPresentOrElse(
            stream -> {
              builder.modelParameter(
                  "loggops.g", Math.max(1, Math.round(stream.fit().timePs(1))) + "ps");
              provenance.source(
                  "modelParameters.loggops.g",
                  Status.DERIVED,
                  "time for each message of a stream of the smallest; "
                      + provenance.described(stream));
            },
            () ->
                provenance.note(
                    "modelParameters.loggops.g: no stream of messages was measured (osu_bw), so"
                        + " models use their default of g"));
  }

  private double psPerByte(SeriesFit inter) {
    Optional<SeriesFit> stream = find(inter.way(), Metric.MPI_STREAM);
    if (stream.isPresent()) {
      provenance.source(
          "network.bandwidth",
          inter.way() == Way.INTER ? Status.DERIVED : Status.UNVERIFIED,
          "large messages of a stream; " + provenance.described(stream.get()));
      return Math.min(WayCosts.psPerByte(stream.get().fit()), WayCosts.psPerByte(inter.fit()));
    }
    provenance.fromFit("network.bandwidth", inter, Way.INTER);
    return WayCosts.psPerByte(inter.fit());
  }

  private void messageRate(MachineBuilder builder, Way way) {
    Optional<SeriesFit> rate =
        fits.stream()
            .filter(fit -> fit.way() == way && fit.series().metric() == Metric.MPI_MESSAGE_RATE)
            .min((one, other) -> Double.compare(one.fit().timePs(1), other.fit().timePs(1)));
    if (rate.isEmpty()) {
      provenance.note(
          "network.messageRate: no rate of several pairs was measured (osu_mbw_mr), so models use"
              + " their default");
      return;
    }
    builder.interfaces(
        new InterfaceFigures(
            OptionalDouble.of(PS_PER_SECOND / rate.get().fit().timePs(1)),
            OptionalDouble.empty(),
            Optional.empty(),
            OptionalLong.empty()));
    provenance.source(
        "network.messageRate",
        way == Way.INTER ? Status.DERIVED : Status.UNVERIFIED,
        "smallest messages of all pairs, if the node has one interface; "
            + provenance.described(rate.get()));
  }

  /** Puts within a node, which no receiver's CPU takes in. */
  private Optional<PutCosts> puts(MachineBuilder builder, double overheadPs, double psPerByte) {
    Optional<SeriesFit> flag = find(Way.INTRA, Metric.SHMEM_FLAG);
    Optional<SeriesFit> data = find(Way.INTRA, Metric.SHMEM_PUT_FLAG);
    if (flag.isEmpty() || data.isEmpty()) {
      return Optional.empty();
    }
    PutCosts costs =
        new PutCosts(flag.get().fit().timePs(8), data.get().fit(), overheadPs, psPerByte);
    builder.modelParameter("max-rate.intraPutLatency", costs.latencyPs() + "ps");
    provenance.fromFit("modelParameters.max-rate.intraPutLatency", flag.get(), Way.INTRA);
    table(
        builder,
        "max-rate.intraPutOverheadFactors",
        costs.overheadFactors(),
        data.get(),
        Way.INTRA);
    table(
        builder,
        "max-rate.intraPutBandwidthFactors",
        costs.bandwidthFactors(),
        data.get(),
        Way.INTRA);
    return Optional.of(costs);
  }

  /** What calls and the arithmetic of reductions cost beside messages. */
  private void calls(MachineBuilder builder, CallFigures figures) {
    figures
        .calls()
        .forEach(
            (name, call) -> {
              builder.modelParameter(name, call.value());
              provenance.source(
                  "modelParameters." + name,
                  Status.DERIVED,
                  "measured time less that of the messages; " + provenance.described(call.from()));
            });
    figures
        .reductionPsPerByte()
        .ifPresent(
            ps -> {
              String gamma = "max-rate.gamma";
              builder.modelParameter(gamma, String.format(Locale.ROOT, "%.6fns/B", ps / 1000));
              provenance.source(
                  "modelParameters." + gamma,
                  Status.DERIVED,
                  "reductions of 64 KiB and more to one rank, less a message of their size");
            });
  }

  /** What an atomic takes beyond its way there and back. */
  private void atomic(MachineBuilder builder, Way way, long latencyPs) {
    find(way, Metric.SHMEM_ATOMIC)
        .ifPresent(
            atomic -> {
              long oneWayPs =
                  find(way, Metric.SHMEM_FLAG)
                      .map(flag -> Math.round(flag.fit().timePs(8)))
                      .orElse(latencyPs);
              long atomicPs = Math.max(0, Math.round(atomic.fit().timePs(8)) - 2 * oneWayPs);
              ShmemSupport usual = ShmemSupport.HARDWARE;
              builder.shmem(new ShmemSupport(usual.progress(), atomicPs, usual.strided()));
              provenance.source(
                  "shmem.atomic",
                  Status.DERIVED,
                  "a fetching atomic less two latencies or flags, not below 0; "
                      + provenance.described(atomic));
            });
  }

  /** Factors by size for each model that takes them. */
  private void tables(
      MachineBuilder builder, WayCosts costs, long flowOverheadsPs, SeriesFit from, Way way) {
    String overheads = way == Way.INTER ? "overheadFactors" : "intraOverheadFactors";
    String latencies = way == Way.INTER ? "latencyFactors" : "intraLatencyFactors";
    String bandwidths = way == Way.INTER ? "bandwidthFactors" : "intraBandwidthFactors";
    table(builder, "max-rate." + overheads, costs.maxRateOverheadFactors(), from, way);
    table(builder, "loggops." + overheads, costs.logGopsOverheadFactors(), from, way);
    table(builder, "simple." + latencies, costs.latencyFactors(0), from, way);
    table(builder, "flow." + latencies, costs.latencyFactors((double) flowOverheadsPs), from, way);
    for (String model : List.of("max-rate", "loggops", "simple", "flow")) {
      table(builder, model + "." + bandwidths, costs.bandwidthFactors(), from, way);
    }
  }

  private void table(
      MachineBuilder builder, String parameter, String factors, SeriesFit from, Way way) {
    builder.modelParameter(parameter, factors);
    String figure = "modelParameters." + parameter;
    if (from.way() == way) {
      provenance.fromFit(figure, from, way);
    } else {
      // What is assumed of the latency is listed, and its factors with it.
      provenance.source(figure, Status.UNVERIFIED, ASSUMED_WITH_LATENCY);
    }
  }

  String machineFile() {
    List<String> notes = new ArrayList<>();
    settings.library().ifPresent(library -> notes.add("MPI library: " + library));
    fits.forEach(fit -> notes.add(fit.inWords()));
    return MachineJson.write(machine, notes, provenance.sources());
  }
}
