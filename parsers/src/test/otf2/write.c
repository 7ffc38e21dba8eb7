/*
 * Writes an archive with OTF2's own library: two locations with events in several chunks, mapping tables of both kinds,
 * three measurements of their clocks, and attributes. Usage: write FOLDER
 */
#include <otf2/otf2.h>
#include <stdlib.h>
static OTF2_FlushType flush( void* u, OTF2_FileType t, OTF2_LocationRef l, void* c, bool final ) { return OTF2_FLUSH; }
static OTF2_TimeStamp post( void* u, OTF2_FileType t, OTF2_LocationRef l ) { return 0; }
static OTF2_FlushCallbacks callbacks = { .otf2_pre_flush = flush, .otf2_post_flush = post };
int main( int argc, char** argv ) {
  OTF2_Archive* a = OTF2_Archive_Open( argv[ 1 ], "traces", OTF2_FILEMODE_WRITE, 256 * 1024, 256 * 1024,
                                       OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE );
  OTF2_Archive_SetFlushCallbacks( a, &callbacks, NULL );
  OTF2_Archive_SetSerialCollectiveCallbacks( a );
  OTF2_Archive_SetCreator( a, "written by hand" );
  OTF2_Archive_OpenEvtFiles( a );
  for ( uint64_t l = 0; l < 2; l++ ) {
    OTF2_EvtWriter* e = OTF2_Archive_GetEvtWriter( a, 1000 + l );
    OTF2_AttributeList* list = OTF2_AttributeList_New();
    uint64_t t = 1000;
    for ( int i = 0; i < 30000; i++ ) {
      if ( i % 3 == 0 ) OTF2_AttributeList_AddUint64( list, 0, 70000 + i );
      OTF2_EvtWriter_Enter( e, i % 3 ? NULL : list, t++, 0 );
      if ( i % 2 ) {
        OTF2_EvtWriter_MpiSend( e, NULL, t++, 1 - l, 1, i, (uint64_t)i << ( i % 40 ) );
      } else {
        OTF2_EvtWriter_MpiRecv( e, NULL, t++, 1 - l, 1, i + 1, 0 );
      }
      if ( i % 7 == 0 )
        OTF2_EvtWriter_MpiCollectiveEnd( e, NULL, t++, OTF2_COLLECTIVE_OP_ALLREDUCE, 1, OTF2_UNDEFINED_UINT32, 16, 16 );
      OTF2_EvtWriter_Leave( e, NULL, t += 1 + i % 300, 0 );
    }
    OTF2_Archive_CloseEvtWriter( a, e );
  }
  OTF2_Archive_CloseEvtFiles( a );
  OTF2_Archive_OpenDefFiles( a );
  for ( uint64_t l = 0; l < 2; l++ ) {
    OTF2_DefWriter* d = OTF2_Archive_GetDefWriter( a, 1000 + l );
    uint64_t regions[] = { 40 + l };
    OTF2_IdMap* m = OTF2_IdMap_CreateFromUint64Array( 1, regions, false );
    OTF2_DefWriter_WriteMappingTable( d, OTF2_MAPPING_REGION, m );
    OTF2_IdMap* c = OTF2_IdMap_Create( OTF2_ID_MAP_SPARSE, 1 );
    OTF2_IdMap_AddIdPair( c, 1, 0 );
    OTF2_DefWriter_WriteMappingTable( d, OTF2_MAPPING_COMM, c );
    OTF2_DefWriter_WriteClockOffset( d, 1000, 500 + 10 * l, 0 );
    OTF2_DefWriter_WriteClockOffset( d, 900000, l ? 300 : 1777, 0.5 );
    OTF2_DefWriter_WriteClockOffset( d, 2000000, 999, 0.5 );
    OTF2_Archive_CloseDefWriter( a, d );
  }
  OTF2_Archive_CloseDefFiles( a );
  OTF2_GlobalDefWriter* g = OTF2_Archive_GetGlobalDefWriter( a );
  OTF2_GlobalDefWriter_WriteClockProperties( g, 1000000000, 0, 10000000, OTF2_UNDEFINED_TIMESTAMP );
  OTF2_GlobalDefWriter_WriteString( g, 0, "" );
  OTF2_GlobalDefWriter_WriteString( g, 1, "MPI_Send" );
  OTF2_GlobalDefWriter_WriteString( g, 2, "MPI_Recv" );
  OTF2_GlobalDefWriter_WriteAttribute( g, 0, 1, 0, OTF2_TYPE_UINT64 );
  for ( int l = 0; l < 2; l++ )
    OTF2_GlobalDefWriter_WriteRegion( g, 40 + l, 1 + l, 1 + l, 0, OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_MPI,
                                      OTF2_REGION_FLAG_NONE, 0, 0, 0 );
  OTF2_GlobalDefWriter_WriteSystemTreeNode( g, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE );
  uint64_t locations[] = { 1000, 1001 }, ranks[] = { 0, 1 };
  for ( int l = 0; l < 2; l++ ) {
    OTF2_GlobalDefWriter_WriteLocationGroup( g, l, 0, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0,
                                             OTF2_UNDEFINED_LOCATION_GROUP );
    OTF2_GlobalDefWriter_WriteLocation( g, 1000 + l, 0, OTF2_LOCATION_TYPE_CPU_THREAD, 100000, l );
  }
  OTF2_GlobalDefWriter_WriteGroup( g, 0, 0, OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2,
                                   locations );
  OTF2_GlobalDefWriter_WriteGroup( g, 1, 0, OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI, OTF2_GROUP_FLAG_NONE, 2,
                                   ranks );
  OTF2_GlobalDefWriter_WriteComm( g, 0, 0, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE );
  OTF2_Archive_CloseGlobalDefWriter( a, g );
  return OTF2_Archive_Close( a ) != OTF2_SUCCESS;
}
