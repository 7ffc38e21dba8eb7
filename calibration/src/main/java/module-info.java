/** Machine files from measurements. */
module org.foretell.calibration {
  requires java.desktop;
  requires hipparchus.core;
  requires org.apache.commons.csv;
  requires transitive org.foretell.machine;
  requires transitive org.foretell.trace;
  requires org.foretell.pictures;
  requires org.foretell.machines;
  requires static transitive org.jspecify;
  requires xchart;

  exports org.foretell.calibration;
  exports org.foretell.calibration.core;
  exports org.foretell.calibration.fit;
  exports org.foretell.calibration.measurement;
  exports org.foretell.calibration.plot;
  exports org.foretell.calibration.program;
}
