package org.foretell.classification.file;

import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.foretell.classification.Classifier;
import org.foretell.classification.Origin;
import org.foretell.trace.RegularFile;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads and writes classifiers as JSON, with a description of their training data.
 *
 * @param origin the training data
 * @param classifier the result of training
 */
public record ClassifierFile(Origin origin, Classifier classifier) {
  private static final long LONGEST_BYTES = 64L << 20;

  /**
   * Reads a file.
   *
   * @param file written by {@link #write}
   * @return the classifier
   * @throws ClassifierFileException if it cannot be read, is damaged, or is of another version
   */
  public static ClassifierFile read(Path file) {
    try {
      if (!Files.isRegularFile(file)) {
        throw new ClassifierFileException(
            file + ": is not a file; expected a tree written by sim classify --train");
      }
      if (Files.size(file) > LONGEST_BYTES) {
        throw new ClassifierFileException(
            file + ": is longer than 64 MiB, so it is not a tree of sim classify");
      }
      try (InputStream in = Files.newInputStream(file)) {
        return read(in.readAllBytes(), file.toString());
      }
    } catch (IOException failed) {
      throw new ClassifierFileException(file + ": cannot be read: " + RegularFile.reason(failed));
    }
  }

  /**
   * Reads the bytes of a file.
   *
   * @param bytes the file
   * @param name for messages
   * @return the classifier
   * @throws ClassifierFileException if it is damaged, or of another version
   */
  public static ClassifierFile read(byte[] bytes, String name) {
    try {
      JsonMapper mapper = mapper();
      JsonNode root = mapper.readTree(bytes);
      JsonNode version = root.get("formatVersion");
      if (version == null || !version.isInt()) {
        throw new ClassifierFileException(
            name + ": has no formatVersion; expected a tree written by sim classify --train");
      }
      if (version.intValue() != ClassifierDocument.FORMAT_VERSION) {
        throw new ClassifierFileException(
            "%s: has format version %d, and this version of Foretell reads %d; train again with sim classify --train"
                .formatted(name, version.intValue(), ClassifierDocument.FORMAT_VERSION));
      }
      ClassifierDocument document = mapper.treeToValue(root, ClassifierDocument.class);
      return document.read();
    } catch (JacksonException e) {
      throw new ClassifierFileException(
          name
              + ": is not a tree written by sim classify --train: "
              // What the reader had expected, and where it reads from, is of no use to anybody
              // here.
              + e.getOriginalMessage().split(": was expecting| \\(", 2)[0]
              + " (line "
              + (e.getLocation() == null ? 0 : e.getLocation().getLineNr())
              + "); train again");
    } catch (IllegalArgumentException e) {
      throw new ClassifierFileException(
          name + ": is damaged: " + e.getMessage() + "; train again with sim classify --train");
    }
  }

  /**
   * Writes a file.
   *
   * @param out stays open
   * @throws IOException if it cannot be written
   */
  public void write(Writer out) throws IOException {
    try {
      mapper()
          .writerWithDefaultPrettyPrinter()
          .writeValue(out, ClassifierDocument.of(origin, classifier));
      out.write('\n');
    } catch (JacksonException failed) {
      if (failed.getCause() instanceof IOException reason) {
        throw reason;
      }
      throw failed;
    }
  }

  private static JsonMapper mapper() {
    return JsonMapper.builder(
            JsonFactory.builder()
                .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(32).build())
                .build())
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .build();
  }
}
