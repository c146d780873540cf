// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs {@link CacheStress}. */
class CacheStressTest {

  @ParameterizedTest
  @ValueSource(strings = {"scan-count", "lru", "cost", "lazy"})
  void noWrongByteAndNoLeak(String policy) throws Exception {
    new CacheStress().run(policy, 1000);
  }

  /** In a process of its own, whose memory beside that of the cache does not change by itself. */
  @Test
  @EnabledIfSystemProperty(named = "albis.tests.cache.seconds", matches = "[0-9]+")
  void memoryOfTheProcessStaysFlat() throws Exception {
    ProcessBuilder soak =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-ea",
            "-Xms256m",
            "-Xmx256m",
            "-XX:+AlwaysPreTouch",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            CacheSoak.class.getName(),
            System.getProperty("albis.tests.cache.seconds"));
    soak.environment().put("MALLOC_ARENA_MAX", "2");
    assertThat(soak.inheritIO().start().waitFor()).isZero();
  }
}
