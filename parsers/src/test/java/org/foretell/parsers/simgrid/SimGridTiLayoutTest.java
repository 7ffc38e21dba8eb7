package org.foretell.parsers.simgrid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.foretell.parsers.TraceFormatReader;
import org.foretell.parsers.TraceFormats;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One trace in every form in which it may come. */
class SimGridTiLayoutTest {
  private static final int RANKS = 12;

  @TempDir private Path folder;
  private final List<String> ranks = new ArrayList<>();
  private RecordingSink expected;

  @BeforeEach
  void makeRanks() throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      StringBuilder lines = new StringBuilder(rank + " init\n");
      for (int i = 0; i < 500; i++) {
        lines.append(rank).append(" compute ").append(rank * 1000 + i).append('\n');
        lines.append(rank).append(" isend ").append((rank + 1) % RANKS).append(" 0 100 6\n");
        lines.append(rank).append(" recv ").append((rank + RANKS - 1) % RANKS).append(" 0 100 6\n");
        lines.append(rank).append(" waitall 1\n");
      }
      ranks.add(lines.append(rank).append(" finalize\n").toString());
    }
    expected = read(write("expected/all.txt", String.join("", ranks)));
    assertThat(expected.opCount()).isEqualTo(RANKS * 2002);
  }

  private Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path write(String name, byte[] bytes) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }

  private Path writeRanks(String directory) throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      write(directory + "/rank-" + rank + ".txt", ranks.get(rank));
    }
    return folder.resolve(directory);
  }

  private static RecordingSink read(Path path) {
    return read(path, TiOptions.DEFAULT);
  }

  private static RecordingSink read(Path path, TiOptions options) {
    RecordingSink sink = new RecordingSink();
    SimGridTiReader.read(path, options, sink);
    return sink;
  }

  private void check(Path path, String origin) {
    RecordingSink sink = read(path);
    assertThat(sink.all()).isEqualTo(expected.all());
    assertThat(sink.info().origin()).endsWith(origin);
    assertThat(TraceFormats.installed().of(path).map(TraceFormatReader::id)).contains("simgrid-ti");
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  private interface Entries {
    void write(TarArchiveOutputStream tar) throws IOException;
  }

  private static byte[] tar(Entries entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes)) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
      entries.write(tar);
    }
    return bytes.toByteArray();
  }

  private static void put(TarArchiveOutputStream tar, String name, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    TarArchiveEntry entry = new TarArchiveEntry(name, true);
    entry.setSize(bytes.length);
    tar.putArchiveEntry(entry);
    tar.write(bytes);
    tar.closeArchiveEntry();
  }

  private byte[] tarOfRanks() throws IOException {
    return tar(
        tar -> {
          tar.putArchiveEntry(new TarArchiveEntry("run/"));
          tar.closeArchiveEntry();
          put(tar, "run/.hidden", "nothing");
          for (int rank = RANKS - 1; rank >= 0; rank--) {
            put(tar, "run/rank-" + rank + ".txt", ranks.get(rank));
          }
        });
  }

  @Test
  void aSharedFileMayInterleaveRanksAnyhow() throws IOException {
    long seed = 20_260_101;
    SplittableRandom random = new SplittableRandom(seed);
    List<List<String>> left = new ArrayList<>();
    ranks.forEach(lines -> left.add(new ArrayList<>(Arrays.asList(lines.split("\n")))));
    StringBuilder shared = new StringBuilder("# shared\n");
    while (!left.isEmpty()) {
      int pick = random.nextInt(left.size());
      shared.append(left.get(pick).remove(0)).append('\n');
      if (left.get(pick).isEmpty()) {
        left.remove(pick);
      }
    }
    check(write("shared.txt", shared.toString().strip()), "one file");
    check(
        write("shared.txt.gz", gzip(shared.toString().getBytes(StandardCharsets.UTF_8))),
        "one file");
  }

  @Test
  void aDirectoryHoldsOneFileForEachRankAtAnyDepth() throws IOException {
    writeRanks("run");
    write("run/deeper/rank-3.txt", ranks.get(3));
    Files.delete(folder.resolve("run/rank-3.txt"));
    write("run/rank-5.txt.gz", gzip(ranks.get(5).getBytes(StandardCharsets.UTF_8)));
    Files.delete(folder.resolve("run/rank-5.txt"));
    write("run/.DS_Store", "junk");
    check(folder.resolve("run"), "directory");
  }

  @Test
  void otherFilesInADirectoryArePassedOverWithANote() throws IOException {
    Path run = writeRanks("run");
    write("run/README", "how this was made");
    write("run/empty", "");
    check(run, "directory");
    assertThat(read(run).notes()).singleElement().asString().contains("skipped", "README", "empty");
  }

  @Test
  void aListNamesTheFileOfEachRank() throws IOException {
    writeRanks("files");
    StringBuilder list = new StringBuilder("# files\n");
    for (int rank = 0; rank < RANKS; rank++) {
      list.append("files/rank-").append(rank).append(".txt\n");
    }
    check(write("list", list.toString().strip()), "list of files");
  }

  @Test
  void aListMayNameTheSameFileForAllRanks() throws IOException {
    write("all.txt", String.join("", ranks));
    check(write("list", "all.txt\n".repeat(RANKS)), "list of files");
  }

  @Test
  void aListThatDoesNotFitItsFilesIsRefused() throws IOException {
    write("all.txt", String.join("", ranks));
    assertThatThrownBy(() -> read(write("short", "all.txt\nall.txt\n")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("one line for each of the 12 ranks")
        .hasMessageContaining("found 2 lines");
    write("r0", "0 init");
    write("r1", "1 init");
    assertThatThrownBy(() -> read(write("swapped", "r1\nr0\n")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expected rank 0 in " + folder.resolve("r1"));
    assertThatThrownBy(() -> read(write("broken", "r0\nr2\n")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("broken:2: ")
        .hasMessageContaining("there is no file 'r2'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"run.tar.gz", "run.tgz", "noextension"})
  void aCompressedArchiveIsStreamed(String name) throws IOException {
    check(write(name, gzip(tarOfRanks())), "tar archive");
  }

  @Test
  void aPlainArchiveIsStreamed() throws IOException {
    check(write("run.tar", tarOfRanks()), "tar archive");
  }

  @Test
  void aRankInTwoFilesIsRefused() throws IOException {
    writeRanks("run");
    write("run/zz.txt", "# again\n3 init\n");
    assertThatThrownBy(() -> read(folder.resolve("run")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("zz.txt:2: ")
        .hasMessageContaining("rank 3 is in ")
        .hasMessageContaining("rank-3.txt too");
  }

  @Test
  void aRankWhoseFileHoldsNoTraceIsMissing() throws IOException {
    writeRanks("run");
    write("run/rank-3.txt", "\0\0garbage");
    assertThatThrownBy(() -> read(folder.resolve("run")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining(
            "of them; missing: rank 3; add what is missing; no trace was found in ")
        .hasMessageContaining("rank-3.txt");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/rank-0.txt", "../rank-0.txt", "a/../../rank-0.txt"})
  void pathsThatLeadOutOfAnArchiveAreRefused(String name) throws IOException {
    Path file = write("x.tar", tar(tar -> put(tar, name, "0 init\n")));
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("a path that leads out of the archive");
  }

  @Test
  void linksAndDevicesInAnArchiveAreRefused() throws IOException {
    for (byte type :
        new byte[] {
          TarConstants.LF_SYMLINK,
          TarConstants.LF_LINK,
          TarConstants.LF_FIFO,
          TarConstants.LF_CHR,
          TarConstants.LF_BLK
        }) {
      Path file =
          write(
              "x.tar",
              tar(
                  tar -> {
                    TarArchiveEntry entry = new TarArchiveEntry("rank-0.txt", type);
                    if (type == TarConstants.LF_LINK || type == TarConstants.LF_SYMLINK) {
                      entry.setLinkName("/etc/passwd");
                    }
                    tar.putArchiveEntry(entry);
                    tar.closeArchiveEntry();
                  }));
      assertThatThrownBy(() -> read(file))
          .as("type %d", type)
          .isInstanceOf(TraceException.class)
          .hasMessageContaining("expected an archive of plain trace files");
    }
  }

  @Test
  void anEndlessNameInAnArchiveIsRefused() throws IOException {
    byte[] name = new byte[40 << 20];
    byte[] bytes =
        gzip(
            tar(
                tar -> {
                  TarArchiveEntry entry =
                      new TarArchiveEntry("././@LongLink", TarConstants.LF_GNUTYPE_LONGNAME);
                  entry.setSize(name.length);
                  tar.putArchiveEntry(entry);
                  tar.write(name);
                  tar.closeArchiveEntry();
                }));
    assertThat(bytes.length).isLessThan(1 << 20);
    Path file = write("x.tar.gz", bytes);
    assertThatThrownBy(() -> read(file))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("header is larger than any real one");
  }

  @Test
  void anArchiveThatIsCutOffIsRefused() throws IOException {
    String text = "0 init\n0 compute 1\n0 finalize\n";
    byte[] whole =
        tar(
            tar -> {
              put(tar, "0.txt", text);
              put(tar, "1.txt", text.replace('0', '1'));
            });
    int end = 4 * 512;
    assertThat(read(write("whole.tar", Arrays.copyOf(whole, end + 512))).info().ranks())
        .isEqualTo(2);
    for (int length = 512; length < end + 512; length += 32) {
      Path file = write("cut.tar", Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> read(file)).isInstanceOf(TraceException.class);
    }
  }

  @Test
  void aFileMayFillTheLimit() throws IOException {
    byte[] text = "0 init\n0 compute 1\n0 finalize\n".getBytes(StandardCharsets.US_ASCII);
    Path file = write("just.gz", gzip(text));
    read(file, TiOptions.DEFAULT.withExpandedBytesLimit(text.length));
    assertThatThrownBy(() -> read(file, TiOptions.DEFAULT.withExpandedBytesLimit(text.length - 1)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expands to more than the limit of " + (text.length - 1));
  }

  @Test
  void aBombIsStoppedAtTheLimit() throws IOException {
    byte[] bytes = gzip("0 compute 1\n".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII));
    Path file = write("bomb.gz", bytes);
    assertThatThrownBy(() -> read(file, TiOptions.DEFAULT.withExpandedBytesLimit(1 << 20)))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("expands to more than the limit of 1048576 bytes");
  }

  @Test
  void truncatedArchivesAreRefused() throws IOException {
    byte[] whole = gzip(tarOfRanks());
    for (int length = 0; length < whole.length; length += whole.length / 50) {
      Path file = write("cut.tar.gz", Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> read(file))
          .as("%d bytes", length)
          .isInstanceOf(TraceException.class);
    }
  }

  @Test
  void whatIsNotThereOrNoTraceIsRefusedAndNotRecognised() throws IOException {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> read(missing))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("no such file");
    Path empty = Files.createDirectory(folder.resolve("empty"));
    assertThatThrownBy(() -> read(empty)).isInstanceOf(TraceException.class);
    Path text = write("text", "Dear reader,\nthis is no trace.\n");
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("text:1: expected a rank, 0 to 16777215, found 'Dear'");
    for (Path path : List.of(missing, empty, text, write("bin", new byte[5000]))) {
      assertThat(TraceFormats.installed().of(path)).as("%s", path).isEmpty();
    }
  }

  @Test
  void theTemporaryFileOfASharedTraceIsGoneAfterwards() throws IOException, InterruptedException {
    List<Path> before = temporaryFiles();
    read(write("all.txt", String.join("", ranks)));
    Path broken = write("broken.txt", String.join("", ranks) + "3 send x\n");
    assertThatThrownBy(() -> read(broken)).isInstanceOf(TraceException.class);
    List<Path> left = temporaryFiles().stream().filter(file -> !before.contains(file)).toList();
    // Those of tests that other processes run at the same time go, too.
    for (int i = 0; i < 200 && left.stream().anyMatch(Files::exists); i++) {
      Thread.sleep(50);
    }
    assertThat(left).noneMatch(Files::exists);
  }

  private static List<Path> temporaryFiles() throws IOException {
    try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files.filter(file -> file.toString().endsWith(".ranks")).toList();
    }
  }

  @Test
  void manyRanksInOneFileNeedLittleMemory() throws IOException {
    Path file = folder.resolve("many.txt");
    int many = 20_000;
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < 10; i++) {
        StringBuilder text = new StringBuilder();
        for (int rank = many - 1; rank >= 0; rank--) {
          text.append(rank).append(" compute ").append(i + 1).append('\n');
        }
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
      }
    }
    RecordingSink sink = read(file);
    assertThat(sink.opCount()).isEqualTo(10L * many);
    assertThat(sink.ops(17))
        .startsWith("compute duration_ps=1000")
        .endsWith("compute duration_ps=10000");
  }
}
