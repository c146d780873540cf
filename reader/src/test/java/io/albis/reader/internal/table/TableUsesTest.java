// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests calls of the library itself while the table is closed. */
class TableUsesTest {

  private final TableUses uses = new TableUses("t");

  /** Starts a thread, and returns when it waits or has ended. */
  private static void startAndWait(FutureTask<?> task) {
    Thread thread = new Thread(task);
    thread.start();
    while (thread.getState() != Thread.State.WAITING
        && thread.getState() != Thread.State.TERMINATED) {
      Thread.onSpinWait();
    }
  }

  @Test
  void closingWaitsForCallsOfTheLibrary() throws Exception {
    FutureTask<Boolean> closing = new FutureTask<>(uses::close);
    String result =
        uses.unlessClosed(
            () -> {
              startAndWait(closing);
              assertThat(closing.isDone()).isFalse();
              // What the call does counts as a use for a while.
              return uses.track("a call", () -> "done");
            });
    assertThat(result).isEqualTo("done");
    assertThat(closing.get(1, TimeUnit.MINUTES)).isTrue();
    assertThat(uses.close()).isFalse();
    assertThat(uses.<String>unlessClosed(() -> "not called")).isNull();
  }

  @Test
  void aTableThatStaysOpenIsUsedAfterTheAttemptToCloseIt() throws Exception {
    TableUses.Use cursor = uses.begin("a cursor");
    FutureTask<Boolean> closing = new FutureTask<>(uses::close);
    FutureTask<String> next = new FutureTask<>(() -> uses.unlessClosed(() -> "next"));
    String first =
        uses.unlessClosed(
            () -> {
              startAndWait(closing);
              startAndWait(next);
              assertThat(next.isDone()).isFalse();
              return "first";
            });
    assertThat(first).isEqualTo("first");
    assertThatThrownBy(() -> closing.get(1, TimeUnit.MINUTES))
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThat(next.get(1, TimeUnit.MINUTES)).isEqualTo("next");
    cursor.close();
    assertThat(uses.close()).isTrue();
  }
}
