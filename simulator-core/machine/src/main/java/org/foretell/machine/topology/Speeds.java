package org.foretell.machine.topology;

import java.util.List;
import org.foretell.machine.LinkSpeed;

/** Link speeds that are given one for each level or dimension, or one for all. */
final class Speeds {
  private Speeds() {}

  /** As many speeds as there are levels. */
  static LinkSpeed[] forEach(String what, List<LinkSpeed> speeds, int count) {
    LinkSpeed[] all = new LinkSpeed[count];
    if (speeds.size() != 1) {
      Dimensions.checkCount(what + ", one for all or one for each", count, speeds.size());
    }
    for (int index = 0; index < count; index++) {
      all[index] = speeds.get(speeds.size() == 1 ? 0 : index);
    }
    return all;
  }
}
