#!/usr/bin/env bash
# Builds the tracer, for each MPI that is installed, into tracer/build. Needs a JDK, a C compiler and an MPI.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=${1:-$here/build}
version=$(sed -n '0,/<version>\(.*\)<\/version>/s//\1/p' "$here/../pom.xml" | head -1)
flags=(-std=gnu11 -O2 -fPIC -fexceptions -fvisibility=hidden -pthread -Wall -Wextra -Werror
  -DFORETELL_TRACER_VERSION="\"${version:-unknown}\"")
needed=()
command -v "${CC:-cc}" >/dev/null || needed+=(gcc)
command -v nm >/dev/null || needed+=(binutils)
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
command -v "$javac" >/dev/null || needed+=(openjdk-17-jdk-headless)
declare -A compiler=()
for mpi in openmpi mpich; do
  if command -v "mpicc.$mpi" >/dev/null; then
    compiler[$mpi]=mpicc.$mpi
  fi
done
# Elsewhere than in Debian there is one MPI, and its compiler has no suffix.
if ((${#compiler[@]} == 0)) && command -v mpicc >/dev/null; then
  if mpicc -show 2>/dev/null | grep -q mpich; then compiler[mpich]=mpicc; else compiler[openmpi]=mpicc; fi
fi
((${#compiler[@]})) || needed+=("libopenmpi-dev (or libmpich-dev)")
if ((${#needed[@]})); then
  echo "tracer: missing; please: apt-get install ${needed[*]}" >&2
  exit 1
fi

mkdir -p "$build/generator"
"$javac" --release 17 -Xlint:all -Werror -d "$build/generator" $(find "$here/generator" -name '*.java')

# The libraries of an MPI that hold functions of the interface, as nm lists them.
list_symbols() { # compiler, name of the library, file
  local path
  path=$(${1} $(${1} -show 2>/dev/null | tr ' ' '\n' | grep -- '^-L' || true) "-print-file-name=$2")
  [[ $path == */* ]] || return 1
  nm -D --defined-only "$path" >"$3"
}

for mpi in "${!compiler[@]}"; do
  cc=${compiler[$mpi]}
  out=$build/$mpi
  mkdir -p "$out"
  fortran=()
  defines=()
  if [[ $mpi == openmpi ]]; then
    list_symbols "$cc" libmpi.so "$out/c.nm"
    list_symbols "$cc" libmpi_mpifh.so "$out/mpifh.nm" && fortran+=("$out/mpifh.nm")
    list_symbols "$cc" libmpi_usempif08.so "$out/f08.nm" && fortran+=("$out/f08.nm")
  else
    list_symbols "$cc" libmpich.so "$out/c.nm" || list_symbols "$cc" libmpi.so "$out/c.nm"
    { list_symbols "$cc" libmpichfort.so "$out/fortran.nm" || list_symbols "$cc" libmpifort.so "$out/fortran.nm"; } &&
      fortran+=("$out/fortran.nm")
  fi
  if ((${#fortran[@]})); then defines=(-DFORETELL_FORTRAN); fi
  sources=("$here"/src/runtime/*.c "$here"/src/mpi/*.c)
  if [[ $mpi == openmpi ]] && list_symbols "$cc" liboshmem.so "$out/shmem.nm"; then
    "${javac%c}" -cp "$build/generator" org.foretell.tracer.Generate "$here/spec/shmem.xml" "$here/spec/interface.xsd" \
      "$out" "$out/shmem.nm"
    # The specification is held to the prototypes of the library's header.
    "$cc" "${flags[@]}" -Wno-pedantic -I"$out" -fsyntax-only "$out/shmem_check.c"
    defines+=(-DFORETELL_SHMEM)
    sources+=("$here"/src/shmem/*.c)
  fi
  echo -n "$mpi: "
  "${javac%c}" -cp "$build/generator" org.foretell.tracer.Generate "$here/spec/mpi.xml" "$here/spec/interface.xsd" \
    "$out" "$out/c.nm" "${fortran[@]}"
  objects=()
  for source in "${sources[@]}" $(ls "$out"/*.c | grep -v shmem_check); do
    object=$out/$(basename "${source%.c}").o
    objects+=("$object")
    if [[ ! $object -nt $source || -n $(find "$here/src" "$here/include" "$out" "$here/build.sh" \( -name '*.h' -o -name '*.inc' -o -name build.sh \) -newer "$object") ]]; then
      rm -f "$object"
      "$cc" "${flags[@]}" "${defines[@]}" -I"$here/include" -I"$here/src/runtime" -I"$here/src/mpi" -I"$here/src/shmem" -I"$out" \
        -c "$source" -o "$object" &
      if (($(jobs -rp | wc -l) >= 2)); then wait -n; fi
    fi
  done
  while [[ -n $(jobs -rp) ]]; do wait -n; done
  # Not linked with MPI: a process without it is left as it is.
  "${CC:-cc}" -shared -pthread -Wl,-soname,"libforetell-trace-$mpi.so" -Wl,-z,defs -o "$build/libforetell-trace-$mpi.so" \
    "${objects[@]}" -ldl
done
# The one that is preloaded, which chooses among them.
stub=$build/stub
mkdir -p "$stub"
listings=()
for mpi in "${!compiler[@]}"; do
  nm -D --defined-only "$build/libforetell-trace-$mpi.so" >"$stub/$mpi.nm"
  listings+=("$stub/$mpi.nm")
done
"${javac%c}" -cp "$build/generator" org.foretell.tracer.Stubs "$stub/stubs.c" "${listings[@]}"
"${CC:-cc}" "${flags[@]}" -shared -pthread -I"$here/src/stub" -Wl,-soname,libforetell-trace.so -Wl,-z,defs \
  -o "$build/libforetell-trace.so" "$here/src/stub/stub.c" "$stub/stubs.c" -ldl
echo "built in $build: $(cd "$build" && echo *.so)"
