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
package io.albis.writer.internal;

import io.albis.format.proto.Extent;
import java.util.List;

/**
 * A row group of which all files are durable.
 *
 * @param rowCount its rows
 * @param extents one for each group of the plan, in its order; {@code row_group} not yet set
 * @param bytes length of all extents
 * @param sequence how many row groups of the same table writer were full before
 */
public record WrittenRowGroup(long rowCount, List<Extent> extents, long bytes, long sequence) {}
