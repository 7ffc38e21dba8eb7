package org.foretell.model;

/** The addresses of figures that each site, or each group of its nodes, may have. */
public final class SiteFigures {
  /** Latency between nodes of a site. */
  public static final String LATENCY = "sites.nodes.latency";

  /** Bandwidth between nodes of a site. */
  public static final String BANDWIDTH = "sites.bandwidth";

  /** Concurrent messages between nodes of a site. */
  public static final String BUSES = "sites.buses";

  /** Links into a node. */
  public static final String INPUT_LINKS = "sites.nodes.links.in";

  /** Links out of a node. */
  public static final String OUTPUT_LINKS = "sites.nodes.links.out";

  /** Latency within a node. */
  public static final String INTRA_LATENCY = "sites.nodes.intraNode.latency";

  /** Bandwidth within a node. */
  public static final String INTRA_BANDWIDTH = "sites.nodes.intraNode.bandwidth";

  /** Concurrent messages within a node. */
  public static final String INTRA_BUSES = "sites.nodes.intraNode.buses";

  /** Links into a rank from its node. */
  public static final String INTRA_INPUT_LINKS = "sites.nodes.intraNode.links.in";

  /** Links out of a rank into its node. */
  public static final String INTRA_OUTPUT_LINKS = "sites.nodes.intraNode.links.out";

  /** Latency between sites. */
  public static final String WIDE_AREA_LATENCY = "sites.nodes.wideAreaLatency";

  private SiteFigures() {}
}
