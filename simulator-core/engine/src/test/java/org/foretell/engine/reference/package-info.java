/**
 * The slow twin of the engine: {@link org.foretell.engine.reference.ReferenceEngine} does what
 * {@code docs/semantics.md} says, with an object for each event, message and request, and linear
 * searches. It was written from that page alone and shares no code with the engine.
 */
package org.foretell.engine.reference;
