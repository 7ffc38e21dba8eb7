/**
 * Benchmarks of OpenSHMEM, generated from a configuration as by ShmemBench (Meswani, Carrington,
 * Snavely, Poole: Tools for Benchmarking, Tracing, and Simulating SHMEM Applications, CUG 2012).
 *
 * <pre>{@code
 * BenchConfiguration configuration = BenchConfiguration.read(Path.of("config.txt"));
 * new ShmemBench(configuration, BenchLanguage.C, 10).writeTo(Path.of("bench"));
 * }</pre>
 */
@NullMarked
package org.foretell.generators.shmembench;

import org.jspecify.annotations.NullMarked;
