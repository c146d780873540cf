// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tests.simulation;

import io.albis.format.error.AlbisIOException;
import io.albis.format.error.CorruptFileException;
import io.albis.format.error.SnapshotExpiredException;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Schema;
import io.albis.reader.Predicate;
import io.albis.reader.ReadOptions;
import io.albis.reader.RowCursor;
import io.albis.reader.Table;
import io.albis.reader.cache.ColumnCache;
import io.albis.reader.cache.MemoryPressure;
import java.time.Instant;
import java.util.BitSet;

/** Reads of a process, which must find the rows that the model has. */
final class Reading {

  private static final int MEMORY = 1 << 20;

  private final World world;
  private final SimulatedProcess process;

  /** How often the table had been deleted before. */
  private int drops;

  Reading(World world, SimulatedProcess process) {
    this.world = world;
    this.process = process;
  }

  private static ReadOptions options() {
    return ReadOptions.defaults().memoryLimit(MEMORY);
  }

  /** Reads the latest snapshot. */
  void latest(int argument) {
    long least = world.latestAcknowledged();
    process.learn(least);
    long id = read(0, options(), argument);
    // Of an object store that lists late, an older snapshot may be the latest that is found.
    if (drops == world.model().drops() && !isListedLate() && id >= 0 && id < least) {
      world.violated("snapshot " + least + " was acknowledged, but the latest is " + id);
    }
  }

  void snapshot(long id) {
    read(id, options().snapshot(id), 1);
  }

  /**
   * Looks for the snapshot that was the latest one some milliseconds after the time of another one.
   */
  void asOf(long id, long millis) {
    TableModel model = world.model();
    TableModel.Published of = model.snapshot(id);
    long time = of == null ? 0 : of.snapshot().timestampMillis() + millis;
    process.learn(time);
    drops = model.drops();
    long first = model.latestId();
    try (Table table = Table.open(world.uri(), options())) {
      long found = table.snapshotAsOf(Instant.ofEpochMilli(time)).id();
      boolean isRight = false;
      for (long latest = isListedLate() ? found : first; latest <= model.latestId(); latest++) {
        isRight |= found == model.latestAsOf(time, latest);
      }
      if (!isRight && drops == model.drops()) {
        world.violated(
            "snapshot " + found + " is found as of " + time + ", but was not the latest");
      }
    } catch (SnapshotExpiredException e) {
      if (!mayFail() && model.kept().size() == model.latestId()) {
        world.violated("nothing has expired for a reader as of " + time + ": " + e);
      }
    } catch (TableNotFoundException e) {
      if (!mayFail() && model.latestAsOf(time, first) > 0) {
        world.violated("there was a snapshot at " + time + ": " + e);
      }
    } catch (CorruptFileException e) {
      if (drops == model.drops()) {
        throw e;
      }
    } catch (AlbisIOException e) {
      if (!mayFail()) {
        throw new AssertionError("no snapshot as of " + time + " can be found", e);
      }
    }
  }

  private boolean isListedLate() {
    return world.history().semantics() == Semantics.OBJECTS_LISTED_LATE;
  }

  /** Verifies the latest snapshot. */
  void verify() {
    try (Table table = Table.open(world.uri(), options())) {
      table.verify(bytes -> {}).problems().stream()
          .findFirst()
          .ifPresent(problem -> world.violated("the table is not sound: " + problem));
    }
  }

  /** Reads twice through a cache. */
  void cached() {
    try (ColumnCache cache =
        ColumnCache.builder().limit(MEMORY).pressure(MemoryPressure.none()).build()) {
      read(0, options().cache(cache), 1);
      read(0, options().cache(cache), 1);
    }
  }

  /**
   * Reads.
   *
   * @param wanted id of the snapshot; 0 for the latest
   * @return the id of the snapshot that was read; -1 if it could not be
   */
  private long read(long wanted, ReadOptions options, int argument) {
    long id = wanted;
    drops = world.model().drops();
    boolean exists = world.latestAcknowledged() > 0;
    try (Table table = Table.open(world.uri(), options)) {
      id = table.snapshot().id();
      check(table, argument);
      return id;
    } catch (SnapshotExpiredException e) {
      if (!mayFail() && id > 0 && world.model().isKept(id)) {
        world.violated("snapshot " + id + " is kept, but has expired for a reader: " + e);
      }
    } catch (TableNotFoundException e) {
      if (wanted == 0 && exists && !mayFail()) {
        world.violated("the table is not found: " + e);
      }
    } catch (CorruptFileException e) {
      // The files of a table that was created again are others.
      if (drops == world.model().drops()) {
        throw e;
      }
    } catch (AlbisIOException e) {
      if (id > 0 && !world.model().isKept(id)) {
        return -1;
      }
      if (!mayFail()) {
        throw new AssertionError("snapshot " + id + " cannot be read", e);
      }
    }
    return -1;
  }

  private boolean mayFail() {
    return process.isDead()
        || drops != world.model().drops()
        || !process.lastFault().isEmpty()
        || isListedLate();
  }

  private void check(Table table, int argument) {
    long id = table.snapshot().id();
    if (drops != world.model().drops()) {
      return;
    }
    TableModel.Published published = world.model().snapshot(id);
    BitSet expected = (BitSet) published.rows().clone();
    BitSet found = new BitSet();
    if (argument % 4 == 0) {
      int key = argument / 4 % 3;
      for (int row = expected.nextSetBit(0); row >= 0; row = expected.nextSetBit(row + 1)) {
        if (Rows.key(row) != key) {
          expected.clear(row);
        }
      }
      try (RowCursor cursor = table.scan().filter(Predicate.equal("k", key)).rows()) {
        collect(cursor, table.schema(), found);
      }
    } else {
      try (RowCursor cursor = table.scan().rows()) {
        collect(cursor, table.schema(), found);
      }
    }
    if (!found.equals(expected) && drops == world.model().drops()) {
      world.violated("snapshot " + id + " has rows " + found + ", expected " + expected);
    }
  }

  private void collect(RowCursor cursor, Schema schema, BitSet found) {
    while (cursor.next()) {
      int number = (int) cursor.row().getLong(id(schema));
      if (found.get(number)) {
        world.violated("row " + number + " is found twice");
      }
      found.set(number);
      world.require(Rows.check(cursor.row(), schema, number));
    }
  }

  private static int id(Schema schema) {
    for (int i = 0; i < schema.fields().size(); i++) {
      if (schema.fields().get(i).name().equals("id")) {
        return i;
      }
    }
    throw new AssertionError(schema);
  }

  /** The rows in a part of a table. */
  static BitSet rows(Table table, long first, long count) {
    BitSet rows = new BitSet();
    try (RowCursor cursor = table.scan().select("id").rows(first, count)) {
      while (cursor.next()) {
        rows.set((int) cursor.row().getLong(0));
      }
    }
    return rows;
  }
}
