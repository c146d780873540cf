// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import io.albis.format.internal.metadata.Snapshot;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NumberedCommitTest {

  private static Snapshot at(Snapshot snapshot, Duration time) {
    return snapshot.toBuilder().timestampMillis(time.toMillis()).build();
  }

  private static Snapshot commit(Snapshot parent, String application, long number, Duration time) {
    return new NumberedCommit(application, number).addTo(at(parent, time));
  }

  @Test
  void remembersTheLastNumberOfEachApplication() {
    Snapshot snapshot = commit(Snapshot.NONE, "a", 0, Duration.ofDays(1));
    snapshot = commit(snapshot, "b", 5, Duration.ofDays(1));
    snapshot = commit(snapshot, "a", 3, Duration.ofDays(2));
    Snapshot last = snapshot;

    assertThat(new NumberedCommit("a", 3).isIn(last)).isTrue();
    assertThat(new NumberedCommit("a", 4).isIn(last)).isFalse();
    assertThat(new NumberedCommit("b", 5).isIn(last)).isTrue();
    assertThat(new NumberedCommit("c", 0).isIn(last)).isFalse();
    assertThatThrownBy(() -> new NumberedCommit("a", 2).isIn(last))
        .isInstanceOf(CommitConflictException.class)
        .hasMessageContaining("Cannot make commit 2 of application a: it has made commit 3 since");
    assertThat(last.properties())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of("albis.commit.a", "3 172800000", "albis.commit.b", "5 86400000"));
  }

  @Test
  void removesOldRecordsIfThereAreMany() {
    Snapshot snapshot = Snapshot.NONE.toBuilder().putProperties(Map.of("user", "x")).build();
    for (int i = 0; i <= 120; i++) {
      snapshot = commit(snapshot, "a" + i, i, Duration.ofDays(i == 120 ? 45 : i / 10));
    }
    assertThat(snapshot.properties())
        .hasSize(102)
        .containsKeys("user", "albis.commit.a120", "albis.commit.a119", "albis.commit.a20")
        .doesNotContainKey("albis.commit.a19");
  }

  @Test
  void refusesInvalidRecords() {
    for (String value : new String[] {"", "1", "1 2 3", "x 1", "1 x"}) {
      Snapshot invalid =
          Snapshot.NONE.toBuilder().putProperties(Map.of("albis.commit.a", value)).build();
      assertThatThrownBy(() -> new NumberedCommit("a", 1).isIn(invalid))
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("Invalid property albis.commit.a of the table: " + value);
    }
    assertThatThrownBy(() -> new NumberedCommit("", 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new NumberedCommit("a", -1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
