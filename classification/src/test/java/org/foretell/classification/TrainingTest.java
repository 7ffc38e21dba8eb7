package org.foretell.classification;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.foretell.classification.Training.Place;
import org.foretell.classification.benchmark.Delays;
import org.foretell.classification.file.ClassifierFile;
import org.foretell.classification.kind.CommunicationKind;
import org.foretell.classification.tree.ConfusionMatrix;
import org.foretell.classification.tree.Rule;
import org.foretell.model.ModelProvider;
import org.foretell.models.loggops.LogGopsModelProvider;
import org.foretell.models.simple.SimpleModelProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrainingTest {
  private static final List<Place> PLACES = List.of(Place.BETWEEN_NODES);

  static List<ModelProvider> models() {
    return List.of(new SimpleModelProvider(), new LogGopsModelProvider());
  }

  /** At least 95 % of each class, of examples that no tree has seen which is asked for them. */
  @ParameterizedTest
  @MethodSource("models")
  void heldOutExamplesAreRecognised(ModelProvider provider) {
    Classifier classifier = Training.usual(8, 1).train(PLACES, true, Runs.under(provider));
    assertThat(classifier.confusions()).containsOnlyKeys(CommunicationKind.values());
    for (CommunicationKind kind : CommunicationKind.values()) {
      ConfusionMatrix confusion = classifier.confusions().get(kind);
      assertThat(confusion.total()).isGreaterThan(500);
      for (int label = 0; label < confusion.classes().size(); label++) {
        assertThat(confusion.recall(label))
            .as("%s of %s", confusion.classes().get(label), confusion.counts())
            .isGreaterThan(0.95);
      }
      int support = Rule.of(classifier.trees().get(kind)).stream().mapToInt(Rule::support).sum();
      assertThat(support).as("each example is in one rule").isEqualTo(confusion.total());
    }
  }

  @Test
  void equalSeedsGiveEqualFiles() throws Exception {
    assertThat(small(1)).isEqualTo(small(1)).isNotEqualTo(small(2));
  }

  private static String small(long seed) throws Exception {
    Classifier classifier =
        new Training(Delays.OF_MESSAGES, Delays.OF_COLLECTIVES, 2, 1024, 4, 3, seed)
            .train(PLACES, false, Runs.under(new SimpleModelProvider()));
    Origin origin = new Origin("1", false, null, null, null, "simple", Map.of("a", "b"), seed);
    ClassifierFile file = new ClassifierFile(origin, classifier);
    StringWriter text = new StringWriter();
    file.write(text);
    ClassifierFile read =
        ClassifierFile.read(text.toString().getBytes(StandardCharsets.UTF_8), "tree.json");
    assertThat(read).isEqualTo(file);
    return text.toString();
  }
}
