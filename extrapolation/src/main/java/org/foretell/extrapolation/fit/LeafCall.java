package org.foretell.extrapolation.fit;

import org.foretell.extrapolation.call.Call;
import org.foretell.extrapolation.law.Place;

/** A call that a trace has at a place of the program. */
record LeafCall(int trace, int rank, Place place, Call call) {}
