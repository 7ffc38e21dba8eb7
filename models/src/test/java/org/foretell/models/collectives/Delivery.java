package org.foretell.models.collectives;

/** Messages that carry nothing but their size. */
abstract class Delivery implements ScheduleRun.Data {
  @Override
  public Object send(int member, int to, long bytes) {
    return "";
  }

  @Override
  public void receive(int member, int from, long bytes, Object content) {}

  @Override
  public void reduce(int member, long bytes) {}
}
