/** What a study has found, for people and for programs. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.report;
