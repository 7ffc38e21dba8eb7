package org.foretell.timelines;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Paraver's three files, read as strictly as its manual describes them, with the sums that
 * Paraver's configurations show. Whatever is not as described is an {@link AssertionError}.
 *
 * @param endNs time of the header
 * @param states nanoseconds by {@code task.thread state}
 * @param calls nanoseconds by {@code task.thread value}, of event types 50000001 to 50000005
 * @param callCounts how many there are of those
 * @param messages by {@code task>task}
 * @param bytes by {@code task>task}
 * @param communicators tasks by the communicator's number
 * @param collectives of each call the task and the values of event types 50100001 to 50100004, -1
 *     for one that is not there
 */
record PrvFile(
    long endNs,
    Map<String, Long> states,
    Map<String, Long> calls,
    Map<String, Long> callCounts,
    Map<String, Long> messages,
    Map<String, Long> bytes,
    Map<Long, List<Long>> communicators,
    List<long[]> collectives) {
  private static final Pattern HEADER =
      Pattern.compile(
          "#Paraver \\(\\d\\d/\\d\\d/\\d{4} at \\d\\d:\\d\\d\\):(\\d+)_ns:(\\d+)\\(([\\d,]+)\\):1:"
              + "(\\d+)\\(((?:\\d+:\\d+,?)+)\\),(\\d+)");

  /** Reads and checks. */
  static PrvFile of(List<String> records, List<String> names, List<String> rows) {
    Matcher header = HEADER.matcher(records.get(0));
    check(header.matches(), records.get(0));
    long endNs = Long.parseLong(header.group(1));
    int[] nodeOfCpu = cpus(header);
    List<int[]> tasks = new ArrayList<>();
    for (String task : header.group(5).split(",", -1)) {
      String[] parts = task.split(":", -1);
      tasks.add(new int[] {Integer.parseInt(parts[0]), Integer.parseInt(parts[1])});
    }
    check(tasks.size() == Integer.parseInt(header.group(4)), records.get(0));
    int threads = tasks.stream().mapToInt(task -> task[0]).sum();
    checkRows(rows, threads, tasks.size());
    PrvFile read =
        new PrvFile(
            endNs,
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new TreeMap<>(),
            new ArrayList<>());
    int first = 1 + Integer.parseInt(header.group(6));
    records.subList(1, first).forEach(line -> read.addCommunicator(line, tasks.size()));
    read.addAll(records.subList(first, records.size()), names(names), nodeOfCpu, tasks);
    return read;
  }

  private static void check(boolean right, String line) {
    if (!right) {
      throw new AssertionError(line);
    }
  }

  private void addCommunicator(String line, int tasks) {
    check(line.matches("c:1(:\\d+)+"), line);
    List<Long> parts =
        List.of(line.substring(4).split(":", -1)).stream().map(Long::valueOf).toList();
    List<Long> members = parts.subList(2, parts.size());
    check(parts.get(1) == members.size() && !members.isEmpty(), line);
    check(members.stream().distinct().count() == members.size(), line);
    check(members.stream().allMatch(task -> task >= 1 && task <= tasks), line);
    check(parts.get(0) == communicators.size() + 1, line);
    communicators.put(parts.get(0), members);
  }

  /** A line of events of a call of a collective has its size and communicator. */
  private void addCollective(long[] parts, String record) {
    long[] values = {parts[3], -1, -1, -1, -1};
    boolean begins = false;
    for (int i = 6; i < parts.length; i += 2) {
      begins |= parts[i] == 50_000_002 && parts[i + 1] > 0;
      if (parts[i] >= 50_100_001 && parts[i] <= 50_100_004) {
        int at = (int) (parts[i] - 50_100_000);
        check(values[at] == -1, record);
        values[at] = parts[i + 1];
      }
    }
    check(begins == (values[1] >= 0 && values[2] >= 0 && values[4] >= 0), record);
    if (begins) {
      check(values[3] == -1 || values[3] == 1, record);
      check(communicators.get(values[4]).contains(parts[3]), record);
      collectives.add(values);
    }
  }

  /** The node of each CPU, both counted from 1. */
  private static int[] cpus(Matcher header) {
    String[] counts = header.group(3).split(",", -1);
    check(counts.length == Integer.parseInt(header.group(2)), header.group());
    List<Integer> nodes = new ArrayList<>(List.of(0));
    for (int node = 1; node <= counts.length; node++) {
      check(Integer.parseInt(counts[node - 1]) > 0, header.group());
      for (int cpu = 0; cpu < Integer.parseInt(counts[node - 1]); cpu++) {
        nodes.add(node);
      }
    }
    return nodes.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Each level has as many names as it says. */
  private static void checkRows(List<String> rows, int threads, int tasks) {
    int at = 0;
    for (Map.Entry<String, Integer> level :
        List.of(Map.entry("THREAD", threads), Map.entry("TASK", tasks))) {
      check(
          rows.get(at).equals("LEVEL " + level.getKey() + " SIZE " + level.getValue()),
          rows.get(at));
      for (int i = 1; i <= level.getValue(); i++) {
        check(!rows.get(at + i).isBlank(), "no name in row " + (at + i));
      }
      at += level.getValue() + 1;
      check(at == rows.size() || rows.get(at).isEmpty(), level.getKey());
      at++;
    }
    check(at > rows.size(), rows.get(rows.size() - 1));
  }

  /** Names of states as {@code state n}, of values as {@code type:value}. */
  private static Set<String> names(List<String> lines) {
    Set<String> known = new HashSet<>();
    Set<String> coloured = new HashSet<>();
    List<String> types = new ArrayList<>();
    String section = "";
    for (String line : lines) {
      if (line.matches("[A-Z_]+")) {
        section = line;
        if (line.equals("EVENT_TYPE")) {
          types.clear();
        }
        continue;
      }
      Matcher entry = Pattern.compile("(\\d+) +(\\S.*)").matcher(line);
      if (!entry.matches()) {
        continue;
      }
      switch (section) {
        case "STATES" -> check(known.add("state " + entry.group(1)), line);
        case "STATES_COLOR" -> {
          check(entry.group(2).matches("\\{\\d{1,3},\\d{1,3},\\d{1,3}\\}"), line);
          coloured.add("state " + entry.group(1));
        }
        case "EVENT_TYPE" -> {
          String type = entry.group(2).split(" +", 2)[0];
          types.add(type);
          // Of a gradient, values are numbers without names.
          check(!entry.group(1).equals("1") || known.add(type), line);
        }
        case "VALUES" -> types.forEach(t -> check(known.add(t + ":" + entry.group(1)), line));
        default -> throw new AssertionError(section + ": " + line);
      }
    }
    check(
        known.containsAll(coloured)
            && coloured.size() == known.stream().filter(name -> name.startsWith("s")).count(),
        "states and colours");
    return known;
  }

  private void addAll(List<String> records, Set<String> names, int[] nodeOfCpu, List<int[]> tasks) {
    long last = 0;
    Map<String, Long> stateEnds = new HashMap<>();
    Map<String, String> inCall = new HashMap<>();
    Map<String, Long> since = new HashMap<>();
    for (String record : records) {
      check(record.matches("[123](:\\d+)+"), record);
      long[] parts = List.of(record.split(":", -1)).stream().mapToLong(Long::parseLong).toArray();
      String row = row(parts, 1, nodeOfCpu, tasks, record);
      check(parts[5] >= last && parts[5] <= endNs, record);
      last = parts[5];
      switch ((int) parts[0]) {
        case 1 -> {
          check(parts.length == 8 && parts[6] > parts[5] && parts[6] <= endNs, record);
          check(names.contains("state " + parts[7]), record);
          check(stateEnds.getOrDefault(row, 0L) <= parts[5], record);
          stateEnds.put(row, parts[6]);
          states.merge(row + " " + parts[7], parts[6] - parts[5], Long::sum);
        }
        case 2 -> {
          check(parts.length >= 8 && parts.length % 2 == 0, record);
          addCollective(parts, record);
          for (int i = 6; i < parts.length; i += 2) {
            boolean isNumber = names.contains(Long.toString(parts[i]));
            check(isNumber || names.contains(parts[i] + ":" + parts[i + 1]), record);
            if (parts[i] >= 50_000_001 && parts[i] <= 50_000_005) {
              if (parts[i + 1] != 0) {
                check(inCall.put(row, parts[i] + ":" + parts[i + 1]) == null, record);
                since.put(row, parts[5]);
              } else {
                String call = inCall.remove(row);
                check(call != null && call.startsWith(parts[i] + ":"), record);
                String key = row + " " + call.substring(call.indexOf(':') + 1);
                calls.merge(key, parts[5] - since.get(row), Long::sum);
                callCounts.merge(key, 1L, Long::sum);
              }
            }
          }
        }
        default -> {
          check(parts.length == 15, record);
          row(parts, 7, nodeOfCpu, tasks, record);
          // Logical and physical send, logical and physical receive.
          check(parts[6] >= parts[5] && parts[12] >= parts[11], record);
          check(parts[12] >= parts[6] && parts[12] <= endNs, record);
          String pair = parts[3] + ">" + parts[9];
          messages.merge(pair, 1L, Long::sum);
          bytes.merge(pair, parts[13], Long::sum);
        }
      }
    }
    check(inCall.isEmpty(), inCall.toString());
  }

  /** CPU, application, task and thread must exist, and the CPU be one of the task's node. */
  private static String row(
      long[] parts, int at, int[] nodeOfCpu, List<int[]> tasks, String record) {
    check(parts[at] >= 1 && parts[at] < nodeOfCpu.length && parts[at + 1] == 1, record);
    check(parts[at + 2] >= 1 && parts[at + 2] <= tasks.size(), record);
    int[] task = tasks.get((int) parts[at + 2] - 1);
    check(nodeOfCpu[(int) parts[at]] == task[1], record);
    check(parts[at + 3] >= 1 && parts[at + 3] <= task[0], record);
    return parts[at + 2] + "." + parts[at + 3];
  }
}
