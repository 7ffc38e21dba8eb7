/* What the generated wrappers of OpenSHMEM need. */
#ifndef FORETELL_SHMEM_WRAP_H
#define FORETELL_SHMEM_WRAP_H

#include "callbacks.h"
#include "marker.h"
#include "numbers.h"
#include "places.h"
#include "session.h"
#include "shmem_life.h"
#include "shmem_objects.h"
#include "shmem_real.h"
#include "symbols.h"
#include "updates.h"

#define FT_EXPORT __attribute__((visibility("default")))

#endif
