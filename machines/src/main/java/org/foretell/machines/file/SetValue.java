package org.foretell.machines.file;

import org.jspecify.annotations.Nullable;

/**
 * A value of a machine file that was replaced before the file was read.
 *
 * @param path where it stands, as it was named: {@code nodeGroups.compute.nics}
 * @param value what it is now, as text
 * @param before what the file has there, as text; null if it has nothing
 */
public record SetValue(String path, String value, @Nullable String before) {}
