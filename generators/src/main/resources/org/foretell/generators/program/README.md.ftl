# ${name}

A program in C that does what ${ranks} ranks did in the run of which the trace "${trace}" was taken: the
same calls of <#if api == "mpi">MPI<#else>OpenSHMEM</#if>, with the same sizes, partners and order, and computation that takes as long. It
stands for the traced program where that cannot be given away, or cannot be built. It holds neither its data nor
its results.

    make
    make check          # runs it on ${ranks?c} ranks: PROGRAM_DATA=. <#if api == "mpi">mpirun<#else>shmemrun</#if> -np ${ranks?c} ./${name}

It prints the seconds that rank 0 took, and those of each phase.

| to change | write |
|---|---|
| computation, for a core that is faster or slower | `make CPPFLAGS='-DCOMPUTE_SCALE=0.5'` |
| sizes of messages | `make CPPFLAGS='-DSIZE_SCALE=2'` |
| computation that leaves the core to others | `make CPPFLAGS='-DCOMPUTE_SLEEP'` |
| the seed of drawn durations | `make CPPFLAGS='-DSEED=2'` |
<#if api == "mpi" && objects gt 0>
| windows made by `MPI_Win_create` instead of `MPI_Win_allocate`, which a trace does not tell apart | `make CPPFLAGS='-DWINDOW_CREATE=1'` |
</#if>

`${name}.c` is what the ranks do. `runtime.h` is what it is made of.<#if (inFile > 0)> `${name}.tables` holds lists that are
too long to read.</#if><#if exact> `bursts/` holds how long each burst of each rank took.</#if> The program looks for these files in the folder
`PROGRAM_DATA` if that is set, else beside itself, else in the current folder.

* Computation is <#if compute == "exact">as long as recorded, burst by burst<#elseif compute == "sampled">drawn from the durations of each place, from a fixed seed<#else>the mean of each place</#if>. A loop of
  multiplications, calibrated at the start, takes the time of the traced machine.<#if api == "mpi"> Before calls that send
  4 KiB or more, a part of that time goes into writing what they send.</#if>
* Sizes are bytes; reductions are sums where elements have 4 or 8 bytes.
<#if vectors == "mean">
* Irregular exchanges send the same to each member, their average.
</#if>
* A call that completes any of several requests may complete others than in the traced run; the program goes on
  with those that are left.
<#if api == "shmem">
* Waits are for a number that the updates carry. Puts that others wait for keep their size whatever the scale.
</#if>
<#list skipped as what>
* Left out: ${what}.
</#list>
