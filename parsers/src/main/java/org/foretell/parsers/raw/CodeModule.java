package org.foretell.parsers.raw;

/**
 * A file with code.
 *
 * @param buildId what identifies its build, in hexadecimal; may be empty
 */
record CodeModule(String path, String buildId) {}
