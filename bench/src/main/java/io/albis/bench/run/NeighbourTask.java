// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import java.util.List;

/**
 * The task of a second program, passed to it as JSON.
 *
 * @param files that it reads again and again
 * @param pauseMillis time between two passes
 */
record NeighbourTask(List<String> files, long pauseMillis) {}
