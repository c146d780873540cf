// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.verify;

import io.albis.format.error.AlbisException;
import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.error.UnsupportedVersionException;
import io.albis.reader.Problem;
import io.albis.reader.Verification;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Collects the problems that a verification finds, each once: a damaged file shows in every step
 * that reads it.
 */
final class Problems implements StatisticsComparison.Sink {

  private final Set<Problem> problems = new LinkedHashSet<>();

  /** A step that fails with an exception if a file is not what it must be. */
  interface Step {
    void run();
  }

  /**
   * Runs a step and records why it fails.
   *
   * @param file that is read
   * @return whether it has not failed
   */
  boolean check(String file, Step step) {
    try {
      step.run();
      return true;
    } catch (CorruptFileException
        | UnsupportedVersionException
        | AlbisIOException
        | InvalidArgumentException
        | TableNotFoundException
        | SnapshotExpiredException e) {
      add(e, file);
      return false;
    }
  }

  private void add(AlbisException e, String file) {
    if (e instanceof CorruptFileException corrupt) {
      note(
          new Problem(
              corrupt.file(),
              corrupt.offset(),
              "",
              corrupt.what(),
              corrupt.expected(),
              corrupt.found()));
    } else if (e instanceof UnsupportedVersionException) {
      note(new Problem(file, -1, "", "version", "one that can be read", e.getMessage()));
    } else if (e instanceof InvalidArgumentException) {
      note(new Problem(file, -1, "", "schema", "a valid one", e.getMessage()));
    } else {
      note(new Problem(file, -1, "", "content", "one that can be read", e.getMessage()));
    }
  }

  @Override
  public void add(
      String file, long offset, String column, String what, Object expected, Object found) {
    note(new Problem(file, offset, column, what, String.valueOf(expected), String.valueOf(found)));
  }

  /** Records a problem if two numbers differ. */
  void equal(String file, String what, long expected, long found) {
    if (expected != found) {
      add(file, -1, "", what, expected, found);
    }
  }

  /** Records each byte of padding that is not zero, up to a number of them. */
  void requireZero(String file, long offset, byte[] bytes) {
    int found = 0;
    for (int i = 0; i < bytes.length && found < MAX_BYTES; i++) {
      if (bytes[i] != 0) {
        add(file, offset + i, "", "padding", 0, bytes[i]);
        found++;
      }
    }
  }

  private static final int MAX_BYTES = 16;

  private void note(Problem problem) {
    if (problems.size() < Verification.MAX_PROBLEMS) {
      problems.add(problem);
    }
  }

  List<Problem> list() {
    return List.copyOf(problems);
  }
}
