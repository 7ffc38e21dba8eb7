package org.foretell.model;

/**
 * A communication model ready for one simulation.
 *
 * @param name as on the command line
 * @param mpi messages
 * @param collectives collectives
 */
public record CommunicationModel(String name, MpiModel mpi, CollectiveModel collectives) {}
