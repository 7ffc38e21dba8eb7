package org.foretell.machines.file;

import org.jspecify.annotations.Nullable;

/**
 * A value of a machine file that was replaced before the file was read.
 *
 * @param path its place, as the user wrote it: {@code nodeGroups.compute.nics}
 * @param value the new value, as text
 * @param before the value in the file, as text; null if it has none
 */
public record SetValue(String path, String value, @Nullable String before) {}
