/** Replays of capacity studies on a cluster that runs Apache Spark. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.spark;
