/**
 * Generated topologies: the links and routes of crossbars, fat trees, tori, dragonflies, HyperX
 * networks computed from a few numbers, and explicit graphs. All classes are immutable and may be
 * used by any number of threads.
 */
@NullMarked
package org.foretell.machine.topology;

import org.jspecify.annotations.NullMarked;
