# Needs the compiler of an OpenSHMEM library; with Debian's Open MPI: apt-get install gcc g++ libopenmpi-dev
<#if language == "c">
SHMEMCC ?= oshcc
CFLAGS ?= -O2
override CFLAGS += -std=c11 -Wall -Wextra -Werror -Wno-deprecated-declarations

shmem-bench: ${source}
	$(SHMEMCC) $(CFLAGS) $< -o $@
<#elseif language == "c++">
SHMEMCXX ?= oshc++
CXXFLAGS ?= -O2
override CXXFLAGS += -std=c++17 -Wall -Wextra -Werror -Wno-deprecated-declarations

shmem-bench: ${source}
	$(SHMEMCXX) $(CXXFLAGS) $< -o $@
<#else>
SHMEMFC ?= oshfort
FFLAGS ?= -O2
# Routines of OpenSHMEM take data of any type, which Fortran has no way to declare.
CHECKS := -Wall -std=legacy
override FFLAGS += $(CHECKS)

shmem-bench: ${source}
	$(SHMEMFC) $(FFLAGS) $< -o $@

# For libraries without Fortran, such as Debian's Open MPI: checks the program without linking it.
# SHMEM_INCLUDE is the folder of shmem.fh; this finds that of Debian.
SHMEM_INCLUDE ?= $(patsubst %/,%,$(dir $(firstword $(wildcard /usr/lib/*/fortran/*/openmpi/shmem.fh /usr/include/shmem.fh))))
syntax: ${source}
	@test -e "$(SHMEM_INCLUDE)/shmem.fh" || { echo "set SHMEM_INCLUDE to the folder of shmem.fh" >&2; exit 1; }
	gfortran -fsyntax-only $(CHECKS) -I$(SHMEM_INCLUDE) $<
</#if>

clean:
	rm -f shmem-bench

.PHONY: clean<#if language == "fortran"> syntax</#if>
