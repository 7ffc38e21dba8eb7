/** The replays of a study: which are needed, and their records on disk. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.campaign;
