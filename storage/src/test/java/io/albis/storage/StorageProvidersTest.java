// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how backends are found, and which options they receive. */
class StorageProvidersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "io.dircet | : did you mean io.direct?",
        "io.dept   | : did you mean io.depth?",
        "IO.direct | : did you mean io.direct?",
        "hdfs.block-size | ''"
      })
  void rejectsUnknownOptions(String option, String hint, @TempDir Path directory) {
    assertThatThrownBy(() -> Storage.open(directory.toString(), Map.of(option, "never")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "Unknown option "
                + option
                + " for scheme 'file'"
                + hint
                + " (available: io.bandwidth, io.depth, io.direct, io.request-micros)");
  }

  @ParameterizedTest
  @CsvSource({"0", "1025", "many", "-1", "''"})
  void rejectsInvalidDepths(String depth, @TempDir Path directory) {
    assertThatThrownBy(() -> Storage.open(directory.toString(), Map.of("io.depth", depth)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Invalid option io.depth: " + depth + " (expected 1 to 1024)");
  }

  @Test
  void looksForBackendsOncePerClassLoader(@TempDir Path directory) throws IOException {
    AtomicInteger lookups = new AtomicInteger();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader =
        new URLClassLoader(new URL[0], null) {
          @Override
          public Enumeration<URL> findResources(String name) {
            lookups.incrementAndGet();
            return Collections.emptyEnumeration();
          }
        }) {
      thread.setContextClassLoader(loader);
      for (int i = 0; i < 3; i++) {
        Storage.open(directory.toString(), Map.of()).close();
      }
      assertThat(lookups).hasValue(1);
    } finally {
      thread.setContextClassLoader(before);
    }
  }
}
