package org.foretell.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.foretell.machines.Catalogue;
import org.foretell.trace.RandomGraphTrace;
import org.foretell.trace.RandomStructuredTraces;
import org.foretell.trace.TraceSink;
import org.foretell.trace.store.Checksums;
import org.foretell.trace.store.TraceStoreWriter;
import org.foretell.trace.text.TraceTextWriter;

/** A reader: sound inputs of its format, and how they are damaged so that it looks at them. */
enum FuzzedReader {
  NATIVE("bin", false),
  TEXT("txt", true),
  CHAKRA("et", false),
  CSV("csv", true),
  DIMEMAS("dim", true),
  DUMPI("bin", false),
  GOAL("goal", true),
  GOAL_BINARY("goalbin", false),
  LIBALLPROF("txt", true),
  PARAVER("prv", true),
  SCALATRACE("scalatrace", true),
  TI("txt", true),
  TAR("tar", false),
  TAR_GZ("tar.gz", false),
  MACHINE("json", true),
  CONFIGURATION("cfg", true),
  PLATFORM("xml", true);

  private static final int TAR_BLOCK = 512;
  private static final Path SCALATRACES =
      Path.of("../parsers/src/test/resources/org/foretell/parsers/scalatrace");

  private final String ending;
  private final boolean text;

  FuzzedReader(String ending, boolean text) {
    this.ending = ending;
    this.text = text;
  }

  String fileName() {
    // These have a file for each rank, with its number in the name; this is a run of one rank.
    boolean isOfRank = this == CHAKRA || this == DUMPI || this == LIBALLPROF;
    return (isOfRank ? "fuzz-0000." : "fuzz.") + ending;
  }

  boolean isMachine() {
    return this == MACHINE || this == CONFIGURATION || this == PLATFORM;
  }

  /** Sound inputs. */
  List<byte[]> inputs(Path folder) {
    return switch (this) {
      case NATIVE ->
          IntStream.range(1, 40)
              .mapToObj(seed -> nativeFile(folder, sink -> describe(seed, sink)))
              .toList();
      case TEXT ->
          Stream.concat(
                  IntStream.range(1, 40).mapToObj(FuzzedReader::text),
                  Stream.of(example("shmem-halo.txt"), example("rma-halo.txt")))
              .toList();
      case CHAKRA -> List.of(example("training.8.chakra/step.0.et"));
      case CSV -> List.of(example("exchange.csv"), lines(example("exchange.csv"), 5));
      case DIMEMAS -> List.of(example("ring.4.dim"), lines(example("ring.4.dim"), 12));
      case DUMPI ->
          List.of(example("ft.4.dumpi/dumpi-ft-0000.bin"), example("ft.4.dumpi/dumpi-ft-0001.bin"));
      case LIBALLPROF ->
          List.of(
              """
              # htor's PMPI Tracer Output

              MPI_Init:-:140730000:140730008:1000
              MPI_Comm_split:1500:77,0,1:0:0:8100:1600
              MPI_Isend:2000:64:3:1,4,4:0:6:77,0,1:8000:2001
              MPI_Irecv:2010:64:3:1,4,4:0:6:77,0,1:8008:2011
              MPI_Waitall:2100:2:8000:1:2110
              MPI_Alltoallv:2200:64:90:1:91:0:1,4,4:65:92:1:93:0:1,4,4:501,0,1:2300
              MPI_Allreduce:2400:64:65:1:11,8,8:3:77,0,1:2500
              MPI_Finalize:9000:-
              """
                  .getBytes(UTF_8));
      case GOAL -> List.of(example("ring.4.goal"), bytes(Scratch.schedule(folder)));
      case GOAL_BINARY ->
          Stream.of(Path.of("../examples/ring.4.goal"), Scratch.schedule(folder))
              .map(goal -> converted(folder, goal))
              .toList();
      case PARAVER -> List.of(example("steps.4.prv"), lines(example("steps.4.prv"), 60));
      case SCALATRACE ->
          List.of(
              example("farm.3.scalatrace"),
              bytes(SCALATRACES.resolve("overlapping-loops.scalatrace")),
              scalaTrace(folder, SCALATRACES.resolve("calls.txt")),
              scalaTrace(folder, Scratch.phases(folder)));
      case TI -> List.of(bytes(Scratch.exchange(folder, "1000")), bytes(Scratch.deadlock(folder)));
      case TAR, TAR_GZ ->
          List.of(
              unzipped(bytes(Path.of("src/test/resources/simgrid/ep.W.16.tar.gz"))),
              unzipped(bytes(Path.of("src/test/resources/simgrid/ft.S.16.tar.gz"))),
              unzipped(example("ft.4.otf2.tar.gz")));
      case MACHINE -> Catalogue.names().stream().map(Catalogue::bytes).toList();
      case CONFIGURATION -> List.of(example("ring.4.cfg"));
      case PLATFORM ->
          List.of(
              example("fattree.16.xml"),
              """
              <?xml version='1.0'?>
              <!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
              <platform version="4.1">
              <zone id="w" routing="Full">
              <cluster id="c" prefix="n" suffix=".x" radical="0-15" speed="1Gf" bw="1GBps" lat="1us"
               topology="TORUS" topo_parameters="4,2,2" sharing_policy="SPLITDUPLEX"/>
              </zone>
              </platform>
              """
                  .getBytes(UTF_8));
    };
  }

