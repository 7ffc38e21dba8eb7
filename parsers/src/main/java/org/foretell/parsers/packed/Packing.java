package org.foretell.parsers.packed;

import com.github.luben.zstd.ZstdInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.tukaani.xz.XZInputStream;

/** How a file is compressed, recognised by its first bytes. */
enum Packing {
  GZIP(".gz", ".tgz", "1f8b") {
    @Override
    InputStream expanded(InputStream in) throws IOException {
      return GzipCompressorInputStream.builder()
          .setInputStream(in)
          .setDecompressConcatenated(true)
          .get();
    }
  },
  ZSTD(".zst", ".tzst", "28b52ffd") {
    @Override
    InputStream expanded(InputStream in) throws IOException {
      return new ZstdInputStream(in);
    }
  },
  BZIP2(".bz2", ".tbz2", "425a68") {
    @Override
    InputStream expanded(InputStream in) throws IOException {
      return new BZip2CompressorInputStream(in, true);
    }
  },
  XZ(".xz", ".txz", "fd377a585a00") {
    @Override
    InputStream expanded(InputStream in) throws IOException {
      return new XZInputStream(in, MOST_KIB);
    }
  };

  /** Enough for files of {@code xz -9}, which take 65 MiB. */
  private static final int MOST_KIB = 128 << 10;

  private static final int MOST_BYTES_OF_MAGIC = 8;

  private final String ending;
  private final String endingOfTar;
  private final String magic;

  /** The magic number is in hexadecimal. */
  Packing(String ending, String endingOfTar, String magic) {
    this.ending = ending;
    this.endingOfTar = endingOfTar;
    this.magic = magic;
  }

  /** The content of a stream that is compressed so; closing it closes that. */
  abstract InputStream expanded(InputStream in) throws IOException;

  /** How a file is compressed; empty if it is not, or cannot be read. */
  static Optional<Packing> of(Path file) {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    try (InputStream in = Files.newInputStream(file)) {
      String start = HexFormat.of().formatHex(in.readNBytes(MOST_BYTES_OF_MAGIC));
      return Arrays.stream(values()).filter(packing -> start.startsWith(packing.magic)).findFirst();
    } catch (IOException unreadable) {
      return Optional.empty(); // whoever opens it then says what is wrong
    }
  }

  /** The endings of names of compressed files. */
  static Stream<String> endings() {
    return Arrays.stream(values()).map(packing -> packing.ending);
  }

  /** A name without the ending that says that it is compressed. */
  String inner(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(endingOfTar)) {
      return without(endingOfTar, name) + ".tar";
    }
    return lower.endsWith(ending) && name.length() > ending.length() ? without(ending, name) : name;
  }

  private static String without(String ending, String name) {
    return name.substring(0, name.length() - ending.length());
  }
}
