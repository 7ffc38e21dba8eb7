/** Metrics of offers from run times, prices and the site, and their consequences for the choice. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.evaluation;
