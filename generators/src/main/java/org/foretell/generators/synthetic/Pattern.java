package org.foretell.generators.synthetic;

import java.util.List;

/** The communication and computation of a program whose options have been checked. */
interface Pattern {
  /** The parameters that follow from the options, for people: {@code 4x4x4 ranks, ..}. */
  String shape();

  /** Call sites, numbered from 0. */
  List<String> callSites();

  /** Writes the programs of all ranks. */
  void write(Emitter out);
}
