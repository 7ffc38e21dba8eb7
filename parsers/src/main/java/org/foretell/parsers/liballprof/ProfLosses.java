package org.foretell.parsers.liballprof;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.foretell.parsers.Loss;

/** What a conversion leaves out, counted. */
final class ProfLosses {
  /** Calls that only concern their own rank. */
  private static final Pattern LOCAL =
      Pattern.compile(
          "MPI_(?:Comm_(?:rank|size|free|group|compare|test_inter|get_\\w+|set_\\w+|\\w*keyval)"
              + "|Type_\\w+|Group_\\w+|Wtime|Wtick|Get_\\w+|Op_\\w+|Errhandler_\\w+|Error_\\w+"
              + "|Attr_\\w+|Keyval_\\w+|Info_\\w+|Address|Pack\\w*|Unpack\\w*"
              + "|Cart_(?:get|coords|rank|shift|map)|Cartdim_get|Graph\\w*|Topo_test|Dims_create"
              + "|Initialized|Finalized|Pcontrol|Buffer_\\w+|Status_\\w+|Test_cancelled"
              + "|Query_thread|Is_thread_main|Request_get_status|Alloc_mem|Free_mem)");

  private final Map<String, Long> calls = new TreeMap<>();
  private long unknownSizes;
  private long unknownRequests;
  private long reused;
  private long backward;
  private long openRequests;
  private long ambiguousCommunicators;

  /** A call that becomes no op. */
  void call(String name) {
    calls.merge(name, 1L, Long::sum);
  }

  /** A collective whose sizes by rank the line does not have. */
  void unknownSizes() {
    unknownSizes++;
  }

  /** A wait named so many places that hold no request, where it must have named some. */
  void unknownRequests(long number) {
    unknownRequests += number;
  }

  /** A request began where another was that no wait had completed. */
  void reused() {
    reused++;
  }

  /** A call began before the one before it had ended. */
  void backward() {
    backward++;
  }

  /** A handle may be that of several communicators made before. */
  void ambiguousCommunicator() {
    ambiguousCommunicators++;
  }

  void openRequests(long number) {
    openRequests += number;
  }

  /** Adds those of another rank, and forgets them there. */
  void takeAll(ProfLosses other) {
    other.calls.forEach((name, count) -> calls.merge(name, count, Long::sum));
    other.calls.clear();
    unknownSizes += other.unknownSizes;
    other.unknownSizes = 0;
    unknownRequests += other.unknownRequests;
    other.unknownRequests = 0;
    reused += other.reused;
    other.reused = 0;
    backward += other.backward;
    other.backward = 0;
    openRequests += other.openRequests;
    other.openRequests = 0;
    ambiguousCommunicators += other.ambiguousCommunicators;
    other.ambiguousCommunicators = 0;
  }

  List<Loss> list() {
    List<Loss> list = new ArrayList<>();
    add(
        list,
        "sizes of collectives by rank",
        unknownSizes,
        "this build of liballprof did not write them; their ranks only wait for each other");
    add(
        list,
        "completed requests that no call of the trace had made",
        unknownRequests,
        "they were made while tracing was off, or by calls that become no op");
    add(
        list,
        "ends of requests that tests or waits for some found complete",
        reused,
        "a trace does not say which were; they are complete where their place is used again");
    add(
        list,
        "requests that no wait completed",
        openRequests,
        "a test may have; nothing waits for them");
    add(list, "bursts of negative length", backward, "the clock went back");
    add(
        list,
        "handles of communicators that several of those made before may be",
        ambiguousCommunicators,
        "a trace does not say which; the oldest that fits was taken");
    calls.forEach(
        (name, count) -> {
          if (!LOCAL.matcher(name).matches()) {
            add(
                list,
                "calls of " + name,
                count,
                "no op stands for them, so they only take their recorded time");
          }
        });
    return list;
  }

  private static void add(List<Loss> list, String what, long count, String reason) {
    if (count > 0) {
      list.add(new Loss(what, count, reason));
    }
  }
}
