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

import java.time.Instant;

/**
 * A snapshot of a table.
 *
 * @param id counts from 1
 * @param parentId the snapshot on which it was built, 0 if none
 * @param timestamp when it was committed, by the clock of its writer
 * @param operation what the commit did: {@code create}, {@code append}, {@code overwrite}, {@code
 *     schema}
 * @param rowCount rows of the table
 * @param rowGroupCount row groups of the table
 * @param dataBytes length of all data files, in bytes
 * @param createdBy program and version that wrote it
 */
public record SnapshotInfo(
    long id,
    long parentId,
    Instant timestamp,
    String operation,
    long rowCount,
    long rowGroupCount,
    long dataBytes,
    String createdBy) {}
