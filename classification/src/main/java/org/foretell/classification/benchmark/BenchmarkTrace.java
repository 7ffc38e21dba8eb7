package org.foretell.classification.benchmark;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.foretell.trace.OpCode;
import org.foretell.trace.OpField;
import org.foretell.trace.OpView;
import org.foretell.trace.RankSet;
import org.foretell.trace.TraceInfo;
import org.foretell.trace.TraceSource;
import org.foretell.trace.store.MemoryTrace;

/** Writes a program of few ranks, call by call, whose phases are named. Not thread safe. */
final class BenchmarkTrace {
  private final List<List<Step>> programs = new ArrayList<>();
  private final Map<String, Integer> markers = new LinkedHashMap<>();

  /** An op with the fields that it has. */
  private record Step(OpCode code, OpField[] fields, long[] values, long[] requests) {
    private Step(OpCode code, OpField[] fields, long[] values) {
      this(code, fields, values, new long[0]);
    }
  }

  BenchmarkTrace(int ranks) {
    for (int rank = 0; rank < ranks; rank++) {
      programs.add(new ArrayList<>());
    }
  }

  int ranks() {
    return programs.size();
  }

  /** A phase begins, in which a rank does what a class is about. */
  void begin(int rank, String name) {
    int id = markers.computeIfAbsent(name, key -> markers.size());
    add(rank, OpCode.MARKER_BEGIN, OpField.MARKER, id);
  }

  void end(int rank, String name) {
    add(rank, OpCode.MARKER_END, OpField.MARKER, markers.getOrDefault(name, OpView.NONE));
  }

  void compute(int rank, double durationPs) {
    long rounded = Math.round(durationPs);
    if (rounded > 0) {
      add(rank, OpCode.COMPUTE, OpField.DURATION_PS, rounded);
    }
  }

  /** All ranks wait for each other. */
  void barrier() {
    for (List<Step> program : programs) {
      program.add(new Step(OpCode.BARRIER, new OpField[0], new long[0]));
    }
  }

  void add(int rank, OpCode code, OpField field, long value) {
    programs.get(rank).add(new Step(code, new OpField[] {field}, new long[] {value}));
  }

  void add(int rank, OpCode code, OpField[] fields, long... values) {
    programs.get(rank).add(new Step(code, fields, values));
  }

  /** Waits for several requests at once. */
  void waitAll(int rank, long... requests) {
    programs.get(rank).add(new Step(OpCode.WAITALL, new OpField[0], new long[0], requests));
  }

  TraceSource build() {
    try (MemoryTrace.Builder sink = MemoryTrace.builder()) {
      sink.begin(TraceInfo.ofRanks(programs.size()));
      markers.forEach((name, id) -> sink.marker(id, name));
      OpView op = new OpView();
      for (int rank = 0; rank < programs.size(); rank++) {
        sink.beginProgram(RankSet.of(rank));
        for (Step step : programs.get(rank)) {
          op.reset(step.code());
          for (int i = 0; i < step.fields().length; i++) {
            op.set(step.fields()[i], step.values()[i]);
          }
          if (step.requests().length > 0) {
            op.setList(OpField.REQUESTS, step.requests());
          }
          sink.op(op);
        }
        sink.endProgram();
      }
      sink.end();
      return sink.build();
    }
  }
}
