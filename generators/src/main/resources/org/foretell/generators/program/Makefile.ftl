# make: builds it.   make check: builds and runs it, on ${ranks?c} ranks.
# make CPPFLAGS='-DCOMPUTE_SCALE=0.5': for a core that is twice as fast.
CC = <#if api == "mpi">mpicc<#else>oshcc</#if>
CFLAGS = -O2 -std=gnu11 -Wall -Wextra -Werror
RUN = <#if api == "mpi">mpirun<#else>shmemrun</#if> -np ${ranks?c}

${name}: ${name}.c runtime.h
	$(CC) $(CPPFLAGS) $(CFLAGS) -o $@ ${name}.c

check: ${name}
	PROGRAM_DATA='$(CURDIR)' $(RUN) ./${name}

clean:
	rm -f ${name}

.PHONY: check clean
