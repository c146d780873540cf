// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Tests that the check fails a test that leaks, and no other. */
class LeakCheckExtensionTest {

  private static final String RUN = "albis.leak-check-test";
  private static OffHeapBuffer leaked;

  /** Runs only when started by the enclosing test. */
  @ExtendWith(LeakCheckExtension.class)
  static class Leaking {
    @Test
    void leaks() {
      if (Boolean.getBoolean(RUN)) {
        leaked = BufferAllocator.create("forgotten", 1 << 20).allocate(1000);
      }
    }

    @Test
    void releases() {
      BufferAllocator.create("careful", 1 << 20).allocate(1000).release();
    }
  }

  /** None of its tests leaks by itself. */
  static class LeakingAsClass {
    @BeforeAll
    static void leaks() {
      if (Boolean.getBoolean(RUN)) {
        leaked = BufferAllocator.create("forgotten", 1 << 20).allocate(1000);
      }
    }

    @Test
    void releases() {
      BufferAllocator.create("careful", 1 << 20).allocate(1000).release();
    }

    @Nested
    class Inner {
      @Test
      void releases() {
        BufferAllocator.create("careful", 1 << 20).allocate(1000).release();
      }
    }
  }

  @Test
  void leaksOfClassFailTheClass() {
    TestExecutionSummary summary = run(LeakingAsClass.class);
    assertThat(summary.getTestsSucceededCount()).isEqualTo(2);
    assertThat(summary.getFailures()).hasSize(1);
    assertThat(summary.getFailures().get(0).getException())
        .hasMessageContaining("LeakingAsClass leaked off-heap memory")
        .hasMessageContaining("{forgotten=4096}");
    assertThat(summary.getFailures().get(0).getTestIdentifier().getSource())
        .get()
        .isInstanceOf(ClassSource.class);
  }

  private static TestExecutionSummary run(Class<?> testClass) {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request().selectors(selectClass(testClass)).build();
    System.setProperty(RUN, "true");
    try {
      LauncherFactory.create().execute(request, listener);
    } finally {
      System.clearProperty(RUN);
      leaked.release();
    }
    return listener.getSummary();
  }

  @Test
  void leaksFailTheTest() {
    TestExecutionSummary summary = run(Leaking.class);
    assertThat(summary.getTestsFoundCount()).isEqualTo(2);
    // The test, and also the class, since the buffer is not released before its end.
    assertThat(summary.getFailures()).hasSize(2);
    assertThat(summary.getFailures().get(0).getException())
        .hasMessageContaining("leaked 4096 bytes of off-heap memory")
        .hasMessageContaining("forgotten");
    assertThat(summary.getFailures().get(0).getTestIdentifier().getSource())
        .get()
        .isNotInstanceOf(ClassSource.class);
  }
}
