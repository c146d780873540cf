// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.plan;

import io.albis.reader.cache.PlannedScans;

/**
 * Scans in one process.
 *
 * @param location of the executor that should execute them; empty if any process may
 * @param scans whose id does not matter
 */
public record PlacedScans(String location, PlannedScans scans) {}
