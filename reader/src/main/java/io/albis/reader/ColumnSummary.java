/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader;

import io.albis.format.schema.Type;
import java.util.Optional;

/**
 * Statistics of a column over all rows of a snapshot.
 *
 * @param path of the column
 * @param type its type
 * @param rowCount rows of the table
 * @param nullCount rows in which it is null
 * @param nanCount values that are NaN
 * @param valueBytes natural width of all values that are not null, in bytes
 * @param min no value is less; as of {@link RowView#getObject}; empty if nothing is known, or there
 *     is no value
 * @param max no value is greater
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
