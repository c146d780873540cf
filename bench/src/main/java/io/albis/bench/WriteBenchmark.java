// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark that writes the same rows. Times are per row of 23 columns. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(WriteBenchmark.ROWS)
@Fork(1)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
public abstract class WriteBenchmark {

  static final int ROWS = 1 << 22;

  final SalesValues values = new SalesValues();

  private TemporaryDirectory directory;

  /** Creates a directory for a table or a file. */
  @Setup(Level.Iteration)
  public void open() {
    directory = new TemporaryDirectory();
  }

  /** Deletes it. */
  @TearDown(Level.Iteration)
  public void close() {
    directory.close();
  }

  final String path(String name) {
    return directory.path(name);
  }
}