  /** An input with a few changes; what frames it is right again, or mostly. */
  byte[] damaged(List<byte[]> inputs, Random random) {
    byte[] whole = inputs.get(random.nextInt(inputs.size()));
    byte[] other = inputs.get(random.nextInt(inputs.size()));
    InputMutations mutations = new InputMutations(random);
    if (text) {
      return mutations.ofText(whole, other);
    }
    byte[] changed = whole;
    for (int i = 1 + random.nextInt(2) * random.nextInt(4); i > 0; i--) {
      changed = mutations.ofBytes(changed, other);
    }
    return switch (this) {
      case NATIVE ->
          changed.length >= 72 && random.nextInt(20) > 0 ? Checksums.sealed(changed) : changed;
      case TAR -> withHeaders(changed, random);
      case TAR_GZ ->
          random.nextInt(4) == 0
              ? mutations.ofBytes(zipped(whole), zipped(other))
              : zipped(withHeaders(changed, random));
      default -> changed;
    };
  }

  private static void describe(int seed, TraceSink sink) {
    if (seed % 4 == 0) {
      RandomGraphTrace.of(seed).describe(sink);
    } else {
      RandomStructuredTraces.of(seed).describe(sink);
    }
  }

  private interface Described {
    void by(TraceSink sink);
  }

  private static byte[] nativeFile(Path folder, Described trace) {
    Path file = folder.resolve("sound.bin");
    try (TraceStoreWriter writer = TraceStoreWriter.createUncompressed(file)) {
      trace.by(writer);
    }
    return bytes(file);
  }

  private static byte[] text(int seed) {
    StringWriter out = new StringWriter();
    try (TraceTextWriter writer = TraceTextWriter.to(out)) {
      describe(seed, writer);
    }
    return out.toString().getBytes(UTF_8);
  }

  private static byte[] converted(Path folder, Path goal) {
    Path file = folder.resolve("sound.goalbin");
    if (SimCall.of("convert", goal, file).exitCode() != 0) {
      throw new IllegalStateException("cannot convert " + goal);
    }
    return bytes(file);
  }

  private static byte[] scalaTrace(Path folder, Path trace) {
    Path file = folder.resolve("sound.scalatrace");
    if (SimCall.of("convert", trace, file).exitCode() != 0) {
      throw new IllegalStateException("cannot convert " + trace);
    }
    return bytes(file);
  }

  private static byte[] example(String name) {
    return bytes(Path.of("../examples", name));
  }

  private static byte[] lines(byte[] whole, int count) {
    String[] lines = new String(whole, ISO_8859_1).split("\n", -1);
    return (String.join("\n", Arrays.copyOf(lines, count)) + "\n").getBytes(ISO_8859_1);
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] unzipped(byte[] zipped) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] zipped(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
      zip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  /** The checksums of tar headers right again, in most cases. */
  private static byte[] withHeaders(byte[] tar, Random random) {
    byte[] changed = tar.clone();
    if (random.nextInt(4) == 0) {
      return changed;
    }
    for (int at = 0; at + TAR_BLOCK <= changed.length; at += TAR_BLOCK) {
      if (new String(changed, at + 257, 5, ISO_8859_1).equals("ustar")) {
        Arrays.fill(changed, at + 148, at + 156, (byte) ' ');
        int sum = 0;
        for (int i = 0; i < TAR_BLOCK; i++) {
          sum += changed[at + i] & 0xff;
        }
        byte[] octal = "%06o\0 ".formatted(sum).getBytes(ISO_8859_1);
        System.arraycopy(octal, 0, changed, at + 148, octal.length);
      }
    }
    return changed;
  }
}
