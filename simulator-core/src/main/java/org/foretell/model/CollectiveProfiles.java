package org.foretell.model;

import java.util.List;

/**
 * Profiles of collectives that can be chosen by name. Found through {@code META-INF/services}, in
 * the shipped jars and in a user's own.
 */
public interface CollectiveProfiles {
  /** The profiles, in the order in which they are listed; their names differ. */
  List<CollectiveSchedules> profiles(ModelContext context);
}
