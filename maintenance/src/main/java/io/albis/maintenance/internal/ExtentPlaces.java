// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.maintenance.internal;

/**
 * How the extents of a column group lie in data files.
 *
 * @param files number of data files that have extents of it
 * @param runs number of pieces that are contiguous in a file; 1 is best
 * @param requests number of requests that read all of it, in row order
 */
record ExtentPlaces(long files, long runs, long requests) {}
