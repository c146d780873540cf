// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.storage.Storage;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests a scheme that Hadoop supports, but whose library is missing. */
final class MissingLibraryTest {

  @Test
  void namesTheMissingClass() {
    assertThatThrownBy(
            () ->
                Storage.open(URI.create("abfs://tables@account.dfs.core.windows.net/t"), Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessage(
            "Cannot open abfs://tables@account.dfs.core.windows.net/t: Hadoop's file system for"
                + " scheme 'abfs' is not on the class path (Class"
                + " org.apache.hadoop.fs.azurebfs.AzureBlobFileSystem not found; add its library)");
  }
}
