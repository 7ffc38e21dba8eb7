/** The times of further replays that make the same steps as the one that is executed. */
@org.jspecify.annotations.NullMarked
package org.foretell.engine.batch;
