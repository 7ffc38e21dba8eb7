/** Traces as tables: a row for each call, for people with tracers of their own. */
package org.foretell.parsers.table;
