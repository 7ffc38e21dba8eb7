package org.foretell.generators.shmembench;

/**
 * A test: all routines of a class with one size.
 *
 * @param number that the user gave, at least 0; several sizes of a line share it
 * @param testClass which routines
 * @param elements how many elements a put, get or collective moves, at least 1
 * @param stride of strided routines, in elements, at least 1
 */
public record BenchTest(int number, TestClass testClass, int elements, int stride) {}
