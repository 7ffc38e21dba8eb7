/** What buyers of machines compute from run times, and how sure a ranking is. */
module org.foretell.procurement {
  requires hipparchus.core;
  requires ssj;
  requires static transitive org.jspecify;

  exports org.foretell.procurement.decision;
  exports org.foretell.procurement.metric;
}
