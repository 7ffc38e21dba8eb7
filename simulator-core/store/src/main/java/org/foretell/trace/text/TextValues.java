package org.foretell.trace.text;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.foretell.time.QuantityException;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceException;
import org.foretell.trace.Values;
import org.foretell.trace.text.TextLexer.Token;
import org.jspecify.annotations.Nullable;

/** Reads numbers and the forms of values; the token to look at is always the lexer's. */
final class TextValues {
  private final TextLexer lexer;

  // Of the value that is being read:
  private @Nullable OpField field;
  private boolean relative;
  private boolean absolute;
  private int width;

  TextValues(TextLexer lexer) {
    this.lexer = lexer;
  }

  /** Whether the numbers of the value read last were distances. */
  boolean isRelative() {
    return relative;
  }

  /** Length of the lists of the value read last, 1 for numbers. */
  int width() {
    return width;
  }

  /** Reads the value of a field, or the count of a repeat when there is none. */
  Values read(@Nullable OpField ofField) throws IOException {
    field = ofField;
    relative = false;
    absolute = false;
    width = ofField != null && ofField.isList() ? -1 : 1;
    Values values = values();
    if (relative && absolute) {
      throw lexer.at(
          "a value must hold either distances, all with a sign, or ranks, all without one");
    }
    return values;
  }

  private Values values() throws IOException {
    if (lexer.token() == Token.WORD) {
      switch (lexer.text()) {
        case TextNames.EACH -> {
          return new Values.PerRank(items());
        }
        case TextNames.BY -> {
          return scoped();
        }
        case TextNames.COLUMN, TextNames.OPTIONAL -> {
          if (field != OpField.DURATION_PS) {
            throw lexer.at("only durations can stand in a column");
          }
          boolean optional = lexer.text().equals(TextNames.OPTIONAL);
          lexer.next();
          return optional ? Values.Column.OPTIONAL : Values.Column.INSTANCE;
        }
        default -> {}
      }
    }
    return simple();
  }

  private Values simple() throws IOException {
    if (lexer.token() == Token.WORD && lexer.text().equals(TextNames.CYCLE)) {
      return new Values.Cyclic(items());
    }
    LongArrayList item = new LongArrayList();
    item(item);
    return width == 1 && (field == null || !field.isList())
        ? new Values.Constant(item.getLong(0))
        : new Values.Cyclic(item.toLongArray());
  }

  private Values scoped() throws IOException {
    List<Values.Scope> scopes = new ArrayList<>();
    lexer.next();
    sign('(');
    do {
      RankSet ranks = rankSet();
      sign(':');
      scopes.add(new Values.Scope(ranks, simple()));
    } while (isSeparator(';'));
    sign(')');
    return new Values.Scoped(scopes);
  }

  private long[] items() throws IOException {
    LongArrayList numbers = new LongArrayList();
    lexer.next();
    sign('(');
    do {
      item(numbers);
    } while (isSeparator(','));
    sign(')');
    return numbers.toLongArray();
  }

  private void item(LongArrayList to) throws IOException {
    if (field == null || !field.isList()) {
      to.add(number());
      return;
    }
    int before = to.size();
    sign('[');
    if (!lexer.isSign(']')) {
      do {
        to.add(number());
      } while (isSeparator(','));
    }
    int length = to.size() - before;
    if (width >= 0 && width != length) {
      throw lexer.at(
          "the lists of a value must be of one length, but have " + width + " and " + length);
    }
    width = length;
    sign(']');
  }

  private long number() throws IOException {
    String text = word("a number");
    try {
      long value = parse(text);
      lexer.next();
      return value;
    } catch (IllegalArgumentException | QuantityException e) {
      throw lexer.at(Objects.requireNonNull(e.getMessage()));
    }
  }

  private long parse(String text) {
    OpField of = field;
    if (of == null) {
      return TextNumbers.parse(text);
    }
    switch (text) {
      case TextNames.ANY, TextNames.UNKNOWN -> {
        absolute = true;
        return OpView.ANY;
      }
      case TextNames.NOBODY -> {
        absolute = true;
        return OpView.PROC_NULL;
      }
      case TextNames.NONE -> {
        absolute = true;
        return OpView.NONE;
      }
      default -> {}
    }
    if (of == OpField.DURATION_PS) {
      return TextNumbers.parseTime(text);
    }
    if (TextNames.isBytes(of)) {
      return TextNumbers.parseBytes(text);
    }
    if (of.isRank()) {
      boolean signed = text.charAt(0) == '+' || text.charAt(0) == '-';
      relative |= signed;
      absolute |= !signed;
    }
    return TextNumbers.parse(text);
  }

  /** Reads a set of ranks. */
  RankSet rankSet() throws IOException {
    String place = lexer.place();
    StringBuilder text = new StringBuilder(word("a set of ranks"));
    lexer.next();
    while (lexer.isSign(',')) {
      lexer.next();
      text.append(',').append(word("a set of ranks"));
      lexer.next();
    }
    try {
      return RankSet.parse(text.toString());
    } catch (IllegalArgumentException | QuantityException e) {
      throw new TraceException(place + e.getMessage(), e);
    }
  }

  /** The text of the word that must come; stays at it. */
  String word(String what) {
    if (lexer.token() != Token.WORD) {
      throw lexer.wrong(what + ", found " + lexer.found());
    }
    return lexer.text();
  }

  /** Goes on after a sign that must come. */
  void sign(char sign) throws IOException {
    if (!lexer.isSign(sign)) {
      throw lexer.wrong("\"" + sign + "\", found " + lexer.found());
    }
    lexer.next();
  }

  /** Goes on after a sign if it comes. */
  boolean isSeparator(char sign) throws IOException {
    if (!lexer.isSign(sign)) {
      return false;
    }
    lexer.next();
    return true;
  }
}
