// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark;

import io.albis.spark.internal.source.OpenDatasets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives tests a session: the same for all classes of the JVM, as starting one takes seconds. Each
 * test gets a new session of the same context, so that its settings and views are its own.
 */
public final class SparkTestSession
    implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, ParameterResolver {

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static SparkSession shared;

  private static synchronized SparkSession shared() {
    // Suites of Spark stop whatever session there is.
    if (shared == null || shared.sparkContext().isStopped()) {
      Path warehouse;
      try {
        warehouse = Files.createTempDirectory(Path.of("target"), "warehouse").toAbsolutePath();
      } catch (IOException e) {
        throw new UncheckedIOException("Failed to create a directory for the session", e);
      }
      shared =
          SparkSession.builder()
              .master("local[2]")
              .appName("albis-tests")
              .config("spark.ui.enabled", "false")
              .config("spark.driver.bindAddress", "127.0.0.1")
              .config("spark.driver.host", "127.0.0.1")
              .config("spark.sql.shuffle.partitions", "3")
              .config("spark.sql.warehouse.dir", warehouse.toString())
              .config("spark.memory.offHeap.enabled", "true")
              .config("spark.memory.offHeap.size", "512m")
              .getOrCreate();
    }
    return shared;
  }

  /** For {@code @ExtendWith}. */
  public SparkTestSession() {}

  @Override
  public void beforeAll(ExtensionContext context) {
    shared();
  }

  /**
   * Closes what the data source keeps open between queries. Spark ends a job before its tasks, if
   * it needs no more rows: what these use is closed once they have ended.
   */
  @Override
  public void afterEach(ExtensionContext context) {
    long end = System.nanoTime() + PATIENCE_NANOS;
    OpenDatasets.closeIdle();
    while (OpenDatasets.count() > 0 && System.nanoTime() < end) {
      Thread.onSpinWait();
      OpenDatasets.closeIdle();
    }
  }

  @Override
  public void afterAll(ExtensionContext context) {
    OpenDatasets.closeIdle();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == SparkSession.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    SparkSession session = shared().newSession();
    SparkSession.setActiveSession(session);
    return session;
  }
}
