package org.foretell.models.collectives.profile;

/**
 * The fixed decisions of Open MPI's component "tuned" from version 4.1 on, in the form that {@link
 * BandTable} reads. Trees take messages in one piece there.
 */
final class OpenMpi5Tables {
  private OpenMpi5Tables() {}

  /** By the size of a block; linear-sync has no limit there. */
  static final String ALLTOALL =
      """
      alltoall <3 pairwise<2 two-proc<4 pairwise<16 two-proc<64 pairwise<256 two-proc<4096 pairwise<32768 linear-sync<262144 two-proc<1048576 pairwise
      alltoall <8 linear-sync<8192 linear<16384 linear-sync<65536 linear<524288 pairwise<1048576 linear
      alltoall <16 linear-sync<262144 linear
      alltoall <32 linear-sync<4 modified-bruck<512 linear-sync<8192 linear<32768 linear-sync<262144 linear<524288 linear-sync
      alltoall <64 modified-bruck<512 linear<524288 linear-sync
      alltoall <128 modified-bruck<1024 linear<2048 linear-sync<4096 linear<262144 pairwise
      alltoall <256 modified-bruck<1024 linear-sync<2048 linear<262144 pairwise
      alltoall <512 modified-bruck<1024 linear-sync<8192 linear<32768 pairwise
      alltoall <1024 modified-bruck<512 linear-sync<8192 linear<16384 linear-sync<131072 linear<262144 pairwise
      alltoall <2048 modified-bruck<512 linear-sync<1024 linear<2048 linear-sync<16384 linear<262144 linear-sync
      alltoall <4096 modified-bruck<1024 linear-sync<4096 linear<8192 linear-sync<131072 linear
      alltoall * modified-bruck<2048 linear-sync<8192 linear<16384 linear-sync<32768 linear<65536 linear-sync
      """;

