/** The critical path, added up: by kind, call site, phase and rank. */
@org.jspecify.annotations.NullMarked
package org.foretell.analysis.path;
