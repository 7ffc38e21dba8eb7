package org.foretell.calibration;

import org.foretell.calibration.fit.PiecewiseFit;
import org.foretell.calibration.measurement.Series;

/**
 * What was measured of one kind of op, and its fit.
 *
 * @param way which way its messages went
 * @param series all measurements of that kind
 * @param fit of their times to sizes
 */
public record SeriesFit(Way way, Series series, PiecewiseFit fit) {}
