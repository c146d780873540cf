// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.tck;

import io.albis.storage.memory.BufferAllocator;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Fails a test that leaves more off-heap memory allocated than there was before it; a test class
 * after which any allocator has live buffers; and a test during which Netty's leak detector, set to
 * its strictest level, finds a buffer that was garbage-collected without having been released.
 *
 * <p>It registers itself in every module that has the test jar on its class path, through {@code
 * junit-platform.properties} and the service loader. The check runs after everything else of a
 * test: after its {@code @AfterEach} methods and after fields with {@code @AutoClose} were closed.
 */
public final class LeakCheckExtension implements BeforeAllCallback, BeforeEachCallback {
  private static final Queue<String> NETTY_LEAKS = new ConcurrentLinkedQueue<>();

  static {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    ResourceLeakDetectorFactory.setResourceLeakDetectorFactory(new RecordingFactory());
  }

  /** For {@link java.util.ServiceLoader} and {@code @ExtendWith}. */
  public LeakCheckExtension() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    // Nested classes share the resources of their outer class. The store is closed after all
    // callbacks.
    if (context.getParent().equals(Optional.of(context.getRoot()))) {
      context
          .getStore(ExtensionContext.Namespace.create(LeakCheckExtension.class))
          .getOrComputeIfAbsent(
              ClassCheck.class, key -> new ClassCheck(context.getDisplayName()), ClassCheck.class);
    }
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    // The store of a test is closed when all its callbacks have run.
    context
        .getStore(ExtensionContext.Namespace.create(LeakCheckExtension.class))
        .getOrComputeIfAbsent(Check.class, key -> new Check(), Check.class);
  }

  private static final class Check implements AutoCloseable {
    private final long before = BufferAllocator.totalAllocatedBytes();
    private final Map<String, Long> buffersBefore = BufferAllocator.allocatedByName();

    @Override
    public void close() {
      long after = BufferAllocator.totalAllocatedBytes();
      if (after > before) {
        throw new AssertionError(
            "The test leaked "
                + (after - before)
                + " bytes of off-heap memory: allocated before it "
                + buffersBefore
                + ", after it "
                + BufferAllocator.allocatedByName());
      }
      String leak = NETTY_LEAKS.poll();
      if (leak != null) {
        throw new AssertionError("Netty found a leak, of this test or one before it: " + leak);
      }
    }
  }

  private record ClassCheck(String testClass) implements AutoCloseable {
    @Override
    public void close() {
      Map<String, Long> allocated = BufferAllocator.allocatedByName();
      if (!allocated.isEmpty()) {
        throw new AssertionError(
            testClass + " leaked off-heap memory; bytes by allocator: " + allocated);
      }
    }
  }

  private static final class RecordingFactory extends ResourceLeakDetectorFactory {
    @Override
    @SuppressWarnings("deprecation") // abstract in the superclass
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval, long maxActive) {
      return newResourceLeakDetector(resource, samplingInterval);
    }

    @Override
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(
        Class<T> resource, int samplingInterval) {
      return new RecordingDetector<>(resource, samplingInterval);
    }
  }

  private static final class RecordingDetector<T> extends ResourceLeakDetector<T> {
    RecordingDetector(Class<?> resource, int samplingInterval) {
      super(resource, samplingInterval);
    }

    @Override
    protected boolean needReport() {
      return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
      NETTY_LEAKS.add(resourceType + records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
      NETTY_LEAKS.add(resourceType);
    }
  }
}
