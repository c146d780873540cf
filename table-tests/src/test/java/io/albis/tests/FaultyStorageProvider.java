// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.storage.ReadableFile;
import io.albis.storage.Storage;
import io.albis.storage.StorageProvider;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Serves {@code faulty:} URIs: directories of the local file system, whose reads and other calls
 * can fail.
 */
public final class FaultyStorageProvider implements StorageProvider {

  private static volatile Faults faults = Faults.NONE;

  /** What fails, at a call of a method of a storage. */
  private record Failure(String method, AtomicInteger before, boolean isAfter, Throwable failure) {}

  private static final AtomicReference<Failure> FAILURE = new AtomicReference<>();

  /** Calls until the process seems to be dead; less than 0 if it is. */
  private static final AtomicInteger LIFE = new AtomicInteger(Integer.MAX_VALUE);

  /** Whether its last call has its effect. */
  private static volatile boolean isLastDone;

  /** Reads that have not ended. */
  private static final AtomicInteger READING = new AtomicInteger();

  /** For {@link java.util.ServiceLoader}. */
  public FaultyStorageProvider() {}

  /** Lets reads of all these storages fail from now on. */
  static void setFaults(Faults now) {
    faults = now;
  }

  /** Lets the next call of a method of a storage fail, before or after its effect. */
  public static void failNext(String method, boolean isAfter, Throwable failure) {
    failAfter(0, method, isAfter, failure);
  }

  /** Lets a call of a method of a storage fail after a number of others. */
  static void failAfter(int calls, String method, boolean isAfter, Throwable failure) {
    FAILURE.set(new Failure(method, new AtomicInteger(calls), isAfter, failure));
  }

  /** Lets nothing fail; returns whether something was still to fail. */
  static boolean stopFailing() {
    return FAILURE.getAndSet(null) != null;
  }

  /**
   * Lets a call of a storage fail, and all after it, as if the process had died.
   *
   * @param calls before it
   * @param isDone whether the call has its effect
   */
  public static void dieAfter(int calls, boolean isDone) {
    isLastDone = isDone;
    LIFE.set(calls);
  }

  /** Ends {@link #dieAfter}; returns whether a call has failed. */
  public static boolean revive() {
    return LIFE.getAndSet(Integer.MAX_VALUE) < 0;
  }

  /** Whether a call has no effect. */
  private static boolean isDead() {
    if (LIFE.get() == Integer.MAX_VALUE) {
      return false;
    }
    int left = LIFE.decrementAndGet();
    return left < -1 || left == -1 && !isLastDone;
  }

  private static void maybeFail(Method method, boolean isAfter) throws Throwable {
    Failure next = FAILURE.get();
    boolean isIt = next != null && next.isAfter == isAfter && next.method.equals(method.getName());
    if (isIt && next.before.getAndDecrement() == 0 && FAILURE.compareAndSet(next, null)) {
      throw next.failure;
    }
  }

  /** Whether a read has not ended. */
  static boolean isReading() {
    return READING.get() > 0;
  }

  @Override
  public Set<String> schemes() {
    return Set.of("faulty");
  }

  @Override
  public Set<String> options() {
    return Set.of();
  }

  /** Engines pass settings of Hadoop to all storages that are not local. */
  @Override
  public boolean accepts(String option) {
    return option.startsWith("hadoop.");
  }

  @Override
  public Storage open(URI root, Map<String, String> options) throws IOException {
    Storage storage = Storage.open(root.getPath(), Map.of());
    return forward(
        Storage.class,
        storage,
        (method, arguments) -> {
          maybeFail(method, false);
          if (isDead()) {
            throw new Faults.InjectedError();
          }
          Object result = call(storage, method, arguments);
          if (LIFE.get() < 0) {
            throw new Faults.InjectedError();
          }
          maybeFail(method, true);
          return method.getName().equals("openFile") ? faulty((ReadableFile) result) : result;
        });
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the caller gets it, as the result of the method
  private static ReadableFile faulty(ReadableFile file) {
    return forward(
        ReadableFile.class,
        file,
        (method, arguments) -> {
          String name = method.getName();
          if (name.equals("readAsync")) {
            return readAsync(file, method, arguments);
          }
          if (name.equals("mayBlock")) {
            // So that scans read ahead.
            return true;
          }
          if (!name.equals("read") && !name.equals("readBytes")) {
            return call(file, method, arguments);
          }
          PriceScanner.passPoint();
          faults.beforeRead();
          READING.incrementAndGet();
          try {
            return call(file, method, arguments);
          } finally {
            READING.decrementAndGet();
          }
        });
  }

  private static CompletableFuture<?> readAsync(
      ReadableFile file, Method method, Object[] arguments) throws Throwable {
    PriceScanner.passPoint();
    try {
      faults.beforeRead();
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
    READING.incrementAndGet();
    CompletableFuture<?> read = (CompletableFuture<?>) call(file, method, arguments);
    CompletableFuture<?> unused = read.whenComplete((none, thrown) -> READING.decrementAndGet());
    return read;
  }

  private interface Call {
    Object with(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T forward(Class<T> type, T target, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                method.getDeclaringClass() == Object.class
                    ? call(target, method, arguments)
                    : call.with(method, arguments)));
  }

  private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
