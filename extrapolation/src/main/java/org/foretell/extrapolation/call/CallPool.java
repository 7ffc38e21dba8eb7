package org.foretell.extrapolation.call;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Distinct calls, call sites and markers of several traces, each with a number. */
public final class CallPool {
  private final List<Call> calls = new ArrayList<>();
  private final Map<Call, Integer> numbers = new HashMap<>();
  private final List<String> sites = new ArrayList<>();
  private final Map<String, Integer> siteNumbers = new HashMap<>();
  private final List<String> markers = new ArrayList<>();
  private final Map<String, Integer> markerNumbers = new HashMap<>();

  private final boolean hasSlots;

  /**
   * Creates an empty pool.
   *
   * @param hasSlots whether calls keep the slots of requests, since some cannot be followed
   */
  public CallPool(boolean hasSlots) {
    this.hasSlots = hasSlots;
  }

  /** {@return whether calls keep the slots of requests} */
  public boolean hasSlots() {
    return hasSlots;
  }

  int add(Call call) {
    return number(call, calls, numbers);
  }

  int site(String text) {
    return number(text, sites, siteNumbers);
  }

  int marker(String name) {
    return number(name, markers, markerNumbers);
  }

  private static <T> int number(T value, List<T> values, Map<T, Integer> numbers) {
    Integer known = numbers.putIfAbsent(value, values.size());
    if (known != null) {
      return known;
    }
    values.add(value);
    return values.size() - 1;
  }

  /**
   * {@return a call}
   *
   * @param number as the pool gave it
   */
  public Call call(int number) {
    return calls.get(number);
  }

  /** {@return the number of distinct calls} */
  public int size() {
    return calls.size();
  }

  /** {@return the call sites, in the order of their numbers} */
  public List<String> sites() {
    return sites;
  }

  /** {@return the markers, in the order of their numbers} */
  public List<String> markers() {
    return markers;
  }
}
