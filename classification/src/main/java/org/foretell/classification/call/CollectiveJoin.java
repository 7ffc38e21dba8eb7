package org.foretell.classification.call;

import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.TraceSource;

/** Reports each call of a blocking collective, with the number of callers. */
final class CollectiveJoin {
  private final CommunicatorSizes sizes;
  private final MessageSink sink;

  CollectiveJoin(TraceSource trace, MessageSink sink) {
    sizes = new CommunicatorSizes(trace);
    this.sink = sink;
  }

  void called(OpView op, Call call, long bytes) {
    OpCode code = op.code();
    if (code.has(OpField.NEW_COMMUNICATOR)) {
      sizes.made(call.rank(), op);
    } else if (code.isCollective() && !code.has(OpField.REQUEST)) {
      int members = sizes.size(call.rank(), op.communicator());
      sink.collective(
          new CollectiveTimes(
              call.rank(),
              code,
              call.callSite(),
              call.marker(),
              members,
              bytes,
              call.endPs() - call.startPs()));
    }
  }
}
