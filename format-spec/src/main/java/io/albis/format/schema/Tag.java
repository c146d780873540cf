// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

/**
 * A name for a snapshot, which keeps it from expiry (SPEC.md, section 11).
 *
 * @param name unique in the table
 * @param snapshotId id of the snapshot
 * @param timestampMillis when the tag was set, in milliseconds since 1970-01-01T00:00Z
 */
public record Tag(String name, long snapshotId, long timestampMillis) {}
