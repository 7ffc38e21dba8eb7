package org.foretell.parsers.chakra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The example is a step of data-parallel training on eight GPUs: four layers forward and back, an
 * allreduce of each layer's gradients as soon as they are there, and the optimizer.
 */
class ExampleTraceTest {
  private static final Path EXAMPLE = Path.of("../examples/training.8.chakra");
  private static final int RANKS = 8;
  private static final int LAYERS = 4;
  private static final int COMPUTE_STREAM = 7;
  private static final int COMMUNICATION_STREAM = 20;
  private static final long GRADIENT_BYTES = 50_000_000;

  private static byte[] rank() {
    EtFile file = new EtFile();
    file.cpu(1, 40);
    long before = 1;
    for (int layer = 0; layer < LAYERS; layer++) {
      long id = 10L + layer;
      operation(file, id, "forward", 300, before);
      before = id;
    }
    long[] reduced = new long[LAYERS];
    for (int layer = 0; layer < LAYERS; layer++) {
      long id = 20L + layer;
      operation(file, id, "backward", 600, before);
      before = id;
      reduced[layer] = 30L + layer;
      file.node(
          reduced[layer],
          EtFile.COLLECTIVE,
          node ->
              node.after(id)
                  .inner(10, attribute -> attribute.text(1, "is_cpu_op").number(27, 0))
                  .attribute("comm_type", 0)
                  .attribute("comm_size", GRADIENT_BYTES)
                  .attribute("stream", COMMUNICATION_STREAM));
    }
    operation(file, 40, "optimizer", 200, reduced);
    return file.bytes();
  }

  private static void operation(EtFile file, long id, String name, long micros, long... after) {
    file.message(
        node ->
            node.number(1, id)
                .text(2, name)
                .number(3, EtFile.COMP)
                .after(after)
                .number(7, micros)
                .inner(10, attribute -> attribute.text(1, "is_cpu_op").number(27, 0))
                .attribute("stream", COMPUTE_STREAM));
  }

  /** Written anew with {@code -Dforetell.examples.renew}. */
  @Test
  void isWhatThisWrites() throws IOException {
    for (int rank = 0; rank < RANKS; rank++) {
      Path file = EXAMPLE.resolve("step." + rank + ".et");
      if (Boolean.getBoolean("foretell.examples.renew")) {
        Files.createDirectories(EXAMPLE);
        Files.write(file, rank());
      }
      assertThat(file).hasBinaryContent(rank());
    }
  }
}