  /** By the size of the vector or of a block, for operators that commute. */
  static final String COMMUTATIVE =
      """
      barrier <4 recursive-doubling
      barrier <8 linear
      barrier <64 recursive-doubling
      barrier <256 bruck
      barrier <512 tree
      barrier <1024 bruck
      barrier <4096 tree
      barrier * bruck

      bcast <4 pipeline/whole<32 binary/whole<256 pipeline/whole<512 k-nomial/whole<1024 flat<32768 binary/whole<131072 pipeline/whole<262144 flat<524288 binomial/whole<1048576 binary/whole
      bcast <8 binary/whole<64 binomial/whole<128 binary/whole<2048 binomial/whole<8192 flat<1048576 pipeline/whole
      bcast <16 k-nomial/whole<8 binary/whole<64 k-nomial/whole<4096 binary/whole<16384 binomial/whole<32768 flat
      bcast <32 k-nomial/whole<4096 binomial/whole<1048576 scatter-recursive-doubling
      bcast <64 binomial/whole<2048 k-nomial/whole
      bcast <128 k-nomial/whole
      bcast <256 binomial/whole<2 binary/whole<16384 flat<32768 binary/whole<65536 k-nomial/whole
      bcast <1024 k-nomial/whole<16384 split-binary/whole<32768 k-nomial/whole
      bcast <2048 k-nomial/whole<524288 scatter-recursive-doubling
      bcast <4096 k-nomial/whole<262144 scatter-recursive-doubling
      bcast * k-nomial/whole<8192 binary/whole<16384 k-nomial/whole<262144 scatter-recursive-doubling

      reduce <4 rabenseifner<8 binary/whole<16 pipeline/whole<32 linear<262144 pipeline/whole
      reduce <8 binary/whole<4096 pipeline/whole<65536 binomial/whole<262144 linear<524288 binomial/whole<1048576 linear
      reduce <16 binary/whole<8192 binomial/whole
      reduce <32 binary/whole<4096 binomial/whole
      reduce <256 binomial/whole
      reduce <512 binomial/whole<8192 in-order-binary/whole<16384 binomial/whole
      reduce <2048 binomial/whole
      reduce <4096 binomial/whole<512 in-order-binary/whole<1024 binomial/whole<8192 in-order-binary/whole<16384 binomial/whole
      reduce * binomial/whole<16 in-order-binary/whole<32 binomial/whole<1024 in-order-binary/whole<2048 binomial/whole<8192 in-order-binary/whole<16384 binomial/whole

      allreduce <4 ring<8 recursive-doubling<4096 ring<8192 recursive-doubling<16384 ring<65536 segmented-ring/whole<262144 rabenseifner
      allreduce <8 ring<16 recursive-doubling<8192 rabenseifner
      allreduce <16 recursive-doubling<8192 rabenseifner
      allreduce <32 segmented-ring/whole<64 recursive-doubling<4096 rabenseifner
      allreduce <64 segmented-ring/whole<128 rabenseifner
      allreduce <128 recursive-doubling<262144 rabenseifner
      allreduce <256 reduce-bcast<131072 recursive-doubling<262144 rabenseifner
      allreduce <512 reduce-bcast<4096 rabenseifner
      allreduce <2048 reduce-bcast<2048 recursive-doubling<16384 rabenseifner
      allreduce <4096 reduce-bcast<2048 segmented-ring/whole<4096 recursive-doubling<16384 rabenseifner
      allreduce * reduce-bcast<2048 segmented-ring/whole<16384 recursive-doubling<32768 rabenseifner

      allgather <3 two-proc
      allgather <32 recursive-doubling
      allgather <64 recursive-doubling<1024 neighbor-exchange<65536 ring
      allgather <128 recursive-doubling<512 neighbor-exchange<65536 ring
      allgather <256 recursive-doubling<512 neighbor-exchange<131072 ring<524288 neighbor-exchange<1048576 ring
      allgather <512 recursive-doubling<32 bruck<128 recursive-doubling<1024 neighbor-exchange<131072 ring<524288 neighbor-exchange<1048576 ring
      allgather <1024 recursive-doubling<64 bruck<256 recursive-doubling<2048 neighbor-exchange
      allgather <2048 recursive-doubling<4 bruck<8 recursive-doubling<16 bruck<32 recursive-doubling<256 bruck<512 recursive-doubling<4096 neighbor-exchange
      allgather <4096 bruck<32 recursive-doubling<128 bruck<512 recursive-doubling<4096 neighbor-exchange
      allgather * recursive-doubling<2 bruck<8 recursive-doubling<16 bruck<512 recursive-doubling<4096 neighbor-exchange

      allgatherv <3 ring<2048 two-proc<4096 ring<8192 two-proc
      allgatherv <8 gather-bcast<256 neighbor-exchange<4096 ring<8192 neighbor-exchange<16384 bruck<262144 neighbor-exchange
      allgatherv <16 gather-bcast<1024 bruck
      allgatherv <32 gather-bcast<128 bruck<262144 ring
      allgatherv <64 gather-bcast<256 bruck<8192 ring
      allgatherv <128 gather-bcast<256 bruck<4096 ring
      allgatherv <256 bruck<1024 neighbor-exchange<65536 ring
      allgatherv <512 bruck<1024 ring
      allgatherv <1024 bruck<512 gather-bcast<1024 bruck<4096 neighbor-exchange<1048576 ring
      allgatherv * bruck<4096 neighbor-exchange

      alltoallv <4 pairwise
      alltoallv <64 linear
      alltoallv <128 pairwise
      alltoallv <256 linear
      alltoallv <1024 pairwise
      alltoallv * linear
      alltoallw * linear

      reduce_scatter <4 ring<65536 butterfly<131072 ring
      reduce_scatter <8 reduce-scatterv<8 recursive-halving<262144 ring
      reduce_scatter <32 recursive-halving<262144 ring
      reduce_scatter <64 reduce-scatterv<64 recursive-halving<2048 butterfly<524288 ring
      reduce_scatter <128 reduce-scatterv<256 recursive-halving<512 butterfly<2048 recursive-halving<4096 butterfly
      reduce_scatter <256 reduce-scatterv<256 recursive-halving<512 butterfly
      reduce_scatter <512 reduce-scatterv<256 recursive-halving<1024 butterfly
      reduce_scatter <1024 reduce-scatterv<512 recursive-halving<2048 butterfly<8192 recursive-halving<16384 butterfly
      reduce_scatter <2048 reduce-scatterv<512 recursive-halving<4096 butterfly<16384 recursive-halving<32768 butterfly
      reduce_scatter <4096 reduce-scatterv<512 recursive-halving<4096 butterfly
      reduce_scatter * reduce-scatterv<1024 recursive-halving<8192 butterfly

      gather <4 linear-sync/whole<2 linear<4 binomial<32768 linear<65536 binomial<131072 linear-sync/whole
      gather <8 binomial<1024 linear<8192 binomial<32768 linear<262144 linear-sync/whole
      gather <256 binomial
      gather <512 binomial<2048 linear<8192 binomial
      gather * binomial
      gatherv * linear

      scatter <4 flat<2 linear<131072 flat<262144 linear
      scatter <8 binomial<2048 linear<4096 binomial<8192 linear<32768 flat<1048576 linear
      scatter <16 binomial<16384 flat<1048576 linear
      scatter <32 binomial<16384 linear<32768 flat
      scatter <64 binomial<512 flat<8192 binomial<16384 flat
      scatter * binomial<512 flat
      scatterv * linear

      scan * linear
      exscan * linear
      """;

  /** For operators that do not commute. */
  static final String ORDERED =
      """
      reduce <4 in-order-binary/whole<8 linear
      reduce <8 linear
      reduce <16 in-order-binary/whole<1024 linear<8192 in-order-binary/whole<16384 linear<262144 in-order-binary/whole
      reduce <128 in-order-binary/whole
      reduce <256 in-order-binary/whole<512 linear<1024 in-order-binary/whole
      reduce * in-order-binary/whole

      allreduce <4 recursive-doubling<131072 linear
      allreduce <8 recursive-doubling
      allreduce <16 recursive-doubling<1048576 reduce-bcast
      allreduce <128 recursive-doubling
      allreduce <256 reduce-bcast<131072 recursive-doubling<524288 reduce-bcast
      allreduce <512 reduce-bcast<4096 recursive-doubling<524288 reduce-bcast
      allreduce * reduce-bcast<2048 recursive-doubling

      reduce_scatter * reduce-scatterv
      """;
}
