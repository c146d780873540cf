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
