/**
 * The slow twin for models of links and buses, written from {@code docs/semantics.md}: one object
 * for each rank, CPU queue, link, bus and message, on the event list of SSJ.
 */
@NullMarked
package org.foretell.engine.reference.buslink;

import org.jspecify.annotations.NullMarked;
