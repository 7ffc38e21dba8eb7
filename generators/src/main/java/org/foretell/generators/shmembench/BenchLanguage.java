package org.foretell.generators.shmembench;

/** The languages of benchmarks. */
public enum BenchLanguage {
  /** C11. */
  C("c", "shmem-bench.c", "c.ftl", "routines.txt"),
  /** C++17. */
  CPP("c++", "shmem-bench.cpp", "c.ftl", "routines.txt"),
  /** Fortran, with the routines of OpenSHMEM 1.3. */
  FORTRAN("fortran", "shmem-bench.f90", "f90.ftl", "routines-fortran.txt");

  private final String label;
  private final String source;
  private final String template;
  private final String routines;

  BenchLanguage(String label, String source, String template, String routines) {
    this.label = label;
    this.source = source;
    this.template = template;
    this.routines = routines;
  }

  String source() {
    return source;
  }

  String template() {
    return "shmem-bench." + template;
  }

  String routines() {
    return routines;
  }

  @Override
  public String toString() {
    return label;
  }
}
