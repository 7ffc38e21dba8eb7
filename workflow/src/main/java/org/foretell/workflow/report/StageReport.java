package org.foretell.workflow.report;

/**
 * A stage in the result.
 *
 * @param stage its name
 * @param tasks how many it has
 * @param attempts how often the master dealt one of them out
 * @param retried how many of the attempts repeated one whose result was wrong
 * @param lost how many attempts a failure of their nodes ended
 * @param meanSeconds mean time of an attempt at its worker, without those that a failure ended:
 *     files, computation, check
 * @param leastSeconds the shortest attempt
 * @param mostSeconds the longest attempt
 * @param meanQueueSeconds mean time from the moment at which a task was ready until a worker had it
 * @param mostQueueSeconds the longest such time
 * @param busyShare its share of the time of all workers, 0 to 1
 * @param firstStartSeconds when a worker began its first task
 * @param lastEndSeconds when a worker ended its last task
 */
public record StageReport(
    String stage,
    int tasks,
    int attempts,
    int retried,
    int lost,
    double meanSeconds,
    double leastSeconds,
    double mostSeconds,
    double meanQueueSeconds,
    double mostQueueSeconds,
    double busyShare,
    double firstStartSeconds,
    double lastEndSeconds) {}
