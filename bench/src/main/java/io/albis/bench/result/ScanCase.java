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
 * What all readers were asked to read.
 *
 * @param dataSet name of the data
 * @param storage {@code warm} (files in the page cache), {@code cold} (page cache dropped before,
 *     read through it) or {@code direct} (page cache dropped before, and read past it by those who
 *     can)
 * @param threads how many threads read
 * @param rows rows of the data
 * @param columns columns that were read
 * @param columnsTotal columns of the data
 * @param projectivity columns that were read, in percent of all
 * @param selectivity rows that were asked for, in percent of all
 */
public record ScanCase(
    String dataSet,
    String storage,
    int threads,
    long rows,
    int columns,
    int columnsTotal,
    double projectivity,
    double selectivity) {}
