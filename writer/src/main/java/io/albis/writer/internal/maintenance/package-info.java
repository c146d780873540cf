// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Expiry, clean-up, tags, optimization and the addition of existing data files. Depends on {@code
 * commit} for publishing snapshots and for whole manifests.
 */
package io.albis.writer.internal.maintenance;
