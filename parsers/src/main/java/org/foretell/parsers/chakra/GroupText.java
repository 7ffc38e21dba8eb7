package org.foretell.parsers.chakra;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import java.util.function.BiConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** Process groups in JSON, of which there are two forms. */
final class GroupText {
  private static final int DEEPEST = 20;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
          .build();

  private GroupText() {}

  /** The text is something else, as the message says. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String found) {
      super(found);
    }
  }

  /** Reads an object that has a list of ranks for each name. */
  static void readObject(String text, BiConsumer<String, IntArrayList> groups) throws Malformed {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      require(json.nextToken(), JsonToken.START_OBJECT);
      while (json.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = json.currentName();
        require(json.nextToken(), JsonToken.START_ARRAY);
        groups.accept(name, ranks(json));
      }
    } catch (JacksonException wrong) {
      throw new Malformed(String.valueOf(wrong.getOriginalMessage()));
    }
  }

  /**
   * Reads a list of objects with {@code pg_name} and {@code ranks}; without these, of all ranks.
   */
  static void readArray(String text, BiConsumer<String, IntArrayList> groups) throws Malformed {
    try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
      require(json.nextToken(), JsonToken.START_ARRAY);
      while (json.nextToken() == JsonToken.START_OBJECT) {
        String name = "";
        IntArrayList ranks = new IntArrayList();
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
          String property = json.currentName();
          JsonToken value = json.nextToken();
          if (property.equals("pg_name")) {
            name = json.getString();
          } else if (property.equals("ranks") && value == JsonToken.START_ARRAY) {
            ranks = ranks(json);
          } else {
            json.skipChildren();
          }
        }
        groups.accept(name, ranks);
      }
    } catch (JacksonException wrong) {
      throw new Malformed(String.valueOf(wrong.getOriginalMessage()));
    }
  }

  private static IntArrayList ranks(JsonParser json) throws Malformed {
    IntArrayList ranks = new IntArrayList();
    for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
      require(next, JsonToken.VALUE_NUMBER_INT);
      ranks.add(json.getIntValue());
    }
    return ranks;
  }

  private static void require(JsonToken found, JsonToken expected) throws Malformed {
    if (found != expected) {
      throw new Malformed(
          found == null
              ? "the end"
              : found.name().replace('_', ' ').toLowerCase(java.util.Locale.ROOT));
    }
  }
}
