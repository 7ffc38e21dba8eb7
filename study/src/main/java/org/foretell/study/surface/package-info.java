/** Run times between replays: interpolation over the factors of uncertain figures. */
@org.jspecify.annotations.NullMarked
package org.foretell.study.surface;
