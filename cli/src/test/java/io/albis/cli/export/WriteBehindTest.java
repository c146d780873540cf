// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class WriteBehindTest {

  private final CountDownLatch isReleased = new CountDownLatch(1);
  private final AtomicBoolean isWritten = new AtomicBoolean();

  /** Writes once it is released. */
  private void writeLate() throws IOException {
    try {
      isReleased.await();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    isWritten.set(true);
  }

  /** Releases the piece as soon as a thread waits. */
  private void releaseOnceWaiting(Thread waiting) {
    Thread thread =
        new Thread(
            () -> {
              while (waiting.getState() != Thread.State.WAITING) {
                LockSupport.parkNanos(1_000_000);
              }
              isReleased.countDown();
            });
    thread.setDaemon(true);
    thread.start();
  }

  @Test
  void callerContinuesWhileAPieceIsWritten() throws Exception {
    try (WriteBehind behind = new WriteBehind()) {
      behind.start(this::writeLate);
      assertThat(isWritten).isFalse();
      isReleased.countDown();
      behind.await();
      assertThat(isWritten).isTrue();
    }
  }

  @Test
  void closingWaitsForTheLastPiece() {
    WriteBehind behind = new WriteBehind();
    behind.start(this::writeLate);
    releaseOnceWaiting(Thread.currentThread());
    behind.close();
    assertThat(isWritten).isTrue();
  }

  @Test
  void throwsWhyAPieceWasNotWritten() throws Exception {
    try (WriteBehind behind = new WriteBehind()) {
      IOException full = new IOException("No space left on device");
      behind.start(
          () -> {
            throw full;
          });
      assertThatThrownBy(behind::await).isSameAs(full);
      IllegalStateException defect = new IllegalStateException("defect");
      behind.start(
          () -> {
            throw defect;
          });
      assertThatThrownBy(behind::await).isSameAs(defect);
    }
  }

  @Test
  void closesAfterAFailure() {
    WriteBehind behind = new WriteBehind();
    behind.start(
        () -> {
          throw new IOException("No space left on device");
        });
    assertThatCode(behind::close).doesNotThrowAnyException();
  }
}
