package org.foretell.generators.program;

import java.util.List;
import org.foretell.trace.RankSet;

/** What some ranks execute. */
record RankProgram(RankSet ranks, List<Node> body) {}
