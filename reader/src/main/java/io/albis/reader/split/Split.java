// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.split;

import java.io.Serializable;

/**
 * A part of a scan: consecutive rows of a snapshot, of whole segments as far as those of different
 * columns end at the same rows. Can be serialized and read by another process, with {@link
 * TableScan#rows(Split)} of a scan built the same way.
 *
 * @param snapshotId of the table
 * @param firstRow number in the table of its first row, from 0
 * @param rowCount its rows, before any filter
 * @param bytes of the projected columns in them, about
 */
public record Split(long snapshotId, long firstRow, long rowCount, long bytes)
    implements Serializable {}
