/** The results of a study, for people and for programs. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.report;
