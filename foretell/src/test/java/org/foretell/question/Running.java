package org.foretell.question;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.foretell.model.CommunicationModel;
import org.foretell.model.Figure;
import org.foretell.model.ModelContext;
import org.foretell.model.ModelProvider;
import org.foretell.model.ParameterSpec;
import org.foretell.models.simple.SimpleModelProvider;

/**
 * The simple model, which counts how many threads make one at the same time, for some milliseconds.
 *
 * @param now how many do
 * @param most how many did at most
 */
record Running(AtomicInteger now, AtomicInteger most) implements ModelProvider {
  private static final SimpleModelProvider SIMPLE = new SimpleModelProvider();

  @Override
  public String name() {
    return "running";
  }

  @Override
  public String summary() {
    return "simple, counted";
  }

  @Override
  public List<ParameterSpec> parameters() {
    return SIMPLE.parameters();
  }

  @Override
  public CommunicationModel create(ModelContext context) {
    most.accumulateAndGet(now.incrementAndGet(), Math::max);
    try {
      Thread.sleep(2);
      return SIMPLE.create(context);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      now.decrementAndGet();
    }
  }

  @Override
  public List<Figure> effective(ModelContext context) {
    return SIMPLE.effective(context);
  }
}
