package org.foretell.generators.program.tree;

import java.util.List;
import org.foretell.trace.RankSet;

/** What some ranks execute. */
public record RankProgram(RankSet ranks, List<Node> body) {}
