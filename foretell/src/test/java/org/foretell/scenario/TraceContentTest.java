package org.foretell.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class TraceContentTest {
  private static final TraceContent CONTENT = new TraceContent("5f", "baseFlops=1e9", 4);

  @Test
  void isEqualToTheSameContent() {
    TraceContent same = new TraceContent("5f", "baseFlops=1e9", 4);
    assertEquals(CONTENT, same);
    assertEquals(CONTENT.hashCode(), same.hashCode());
  }

  @Test
  void eachComponentCounts() {
    for (TraceContent other :
        List.of(
            new TraceContent("60", "baseFlops=1e9", 4),
            new TraceContent("5f", "", 4),
            new TraceContent("5f", "baseFlops=1e9", 5))) {
      assertNotEquals(CONTENT, other);
    }
    assertEquals(3, TraceContent.class.getRecordComponents().length, "compared by hand");
  }
}
