#!/usr/bin/env bash
# Runs all benchmarks and writes what they say to benchmarks/results/.
#
# Usage: benchmarks/run.sh [LU_TRACE] [JMH_OPTION...]
#
# LU_TRACE as in whole-process.sh, - for none. JMH options go to the microbenchmarks, for example a
# regular expression of those to run. Takes about half an hour on a machine that is otherwise idle.
set -euo pipefail
lu=${1:--}
(($# == 0)) || shift
if [[ $lu == - ]]; then lu=; else lu=$(realpath -e "$lu"); fi
cd "$(dirname "$0")/.."
results=benchmarks/results

mvn -B -ntp -q -DskipTests -pl benchmarks -am package

java=java
[[ -z ${JAVA_HOME:-} ]] || java=$JAVA_HOME/bin/java
# The last lines of the log are the table of results.
"$java" -jar benchmarks/target/benchmarks.jar -prof gc -rf json -rff "$results/jmh.json" "$@" |
  tee "$results/jmh.log"
# Where the JDK lives on this machine is nobody's business.
sed -i '/^ *"jvm" :/d' "$results/jmh.json"

{
  echo '# Measured'
  echo
  echo "- date: $(date -u +%Y-%m-%d)"
  echo "- commit: $(git rev-parse --short HEAD)"
  echo "- processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores"
  echo "- memory: $(awk '/^MemTotal/ { printf "%.0f GB", $2 * 1024 / 1e9 }' /proc/meminfo)"
  echo "- system: $(uname -s) $(uname -r | cut -d . -f 1,2)"
  echo "- Java: $("$java" -version 2>&1 | sed -n 2p)"
  echo
  echo '## Microbenchmarks'
  echo
  echo '```'
  sed -n '/^Benchmark /,/^$/p' "$results/jmh.log" | grep -v -e 'gc\.alloc\.rate  ' -e 'gc\.count' -e 'gc\.time'
  echo '```'
  echo
  echo '## Whole processes'
  echo
  benchmarks/whole-process.sh "$lu" || true
} >"$results/README.md.new"
rm "$results/jmh.log"
mv "$results/README.md.new" "$results/README.md"
