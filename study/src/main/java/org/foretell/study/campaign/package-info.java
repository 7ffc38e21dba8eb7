/** The replays of a study: which are needed, and what is kept of them on disk. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.campaign;
