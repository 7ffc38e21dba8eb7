package org.foretell.parsers.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.foretell.trace.TraceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class UnpackedTraceTest {
  private static final byte[] TEXT = "num_ranks 2\n".repeat(100).getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder;

  private static byte[] packed(Packing packing, byte[] content) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out =
        switch (packing) {
          case GZIP -> new GZIPOutputStream(bytes);
          case ZSTD -> new ZstdOutputStream(bytes);
          case BZIP2 -> new BZip2CompressorOutputStream(bytes);
          case XZ -> new XZOutputStream(bytes, new LZMA2Options());
        }) {
      out.write(content);
    }
    return bytes.toByteArray();
  }

  private static byte[] tar(TarArchiveEntry... entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream out = new TarArchiveOutputStream(bytes)) {
      for (TarArchiveEntry entry : entries) {
        boolean hasContent = !entry.isSymbolicLink();
        entry.setSize(hasContent ? TEXT.length : 0);
        out.putArchiveEntry(entry);
        if (hasContent) {
          out.write(TEXT);
        }
        out.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }

  private Path file(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void fileIsUnpackedUnderItsNameAndDeletedInTheEnd(Packing packing) throws IOException {
    String ending = packing == Packing.GZIP ? ".gz" : packing == Packing.ZSTD ? ".zst" : "";
    Path file = file("a.goal" + ending, packed(packing, TEXT));
    assertThat(UnpackedTrace.isPacked(file)).isTrue();
    Path content;
    try (UnpackedTrace unpacked = UnpackedTrace.of(file)) {
      content = unpacked.path();
      assertThat(content).hasFileName("a.goal").hasBinaryContent(TEXT);
    }
    assertThat(content.getParent()).doesNotExist();
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void cutFileIsRefusedWithItsName(Packing packing) throws IOException {
    byte[] whole = packed(packing, TEXT);
    for (int length : new int[] {whole.length - 1, whole.length / 2, 12}) {
      Path file = file("cut", Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> UnpackedTrace.of(file))
          .as("%s of %d bytes", packing, length)
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith(file + ": cannot be unpacked: ");
    }
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void archiveOfOneFileIsThatFile(Packing packing) throws IOException {
    Path file = file("run.tar.x", packed(packing, tar(new TarArchiveEntry("run/a.goal"))));
    try (UnpackedTrace unpacked = UnpackedTrace.of(file)) {
      assertThat(unpacked.path()).hasFileName("a.goal").hasBinaryContent(TEXT);
    }
  }

  @Test
  void archiveOfSeveralFilesIsTheirFolder() throws IOException {
    Path file =
        file("run.tar", tar(new TarArchiveEntry("run/0.txt"), new TarArchiveEntry("run/1.txt")));
    try (UnpackedTrace unpacked = UnpackedTrace.of(file)) {
      assertThat(unpacked.path()).hasFileName("run").isDirectoryContaining("glob:**0.txt");
    }
  }

  @Test
  void entriesOutsideOfTheFolderAndLinksAreRefused() throws IOException {
    Path outside = file("outside.tar", tar(new TarArchiveEntry("a/../../b")));
    assertThatThrownBy(() -> UnpackedTrace.of(outside))
        .hasMessageContaining("outside.tar: the archive has an entry outside of its folder");
    TarArchiveEntry link = new TarArchiveEntry("a", TarConstants.LF_SYMLINK);
    link.setLinkName("/etc/passwd");
    Path linked = file("link.tar", tar(link));
    assertThatThrownBy(() -> UnpackedTrace.of(linked))
        .hasMessageContaining("the entry a of the archive is a link or a device");
  }

  @Test
  void otherFilesAreNotPacked() throws IOException {
    assertThat(UnpackedTrace.isPacked(file("plain", TEXT))).isFalse();
    assertThat(UnpackedTrace.isPacked(folder)).isFalse();
    assertThat(UnpackedTrace.isPacked(folder.resolve("none"))).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Packing.class)
  void whatStandsBesideIsUnpackedToo(Packing packing) throws IOException {
    Path file = file("x.prv.gz", packed(Packing.GZIP, TEXT));
    file("x.pcf" + Packing.endings().toList().get(packing.ordinal()), packed(packing, TEXT));
    file("y.pcf", TEXT);
    Path beside;
    try (UnpackedTrace unpacked = UnpackedTrace.of(file)) {
      beside = unpacked.path().resolveSibling("x.pcf");
      assertThat(beside).doesNotExist();
      unpacked.addBeside(List.of(".pcf", ".row"));
      assertThat(beside).hasBinaryContent(TEXT);
      assertThat(unpacked.path().getParent()).isDirectoryNotContaining("glob:**.{row,xz}");
    }
    assertThat(beside).doesNotExist();
  }

  @Test
  void whatStandsBesideMayBeDamaged() throws IOException {
    Path file = file("x.prv.gz", packed(Packing.GZIP, TEXT));
    byte[] whole = packed(Packing.GZIP, TEXT);
    Path cut = file("x.pcf.gz", Arrays.copyOf(whole, whole.length / 2));
    try (UnpackedTrace unpacked = UnpackedTrace.of(file)) {
      assertThatThrownBy(() -> unpacked.addBeside(List.of(".pcf")))
          .isInstanceOf(TraceException.class)
          .hasMessage(
              cut + ": cannot be unpacked: its compressed data end too early; copy the file again");
    }
  }
}
