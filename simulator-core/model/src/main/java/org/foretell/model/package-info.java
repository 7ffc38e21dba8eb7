/**
 * What a communication model is: the times of messages, collectives and bursts. Semantics
 * (matching, protocols, membership) live in the engine; costs live here and in subclasses only.
 * Models keep no clock.
 */
@NullMarked
package org.foretell.model;

import org.jspecify.annotations.NullMarked;
