#!/usr/bin/env bash
# Predicts seven programs on this machine and sets the predictions beside measured times: run.sh [ROUNDS]
# Writes docs/validation.md and its plot. Two cores, some minutes, best on a machine that does nothing else.
#
#   WORK       where measurements stay (default: validation/work); rounds that it has are kept
#   PAGE       the page to write (default: docs/validation.md)
#   PROGRAMS   what to run (default: validation/programs.txt)
#   MOST       how many times predicted and measured time may differ; if more, the exit code is 1
#   STEADY     no: run all once, wherever the host of a virtual machine has put the processors and whoever else uses
#              them; otherwise a run that was not steady is repeated some times (steady)
set -euo pipefail
rounds=${1:-9}
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/.."
work=${WORK:-$here/work}
mkdir -p "$work/raw" "$work/programs"
work=$(cd "$work" && pwd)

needed=()
for tool in gcc:gcc make:make gfortran:gfortran mpicc.openmpi:libopenmpi-dev mpirun.openmpi:openmpi-bin \
  shmemrun:openmpi-bin java:openjdk-17-jdk-headless; do
  command -v "${tool%%:*}" >/dev/null || needed+=("${tool##*:}")
done
if ((${#needed[@]})); then
  echo "validation: missing; please: apt-get install $(printf '%s\n' "${needed[@]}" | sort -u | tr '\n' ' ')" >&2
  exit 69
fi
if (($(nproc) < 2)); then
  echo "validation: two ranks need two cores, and there is $(nproc)" >&2
  exit 69
fi

export FORETELL_TRACER=${FORETELL_TRACER:-$here/../tracer/build/libforetell-trace.so}
[[ -e $FORETELL_TRACER ]] || tracer/build.sh
./sim --version >/dev/null
make -s -C examples/programs OUT="$work/programs" MPICC=mpicc.openmpi MPIFC=mpifort.openmpi
gcc -O2 -pthread -o "$work/neighbours" validation/neighbours.c

if ((EUID == 0)); then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
export MPIRUN=${MPIRUN:-mpirun.openmpi --bind-to core -np 2}
export SHMEMRUN=${SHMEMRUN:-shmemrun --bind-to core --mca memory ^patcher -x SHMEM_SYMMETRIC_SIZE=256M -np 2}
if [[ ${STEADY:-yes} == yes ]]; then
  # Half as much again as the least of some seconds counts as near.
  least=$(for ((i = 0; i < 40; i++)); do "$work/neighbours" && sleep 0.2; done | sort -n | head -1)
  export STEADY_PROBE=$work/neighbours STEADY_LIMIT=$((least * 3 / 2)) STEADY_LOG=$work/unsteady.txt
fi

for ((round = 1; round <= rounds; round++)); do
  [[ ! -e $work/round-$round ]] || continue
  echo "round $round of $rounds"
  # Calibrated in each round, so that the machine is measured as often as the programs.
  ./sim calibrate --run "$here/steady $MPIRUN" --run-shmem "$here/steady $SHMEMRUN" --keep "$work/calibrated-$round" \
    --out "$work/one.json" >/dev/null
  validation/measure.sh "$work" "$round" yes
  : >"$work/round-$round"
done

unsteady=$(grep -c ',unsteady$' "$work/measured.csv" || true)
if ((unsteady > 0)); then
  echo "validation: $unsteady of $(wc -l <"$work/measured.csv") runs were not steady, even when repeated: other" \
    "processes or the host took the processors. The page marks them. For better figures, remove $work and run this on" \
    "an idle machine; where that cannot be had, STEADY=no $0 repeats nothing and takes less time." >&2
fi

files=()
for folder in "$work"/calibrated-*; do
  files+=(--intra "$folder/intra.csv" --intra "$folder/shmem.csv")
done
./sim calibrate "${files[@]}" --name local --cores-per-node "$(nproc)" --out "$work/local.json" >"$work/calibrated.txt"
for trace in "$work"/raw/*-1; do
  ./sim check "$trace" >"$work/check.txt" || {
    cat "$work/check.txt" >&2
    exit 1
  }
done
{
  echo "Measured on $(date -u +%Y-%m-%d), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores," \
    "$(systemd-detect-virt 2>/dev/null || echo "virtualisation unknown");"
  echo "$(mpirun.openmpi --version | head -1), shared memory; $(gcc --version | head -1)."
} >"$work/machine.txt"
java -cp "$here/../.sim/lib/*" validation/Validation.java "$work" "${PAGE:-docs/validation.md}" ${MOST:+"$MOST"}
