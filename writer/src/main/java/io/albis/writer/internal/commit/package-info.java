// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Finds the latest snapshot, writes manifests, and publishes snapshots. Depends on {@code file} for
 * the description of finished row groups.
 */
package io.albis.writer.internal.commit;
