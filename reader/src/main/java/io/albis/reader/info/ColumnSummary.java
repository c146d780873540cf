// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.info;

import io.albis.format.schema.Type;
import io.albis.reader.vector.RowView;
import java.util.Optional;

/**
 * Statistics of a column over all rows of a snapshot.
 *
 * @param path of the column
 * @param type of the column
 * @param rowCount rows of the table
 * @param nullCount rows in which it is null
 * @param nanCount values that are NaN
 * @param valueBytes natural width of all non-null values together, in bytes
 * @param min lower bound of the values, as returned by {@link RowView#getObject}; empty if unknown
 *     or if there are no values
 * @param max upper bound of the values, likewise
 * @param minIsExact whether {@code min} is itself a value
 * @param maxIsExact whether {@code max} is itself a value
 */
public record ColumnSummary(
    String path,
    Type type,
    long rowCount,
    long nullCount,
    long nanCount,
    long valueBytes,
    Optional<Object> min,
    Optional<Object> max,
    boolean minIsExact,
    boolean maxIsExact) {}
