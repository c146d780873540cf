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
package io.albis.hdfs.adapter;

import java.util.List;

/**
 * A file of HDFS as the name node told of it.
 *
 * @param length in bytes
 * @param blocks in order and without gaps
 */
public record HdfsFile(long length, List<HdfsBlock> blocks) {

  /** Copies the list. */
  public HdfsFile {
    blocks = List.copyOf(blocks);
  }
}
