// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests;

import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.writer.RowWriter;
import io.albis.writer.TableUpdate;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A table that is written and changed at random, and the rows that readers must find in it. Each
 * step commits one snapshot.
 */
final class RandomHistory {

  private final String uri;
  private final RandomData data;
  private final Random random;
  private Schema schema;
  private List<List<Object>> rows = new ArrayList<>();
  private int names;

  /** What was done, for messages. */
  private final List<String> steps = new ArrayList<>();

  /** Creates a table with a random schema, and with rows. */
  RandomHistory(String uri, RandomData data) {
    this.uri = uri;
    this.data = data;
    this.random = data.random();
    this.schema = data.schema(1 + random.nextInt(8), 1 + random.nextInt(4));
    int count = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(3000);
    write(TableWriter.create(uri, schema).columnGroups(groups(schema, random)), count);
  }

  /** The schema as the model has it: with ids only after the first change. */
  Schema schema() {
    return schema;
  }

  /** The rows that readers of the latest snapshot must find. */
  List<List<Object>> rows() {
    return rows;
  }

  @Override
  public String toString() {
    return steps.toString();
  }

  /** Commits another snapshot. */
  void step() {
    switch (random.nextInt(13)) {
      case 0, 1, 2 -> write(TableWriter.append(uri), random.nextInt(1000));
      case 7 -> appendWithColumns();
      case 3 -> replaceRows();
      case 4, 5 -> regroup();
      case 6 -> order();
      default -> evolve();
    }
  }

  private void replaceRows() {
    if (random.nextInt(4) == 0) {
      rows = new ArrayList<>();
      write(TableWriter.overwrite(uri), random.nextInt(2000));
    } else {
      write(TableWriter.append(uri), random.nextInt(100));
    }
  }

  /** Appends rows and adds columns in one commit. */
  private void appendWithColumns() {
    TableWriter.Builder builder = TableWriter.append(uri);
    // Not committed: it only says what the schema becomes.
    try (TableUpdate update = TableUpdate.open(uri)) {
      schema = update.schema();
      RandomEvolution evolution = new RandomEvolution(data, update, rows, () -> "n" + names++);
      for (int i = random.nextInt(3); i >= 0; i--) {
        steps.add(evolution.addition(builder));
      }
      schema = update.schema();
      rows = evolution.rows();
    }
    builder.columnGroups(random.nextBoolean() ? ColumnGroupSpec.all() : ColumnGroupSpec.auto());
    write(builder, random.nextInt(1000));
  }

  private void write(TableWriter.Builder builder, int count) {
    boolean separatesGroups = random.nextInt(4) == 0;
    if (separatesGroups) {
      builder.separateColumnGroups();
    }
    TestTables.smallRowGroups(builder, 4096 << random.nextInt(5))
        .segmentSize(4096 << random.nextInt(4))
        .fileSize(131_072L << random.nextInt(6));
    List<List<Object>> added = data.rows(schema, count);
    try (TableWriter writer = builder.open()) {
      int from = 0;
      do {
        int to = random.nextInt(3) == 0 ? from + random.nextInt(count - from + 1) : count;
        try (RowWriter out = writer.newRowWriter(from)) {
          RowInput.write(out, schema, added.subList(from, to));
        }
        from = to;
      } while (from < count);
      writer.commit();
    }
    rows = new ArrayList<>(rows);
    rows.addAll(added);
    steps.add(
        count
            + " rows in files of "
            + (separatesGroups ? "one column group" : "all column groups"));
  }

  /** A random division of the columns of a schema. */
  static ColumnGroupSpec groups(Schema schema, Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> ColumnGroupSpec.all();
      case 1 -> ColumnGroupSpec.single();
      case 2 -> ColumnGroupSpec.auto();
      default -> randomGroups(schema, random);
    };
  }

  private static ColumnGroupSpec randomGroups(Schema schema, Random random) {
    List<String> paths = new ArrayList<>();
    for (Leaf leaf : schema.withAssignedIds().leaves()) {
      boolean isAlone = leaf.type().isRepeated();
      if (!leaf.isPresence() && !isAlone) {
        paths.add(leaf.path());
      }
    }
    Collections.shuffle(paths, random);
    List<List<String>> groups = new ArrayList<>();
    for (int i = 0; i < paths.size(); ) {
      int end = Math.min(paths.size(), i + 1 + random.nextInt(4));
      groups.add(paths.subList(i, end));
      i = end;
    }
    return ColumnGroupSpec.explicit(groups);
  }

  private void regroup() {
    ColumnGroupSpec spec = groups(schema, random);
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.groupColumns(spec).commit();
    }
    steps.add("groups " + spec);
  }

  private void order() {
    List<String> names = new ArrayList<>(schema.paths());
    Collections.shuffle(names, random);
    List<String> some = names.subList(0, random.nextInt(names.size() + 1));
    try (TableUpdate update = TableUpdate.open(uri)) {
      update.orderColumns(some).commit();
    }
    steps.add("order " + some);
  }

  /** Changes the schema once or several times in one commit. */
  private void evolve() {
    try (TableUpdate update = TableUpdate.open(uri)) {
      schema = update.schema();
      RandomEvolution evolution = new RandomEvolution(data, update, rows, () -> "n" + names++);
      for (int i = random.nextInt(3); i >= 0; i--) {
        steps.add(evolution.step());
      }
      update.commit();
      schema = update.schema();
      rows = evolution.rows();
    }
  }
}
