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
package io.albis.hdfs;

/** A way in which bytes come from a Hadoop file system; the best first. */
enum ReadWay {
  /** From the file of a block on this node, found by asking its data node for the path. */
  BLOCK_FILE,
  /** From the file of a block on this node, through a descriptor that the data node passed on. */
  SHORT_CIRCUIT,
  /** Through Hadoop's client, from any node. */
  CLIENT
}
