/** The calls of a trace as formats have them that know no handles of requests. */
package org.foretell.parsers.plain;
