#!/usr/bin/env bash
# Predicts published series of real programs on large machines from their smallest sizes: scale.sh [SERIES,..]
# Writes docs/validation-at-scale.md, its plots and its data. Without SERIES (names of files in validation/scale) all;
# "none" writes the page from the data that there are.
set -euo pipefail
cd "$(dirname "$0")/.."
exec mvn -B -ntp -q test -pl foretell -am -Dtest=ScalePageTest#pageIsWritten -Dupdate.docs=true \
  -Dscale.series="${1:-}" -Dsurefire.failIfNoSpecifiedTests=false -Djacoco.skip
