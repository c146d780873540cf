// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.CommitConflictException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Updates of a table after another one has changed the order of its columns. */
class TableUpdateConflictTest {

  @TempDir Path directory;

  private List<Integer> order(GrowingTable table) {
    return table.latest().columnGroups().order();
  }

  @Test
  void orderOfAnotherUpdateStays() {
    GrowingTable table = new GrowingTable(directory);
    try (TableUpdate rename = TableUpdate.open(table.uri());
        TableUpdate drop = TableUpdate.open(table.uri());
        TableUpdate winner = TableUpdate.open(table.uri())) {
      winner.orderColumns(List.of("s.y", "a")).commit();
      List<Integer> order = order(table);
      assertThat(order).hasSize(2);
      rename.renameColumn("a", "b").commit();
      assertThat(order(table)).isEqualTo(order);
      assertThatThrownBy(() -> drop.dropColumn("a").commit())
          .isInstanceOf(CommitConflictException.class);
    }
    try (TableUpdate drop = TableUpdate.open(table.uri());
        TableUpdate winner = TableUpdate.open(table.uri())) {
      winner.orderColumns(List.of("b", "s.x", "s.y")).commit();
      List<Integer> order = order(table);
      drop.dropColumn("b").commit();
      assertThat(order(table)).isEqualTo(order.subList(1, 3));
    }
  }

  @Test
  void twoOrdersConflict() {
    GrowingTable table = new GrowingTable(directory);
    try (TableUpdate loser = TableUpdate.open(table.uri());
        TableUpdate winner = TableUpdate.open(table.uri())) {
      winner.orderColumns(List.of("s.y")).commit();
      List<Integer> order = order(table);
      loser.orderColumns(List.of("s.x"));
      assertThatThrownBy(loser::commit)
          .isInstanceOf(CommitConflictException.class)
          .hasMessageContaining("order of the columns");
      assertThat(order(table)).isEqualTo(order);
    }
  }
}
