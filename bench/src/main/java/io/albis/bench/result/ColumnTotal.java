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
package io.albis.bench.result;

/**
 * What all readers of a case found in one column.
 *
 * @param of the case
 * @param column path of the leaf
 * @param type its type
 * @param values how many are not null
 * @param sum of their numbers, as {@code io.albis.bench.scan.Totals} defines them
 * @param readers how many readers found just this
 */
public record ColumnTotal(
    ScanCase of, String column, String type, long values, String sum, int readers) {}
