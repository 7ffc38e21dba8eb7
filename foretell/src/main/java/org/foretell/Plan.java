package org.foretell;

import java.util.Optional;
import org.foretell.models.noise.Noise;
import org.foretell.setting.ComputeChoice;
import org.foretell.setting.GivenParameters;
import org.foretell.setting.ModelRegistry;

/**
 * All that decides a run but its trace.
 *
 * @param chosen the machine; empty if there is none
 * @param noise what makes the run random
 */
record Plan(
    ModelRegistry registry,
    Optional<MachineSetting.Chosen> chosen,
    GivenParameters given,
    Noise noise,
    ComputeChoice compute) {}
