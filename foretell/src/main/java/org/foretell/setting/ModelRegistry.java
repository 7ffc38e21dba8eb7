package org.foretell.setting;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.foretell.failure.ForetellException;
import org.foretell.machine.Machine;
import org.foretell.machines.findings.NearestName;
import org.foretell.machines.findings.Shown;
import org.foretell.model.ModelProvider;

/** The communication models that can be chosen by name. */
public final class ModelRegistry {
  /**
   * The model for machines that name none, see {@link ModelChoice}. It knows the interfaces that
   * the ranks of a node share, so neither incast nor many pairs of ranks are predicted for free.
   */
  public static final String DEFAULT = "max-rate";

  /** That without a machine and for schedules, which are made for it. */
  public static final String WITHOUT_MACHINE = "loggops";

  /** Where the models of Foretell itself are. */
  private static final String OWN = "org.foretell.models.";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,63}");

  private final List<ModelProvider> providers;

  /** By name, what the code of those is that are not of this version of Foretell. */
  private final Map<String, String> origins;

  private ModelRegistry(List<ModelProvider> providers, Map<String, String> origins) {
    this.providers = providers;
    this.origins = origins;
  }

  /**
   * Finds all models on the class path and in jars. Their classes stay loaded as long as the
   * process runs.
   */
  public static ModelRegistry load(List<Path> jars) {
    List<ModelProvider> found = new ArrayList<>();
    Map<String, String> origins = new HashMap<>();
    ServiceLoader.load(ModelProvider.class).forEach(found::add);
    found.stream()
        .filter(provider -> !provider.getClass().getName().startsWith(OWN))
        .forEach(provider -> origins.put(provider.name(), unique()));
    for (Path jar : jars) {
      String sha256 = PlugInJar.sha256(jar);
      for (ModelProvider provider : PlugInJar.load(ModelProvider.class, jar, "models")) {
        checkName(jar, provider);
        if (found.stream().anyMatch(known -> known.name().equals(provider.name()))) {
          throw ForetellException.badInput(
              jar
                  + ": has a model \""
                  + provider.name()
                  + "\", but a model of that name already exists; rename it");
        }
        found.add(provider);
        origins.put(provider.name(), "jar " + sha256);
      }
    }
    found.sort(ModelRegistry::byName);
    return new ModelRegistry(found, origins);
  }

  /** These models and others, which go before those of the same name. */
  public ModelRegistry with(List<ModelProvider> others) {
    List<ModelProvider> all = new ArrayList<>(others);
    providers.stream()
        .filter(known -> others.stream().noneMatch(other -> other.name().equals(known.name())))
        .forEach(all::add);
    all.sort(ModelRegistry::byName);
    Map<String, String> known = new HashMap<>(origins);
    others.forEach(other -> known.put(other.name(), unique()));
    return new ModelRegistry(all, known);
  }

  /** Not a comparator of the library, for which classes are made at each start. */
  private static int byName(ModelProvider one, ModelProvider other) {
    return one.name().compareTo(other.name());
  }

  private static void checkName(Path jar, ModelProvider provider) {
    String name = provider.name();
    if (name == null || !NAME.matcher(name).matches()) {
      throw ForetellException.badInput(
          jar
              + ": "
              + provider.getClass().getName()
              + ".name() must be lower case letters, digits and hyphens, but is "
              + name
              + "\"");
    }
  }

  /** Of code that is not known: equal to nothing, so that nobody takes it for other code. */
  private static String unique() {
    return "made " + UUID.randomUUID();
  }

  /**
   * What the code of a model is: the hash of its jar, something that no other has if that is not
   * known, or empty for a model of Foretell itself.
   */
  public String originOf(ModelProvider provider) {
    return origins.getOrDefault(provider.name(), "");
  }

  public List<ModelProvider> all() {
    return providers;
  }

  /** A model that the user names. */
  public ModelProvider get(String name) {
    return find(name).orElseThrow(() -> ForetellException.usage(unknown(name)));
  }

  /**
   * Models of which each describes a machine as well as it can, so that they may be compared: the
   * one that the machine is meant for, else those that need no more than any machine says.
   */
  public List<ModelProvider> comparable(Machine machine) {
    Optional<String> meant = machine.defaultModel();
    return providers.stream()
        .filter(provider -> meant.map(provider.name()::equals).orElseGet(provider::fitsAnyMachine))
        .toList();
  }

  /** Names of models under which ranks that do the same take as long as one of them. */
  public List<String> ofAlikeNodes() {
    return providers.stream()
        .filter(ModelProvider::nodesAreAlike)
        .map(ModelProvider::name)
        .toList();
  }

  /** Names of models that read the sites of a machine, as one of which is chosen. */
  public String ofSites() {
    return providers.stream()
        .filter(ModelProvider::readsSites)
        .map(ModelProvider::name)
        .collect(Collectors.joining(" or "));
  }

  /** Why a model cannot be chosen by a name; empty if it can. */
  Optional<String> problemWith(String name) {
    return find(name).isPresent() ? Optional.empty() : Optional.of(unknown(name));
  }

  private Optional<ModelProvider> find(String name) {
    return providers.stream().filter(provider -> provider.name().equals(name)).findFirst();
  }

  private String unknown(String name) {
    return "there is no model "
        + Shown.quoted(name)
        + NearestName.of(name, providers.stream().map(ModelProvider::name).toList())
            .map(near -> "; did you mean " + near + "? known models: ")
            .orElse("; known models: ")
        + names();
  }

  /**
   * Whether a setting of a machine is for collectives, or {@code model.parameter} and a parameter
   * of some model.
   */
  public boolean knows(String setting) {
    return CollectiveChoice.knows(setting)
        || ofSetting(setting)
            .filter(provider -> hasParameter(provider, parameterOf(provider, setting)))
            .isPresent();
  }

  /** The model that a setting {@code model.parameter} of a machine is for. */
  public Optional<ModelProvider> ofSetting(String setting) {
    return providers.stream()
        .filter(provider -> setting.startsWith(provider.name() + "."))
        .findFirst();
  }

  /** The parameter that a setting of a machine is about. */
  static String parameterOf(ModelProvider provider, String setting) {
    return setting.substring(provider.name().length() + 1);
  }

  static boolean hasParameter(ModelProvider provider, String name) {
    return provider.parameters().stream().anyMatch(parameter -> parameter.name().equals(name));
  }

  private String names() {
    return providers.stream().map(ModelProvider::name).collect(Collectors.joining(", "));
  }
}
