/**
 * The interfaces of communication models: the times of messages, collectives and bursts. Semantics
 * (matching, protocols, membership) live in the engine; costs live only here and in subclasses.
 * Models keep no clock.
 */
@NullMarked
package org.foretell.model;

import org.jspecify.annotations.NullMarked;
