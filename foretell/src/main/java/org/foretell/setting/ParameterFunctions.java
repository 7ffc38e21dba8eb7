package org.foretell.setting;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.foretell.structure.cluster.signature.ParameterFunction;

/** Finds functions that compute parameters of ranks, in jars of others. */
public final class ParameterFunctions {
  private ParameterFunctions() {}

  /** Those of some jars, in their order. */
  public static List<ParameterFunction> load(List<Path> jars) {
    List<ParameterFunction> functions = new ArrayList<>();
    for (Path jar : jars) {
      functions.addAll(PlugInJar.load(ParameterFunction.class, jar, "parameter functions"));
    }
    return functions;
  }
}
