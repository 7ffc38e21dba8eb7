package org.foretell.engine.cause;

import java.util.List;
import org.foretell.model.CommunicationModel;
import org.foretell.model.ParameterMove;
import org.foretell.observe.SensitivityObserver;

/**
 * What parameters are moved to learn what becomes of the predicted time.
 *
 * @param still the model of the simulation once more, with which moved ones are compared
 * @param moves the parameters
 * @param observer told at the end
 */
public record MovedParameters(
    CommunicationModel still, List<ParameterMove> moves, SensitivityObserver observer) {}
