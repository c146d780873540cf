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

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.Storages;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A scheme that Hadoop knows, and whose file system is in a library that is not there. */
final class MissingLibraryTest {

  @Test
  void saysWhichClassIsMissing() {
    assertThatThrownBy(
            () ->
                Storages.open(URI.create("abfs://tables@account.dfs.core.windows.net/t"), Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot open abfs://tables@account.dfs.core.windows.net/t: Hadoop's file system for"
                + " scheme 'abfs' is not on the class path (Class"
                + " org.apache.hadoop.fs.azurebfs.AzureBlobFileSystem not found; add its library)");
  }
}
