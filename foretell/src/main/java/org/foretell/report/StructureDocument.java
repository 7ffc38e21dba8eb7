package org.foretell.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.foretell.structure.outline.CallValue;
import org.foretell.structure.outline.LoopCount;
import org.foretell.structure.outline.Outline;
import org.foretell.structure.outline.Part;
import org.foretell.structure.outline.ValueRule;
import org.foretell.trace.OpView;
import org.jspecify.annotations.Nullable;

/** The JSON that {@code sim structure --json} writes; {@code docs/output.md} has every name. */
@JsonInclude(Include.ALWAYS)
record StructureDocument(
    int formatVersion,
    String version,
    String trace,
    String sha256,
    String times,
    List<String> callSites,
    List<ProgramEntry> programs,
    List<String> warnings) {
  private static final int FORMAT_VERSION = 1;
  private static final double PS_PER_SECOND = 1e12;

  /** What some ranks share. */
  record ProgramEntry(String ranks, int rankCount, List<LineEntry> lines) {
    static ProgramEntry of(Outline outline) {
      return new ProgramEntry(
          outline.ranks().toString(),
          outline.ranks().size(),
          IntStream.range(0, outline.lines())
              .mapToObj(line -> LineEntry.of(outline, line))
              .toList());
    }
  }

  /** A line. */
  record LineEntry(String text, double seconds, List<PartEntry> parts) {
    static LineEntry of(Outline outline, int line) {
      return new LineEntry(
          outline.text(line, false),
          outline.totalPs(line) / PS_PER_SECOND,
          outline.parts(line).stream().map(PartEntry::of).toList());
    }
  }

  /** An op, or a loop around parts. */
  record PartEntry(
      @Nullable String op,
      @Nullable Integer callSite,
      @Nullable Double meanSeconds,
      @Nullable Double leastSeconds,
      @Nullable Double mostSeconds,
      @Nullable List<ValueEntry> values,
      @Nullable Long times,
      @Nullable CountEntry varyingTimes,
      @Nullable List<PartEntry> body) {
    static PartEntry of(Part part) {
      if (part instanceof Part.Loop loop) {
        return new PartEntry(
            null,
            null,
            null,
            null,
            null,
            null,
            loop.count().isConstant() ? loop.count().rule().base() : null,
            loop.count().isConstant() ? null : CountEntry.of(loop.count()),
            loop.body().stream().map(PartEntry::of).toList());
      }
      Part.Call call = (Part.Call) part;
      return new PartEntry(
          call.code().name().toLowerCase(Locale.ROOT),
          call.callSite() == OpView.NONE ? null : call.callSite(),
          call.meanPs() / PS_PER_SECOND,
          call.leastPs() / PS_PER_SECOND,
          call.mostPs() / PS_PER_SECOND,
          call.values().stream().map(ValueEntry::of).toList(),
          null,
          null,
          null);
    }
  }

  /** A field of a call. */
  record ValueEntry(String field, String text, boolean relative, RuleEntry rule) {
    static ValueEntry of(CallValue value) {
      return new ValueEntry(
          value.field().name().toLowerCase(Locale.ROOT),
          value.value(),
          value.relative(),
          RuleEntry.of(value.rule()));
    }
  }

  /** Values as a function of the indexes of loops, or their range. */
  record RuleEntry(
      boolean found, @Nullable Long base, List<TermEntry> terms, long least, long most) {
    static RuleEntry of(ValueRule rule) {
      return new RuleEntry(
          rule.isFound(),
          rule.isFound() ? rule.base() : null,
          rule.terms().stream()
              .map(term -> new TermEntry(term.level(), term.list(), term.repeats(), term.step()))
              .toList(),
          rule.least(),
          rule.most());
    }
  }

  /** The term of a loop. */
  record TermEntry(int level, List<Long> list, boolean repeats, long step) {}

  /** How often a loop runs. */
  record CountEntry(String text, double mean, RuleEntry rule, List<RanksEntry> byRank) {
    static CountEntry of(LoopCount count) {
      return new CountEntry(
          count.rule().text(),
          count.mean(),
          RuleEntry.of(count.rule()),
          count.byRank().stream()
              .map(each -> new RanksEntry(each.ranks().toString(), each.iterations()))
              .toList());
    }
  }

  /** Ranks that run a loop equally often. */
  record RanksEntry(String ranks, long iterations) {}

  static StructureDocument of(StructureResult result) {
    return new StructureDocument(
        FORMAT_VERSION,
        result.version(),
        result.trace().name(),
        result.trace().sha256(),
        result.times().name().toLowerCase(Locale.ROOT),
        result.trace().tables().callSites(),
        result.outlines().stream().map(ProgramEntry::of).toList(),
        result.warnings());
  }
}
