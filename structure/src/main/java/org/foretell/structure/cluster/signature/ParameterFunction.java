package org.foretell.structure.cluster.signature;

import org.foretell.trace.OpField;
import org.foretell.trace.OpView;

/**
 * Computes a parameter that differs on every rank, so that it need not distinguish ranks: the user
 * plug-in functions of call path and parameter clustering (A. Bahmani, "Scalable Clustering
 * Techniques for MPI Traces", section 3.3). An example is the partner with which CG transposes.
 *
 * <p>An implementation in a user's jar is named in {@code
 * META-INF/services/org.foretell.structure.cluster.signature.ParameterFunction}, has a public
 * constructor without parameters, and is loaded by {@code sim cluster --functions JAR}. One thread
 * at a time calls it, and equal calls must give equal results.
 */
public interface ParameterFunction {
  /** {@return a short name for reports} */
  String name();

  /**
   * {@return whether it computes a field of an op}
   *
   * <p>It may use the op's code, tag, communicator, call site and sizes; values that vary may not
   * be those of any rank.
   *
   * @param op not to be kept
   * @param field a scalar field that the op has
   * @param ranks number of ranks in the trace
   */
  boolean computes(OpView op, OpField field, int ranks);

  /**
   * {@return the value of the field at one rank}
   *
   * @param op as the rank executes it; not to be kept
   * @param field a field for which {@link #computes} is true
   * @param rank world rank, 0 to {@code ranks - 1}
   * @param ranks number of ranks in the trace
   */
  long value(OpView op, OpField field, int rank, int ranks);
}
