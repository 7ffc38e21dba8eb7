package org.foretell.models.collectives;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.foretell.machine.CollectiveRule;
import org.foretell.machine.CollectiveTable;
import org.foretell.model.CollectiveSchedules;
import org.foretell.model.ParameterException;
import org.foretell.models.collectives.algorithm.Ops;
import org.foretell.models.collectives.profile.DecisionTable;
import org.foretell.models.collectives.profile.Formulas;
import org.foretell.models.collectives.profile.Mpich;
import org.foretell.models.collectives.profile.OpenMpi4;
import org.foretell.models.collectives.profile.OpenMpi5;
import org.foretell.models.collectives.profile.Schedgen;
import org.foretell.models.collectives.profile.SimGrid;
import org.foretell.trace.OpCode;

/**
 * The built-in decision tables, by name, and tables of users. {@code docs/collectives.md} describes
 * the tables.
 */
public final class CollectiveProfiles {
  /** The profile that uses the formulas of the communication model for all collectives. */
  public static final String FORMULA = "formula";

  private static final List<Profile> PROFILES =
      List.of(
          new Profile("mpich4", "MPICH 4, node-aware", Mpich::version4),
          new Profile("mpich3", "MPICH 1 to 3, node-aware", Mpich::version3),
          new Profile("ompi4", "Open MPI 1.3 to 4.0, component tuned", OpenMpi4::new),
          new Profile("ompi5", "Open MPI 4.1 and later, component tuned", OpenMpi5::new),
          new Profile("simgrid-default", "SimGrid SMPI's selector default", SimGrid::new),
          new Profile("loggopsim", "what LogGOPSim's schedgen generates", Schedgen::profile),
          new Profile(
              "dimemas",
              "none: fan-in and fan-out formulas of the communication model",
              () -> new Formulas("dimemas")));

  private CollectiveProfiles() {}

  /** {@return names of the built-in profiles} */
  public static List<String> names() {
    return PROFILES.stream().map(Profile::name).toList();
  }

  /**
   * {@return the MPI library or rule that a profile follows, in a few words}
   *
   * @param name one of {@link #names}
   * @throws ParameterException if there is no such profile; the message lists all
   */
  public static String summary(String name) {
    return named(name).summary();
  }

  /**
   * {@return a profile, with other algorithms for some collectives: {@code mpich4}, or {@code
   * mpich4,allreduce=ring,bcast=pipeline/64KiB,alltoall=scattered/k16}} A colon may replace an
   * equals sign. Parameters of an algorithm follow it: the size of segments ({@code whole} for a
   * single segment, sent to all children at once) and the radix.
   *
   * @param text profile, and exceptions from it
   * @throws ParameterException if there is no such profile, collective, algorithm or parameter; the
   *     message lists the available ones
   */
  public static CollectiveSchedules parse(String text) {
    String[] words = text.split(",", -1);
    CollectiveSchedules profile = named(words[0].strip()).make().get();
    if (words.length == 1) {
      return profile;
    }
    List<CollectiveRule> rules = new ArrayList<>();
    for (int word = 1; word < words.length; word++) {
      rules.add(override(words[word].strip()));
    }
    return new DecisionTable(text, rules, profile);
  }

  /**
   * {@return a table of a user}
   *
   * @param name for reports
   * @param rules the first that fits decides
   * @param otherwise decides where no rule fits
   * @throws ParameterException if a rule names an algorithm that its collective does not have, or
   *     parameters that the algorithm does not accept
   */
  public static CollectiveSchedules table(
      String name, List<CollectiveRule> rules, CollectiveSchedules otherwise) {
    return new DecisionTable(name, rules, otherwise);
  }

  /**
   * Creates the schedules of a machine's own table.
   *
   * @param table the machine's profile and rules
   * @return schedules that follow the table
   * @throws ParameterException if its profile does not exist, or as {@link #table}
   */
  public static CollectiveSchedules of(CollectiveTable table) {
    CollectiveSchedules otherwise =
        table.profile().equals(FORMULA) ? new Formulas(FORMULA) : parse(table.profile());
    return table.rules().isEmpty()
        ? otherwise
        : table(table.profile() + " with rules", table.rules(), otherwise);
  }

  private static CollectiveRule override(String text) {
    String[] sides = text.split("[=:]", -1);
    if (sides.length != 2) {
      throw new ParameterException(
          "'" + text + "' is not a choice of an algorithm; write it like allreduce=ring");
    }
    OpCode op = Ops.named(sides[0].strip());
    return new CollectiveRule(op, sides[1].strip());
  }

  private static Profile named(String name) {
    for (Profile profile : PROFILES) {
      if (profile.name().equals(name)) {
        return profile;
      }
    }
    throw new ParameterException(
        String.format(
            "no profile of collectives %s; there are %s", name, String.join(", ", names())));
  }

  private record Profile(String name, String summary, Supplier<CollectiveSchedules> make) {}
}
