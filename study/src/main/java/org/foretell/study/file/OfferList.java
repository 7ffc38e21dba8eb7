package org.foretell.study.file;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.foretell.machines.findings.Findings;
import org.foretell.machines.findings.JsonValue;
import org.foretell.machines.findings.JsonValue.Member;
import org.foretell.machines.findings.JsonValue.Members;
import org.foretell.machines.findings.JsonValue.Text;
import org.foretell.machines.findings.Shown;
import org.foretell.scenario.Change;
import org.foretell.study.description.Offer;
import org.foretell.study.description.Polling;

/**
 * The offers of a file. One that extends another has its members, but for those that it states
 * itself; changes of both are made, those of the other one first.
 */
final class OfferList {
  private static final String EXTENDS = "extends";
  private static final String CHANGES = "changes";
  private static final long MOST_NODES = 1L << 24;

  private final Findings findings;
  private final Measure money;
  private final Map<String, Members> byName = new LinkedHashMap<>();

  OfferList(Findings findings, String currency) {
    this.findings = findings;
    money = Measure.money(currency);
  }

  List<Offer> read(StudyFields file) {
    List<JsonValue> values = file.listed("offers");
    for (JsonValue value : values) {
      if (value instanceof Members members) {
        name(members).ifPresent(name -> byName.putIfAbsent(name, members));
      }
    }
    return file.objects(
        "offers",
        true,
        members -> extended(members, new ArrayList<>(name(members).stream().toList())),
        this::offer);
  }

  private static Optional<String> name(Members offer) {
    return text(offer, "name");
  }

  private static Optional<String> text(Members object, String name) {
    Member member = object.byName().get(name);
    return member != null && member.value() instanceof Text text
        ? Optional.of(text.text())
        : Optional.empty();
  }

  /** Members of an offer and of those that it extends. */
  private Optional<Members> extended(Members offer, List<String> way) {
    Optional<String> other = text(offer, EXTENDS);
    if (other.isEmpty()) {
      return Optional.of(offer);
    }
    Member place = Objects.requireNonNull(offer.byName().get(EXTENDS));
    Members extended = byName.get(other.get());
    if (extended == null) {
      findings.wrong(place.value(), Shown.choice(other.get(), byName.keySet()));
      return Optional.empty();
    }
    if (way.contains(other.get())) {
      findings.wrong(
          place.value(),
          "a circle: " + String.join(" extends ", way) + " extends " + other.get(),
          "an offer that does not extend this one");
      return Optional.empty();
    }
    way.add(other.get());
    return extended(extended, way).map(base -> joined(base, offer));
  }

  private static Members joined(Members base, Members own) {
    Map<String, Member> members = new LinkedHashMap<>(base.byName());
    members.putAll(own.byName());
    Member ofBase = base.byName().get(CHANGES);
    Member ofOwn = own.byName().get(CHANGES);
    if (ofBase != null
        && ofOwn != null
        && ofBase.value() instanceof Members first
        && ofOwn.value() instanceof Members then) {
      Map<String, Member> changes = new LinkedHashMap<>(first.byName());
      changes.putAll(then.byName());
      members.put(
          CHANGES,
          new Member(
              ofOwn.path(),
              ofOwn.line(),
              ofOwn.column(),
              new Members(then.path(), then.line(), then.column(), changes)));
    }
    return new Members(own.path(), own.line(), own.column(), members);
  }

  private Offer offer(StudyFields fields) {
    String name = fields.name("name");
    fields.optionalLine(EXTENDS);
    List<Change> changes = ChangeFields.of(fields, CHANGES);
    String machine = fields.line("machine");
    long nodes = fields.whole("nodes", 1, MOST_NODES);
    StudyFields power = fields.object("power", false);
    Offer read =
        new Offer(
            name,
            machine,
            changes,
            nodes,
            fields.estimate("price", money),
            fields.estimate("maintenancePerYear", money, 0),
            fields.estimate("hostingPerYear", money, 0),
            fields.estimate("residual", money, 0),
            power.estimate("idle", Measure.POWER, 0),
            power.estimate("busy", Measure.POWER, 0),
            power.estimate("network", Measure.POWER, 0),
            Polling.NONE,
            fields.has("power"));
    power.refuseOthers();
    return read;
  }
}
