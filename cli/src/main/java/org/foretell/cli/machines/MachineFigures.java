package org.foretell.cli.machines;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.foretell.machine.InterfaceFigures;
import org.foretell.machine.Machine;
import org.foretell.machine.NodeGroup;
import org.foretell.time.Quantity;

/** Prints what machines state of interfaces, memory and reductions, if they do. */
final class MachineFigures {
  private MachineFigures() {}

  static void print(Machine machine, PrintWriter out) {
    InterfaceFigures interfaces = machine.interfaces();
    List<String> stated = new ArrayList<>();
    interfaces
        .messagesPerSecond()
        .ifPresent(rate -> stated.add("message rate " + Quantity.formatMessagesPerSecond(rate)));
    interfaces
        .rankBytesPerSecond()
        .ifPresent(rate -> stated.add("one rank " + Quantity.formatBytesPerSecond(rate)));
    interfaces
        .binding()
        .ifPresent(binding -> stated.add("bound " + binding.name().toLowerCase(Locale.ROOT)));
    interfaces
        .stripeThresholdBytes()
        .ifPresent(
            bytes ->
                stated.add(
                    bytes == Long.MAX_VALUE
                        ? "no message striped"
                        : "messages above " + bytes + " B striped"));
    if (!stated.isEmpty()) {
      out.println("interfaces: " + String.join(", ", stated));
    }
    for (NodeGroup group : machine.groups()) {
      List<String> ofNode = new ArrayList<>();
      group
          .memoryBytesPerSecond()
          .ifPresent(rate -> ofNode.add("memory " + Quantity.formatBytesPerSecond(rate)));
      group
          .reductionBytesPerSecond()
          .ifPresent(rate -> ofNode.add("reductions " + Quantity.formatBytesPerSecond(rate)));
      group
          .streamBytesPerSecond()
          .ifPresent(rate -> ofNode.add("STREAM " + Quantity.formatBytesPerSecond(rate)));
      group
          .coreStreamBytesPerSecond()
          .ifPresent(
              rate -> ofNode.add("of one core alone " + Quantity.formatBytesPerSecond(rate)));
      if (!ofNode.isEmpty()) {
        out.println("nodes of kind " + group.name() + ": " + String.join(", ", ofNode));
      }
    }
  }
}
