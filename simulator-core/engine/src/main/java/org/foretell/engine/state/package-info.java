/**
 * What a run keeps of ranks, requests and ops, and what it tells observers and writes into its
 * result.
 */
@NullMarked
package org.foretell.engine.state;

import org.jspecify.annotations.NullMarked;
