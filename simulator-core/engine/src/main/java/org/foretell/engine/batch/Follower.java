package org.foretell.engine.batch;

import org.foretell.model.CommunicationModel;
import org.foretell.model.ComputeModel;

/**
 * A replay that makes the same steps as another one, at other costs.
 *
 * @param communication its own, of which the messages have a direct model
 * @param compute its own
 */
public record Follower(CommunicationModel communication, ComputeModel compute) {}
