/** Binary files of traces. */
package org.foretell.parsers.bytes;
