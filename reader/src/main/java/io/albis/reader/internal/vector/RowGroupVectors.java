// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.vector;

import io.albis.format.error.CorruptFileException;
import io.albis.format.internal.schema.PlainDefaults;
import io.albis.format.schema.Leaf;
import io.albis.reader.ColumnVector;
import io.albis.reader.VectorOwner;
import io.albis.reader.internal.io.ExtentSegments;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.internal.plan.StoredLeaves;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The vectors of a row group: over its loaded segments, and for the leaves that it does not store.
 * Not thread-safe.
 */
public final class RowGroupVectors implements AutoCloseable {

  private final ScanPlan plan;
  private final StoredLeaves stored;
  private final BufferAllocator allocator;

  /** Per group of the plan: the vectors derived from its segment. */
  private final DerivedVectors[] converted;

  private final DerivedVectors constants;
  private DerivedVectors perBatch;

  /** Per ordinal: the vector of the whole segment that is loaded. */
  private final VectorOwner[] whole;

  private final List<Integer> underPresence = new ArrayList<>();

  /**
   * Creates an instance.
   *
   * @param stored where the leaves of the row group are
   */
  public RowGroupVectors(ScanPlan plan, StoredLeaves stored, BufferAllocator allocator) {
    this.plan = plan;
    this.stored = stored;
    this.allocator = allocator;
    this.converted = new DerivedVectors[plan.groups().size()];
    for (int g = 0; g < converted.length; g++) {
      converted[g] = new DerivedVectors(allocator);
    }
    this.constants = new DerivedVectors(allocator);
    this.whole = new VectorOwner[plan.leaves().size()];
  }

  /** Creates vectors for the leaves that the row group does not store. */
  public void open() {
    for (int ordinal = 0; ordinal < whole.length; ordinal++) {
      if (stored.group(ordinal) < 0 && plan.isLoaded(ordinal)) {
        addMissing(ordinal);
      }
    }
  }

  private void addMissing(int ordinal) {
    Leaf leaf = plan.leaves().get(ordinal);
    Optional<byte[]> value = PlainDefaults.initialOf(plan.field(leaf.id()));
    int presence = plan.presenceAround(leaf);
    if (value.isPresent() && presence < 0) {
      whole[ordinal] = constants.defaults(leaf.type(), leaf.path(), value.get(), 0);
    } else if (value.isPresent() && stored.group(presence) >= 0) {
      underPresence.add(ordinal);
    } else if (leaf.nullable()) {
      // Also where a struct around it is not stored, so that it is null in all rows.
      whole[ordinal] = constants.nulls(leaf.type(), leaf.path(), 0);
    } else {
      throw new CorruptFileException(
          stored.manifestPath(),
          -1,
          "column " + leaf.path() + " of row group " + stored.rowGroup().number(),
          "values or a default, since it is required",
          "neither");
    }
  }

  /** Whether vectors of each batch depend on those of several groups. */
  public boolean areCombined() {
    return !underPresence.isEmpty();
  }

  /** Releases the vectors derived from the segment of a group. */
  public void release(int g) {
    converted[g].close();
  }

  /**
   * Creates the vectors of a segment.
   *
   * @param memory its bytes
   */
  public void load(int g, ExtentSegments extent, int k, OffHeapBuffer memory) {
    SegmentVectors segment = new SegmentVectors(extent, k, memory, converted[g]);
    for (int ordinal : plan.groups().get(g).ordinals()) {
      if (stored.group(ordinal) == g) {
        Leaf leaf = plan.leaves().get(ordinal);
        requireReadable(extent, stored.position(ordinal), leaf);
        closeVector(ordinal);
        whole[ordinal] = segment.leaf(stored.position(ordinal), leaf, g);
      }
    }
  }

  /** Sets the vectors of a group to some rows of its segment. */
  public void place(int g, List<VectorOwner> vectors, int offset, int rowCount) {
    for (int ordinal : plan.groups().get(g).ordinals()) {
      if (stored.group(ordinal) == g) {
        vectors.get(ordinal).window(whole[ordinal].vector(), offset, rowCount);
      }
    }
  }

  /** Sets the vectors of leaves that are not stored to this many rows. */
  public void placeConstants(List<VectorOwner> vectors, int rowCount) {
    for (int ordinal = 0; ordinal < whole.length; ordinal++) {
      if (stored.group(ordinal) < 0 && whole[ordinal] != null) {
        vectors.get(ordinal).window(whole[ordinal].vector(), 0, rowCount);
      }
    }
    if (perBatch != null) {
      perBatch.close();
    }
    for (int ordinal : underPresence) {
      perBatch = perBatch == null ? new DerivedVectors(allocator) : perBatch;
      Leaf leaf = plan.leaves().get(ordinal);
      byte[] value = PlainDefaults.initialOf(plan.field(leaf.id())).orElseThrow();
      ColumnVector presence = vectors.get(plan.presenceAround(leaf)).vector();
      VectorOwner made = perBatch.defaults(leaf.type(), leaf.path(), value, rowCount, presence);
      vectors.get(ordinal).window(made.vector(), 0, rowCount);
    }
  }

  private static void requireReadable(ExtentSegments extent, int index, Leaf wanted) {
    Leaf found = extent.layout().leaves().get(index);
    if (!found.canBeReadAs(wanted)) {
      throw new CorruptFileException(
          extent.path(),
          -1,
          "stored type of column " + wanted.path(),
          "one that can be read as " + wanted.typeText(),
          found.typeText());
    }
  }

  /** A caller that has kept a vector of elements must not read released memory. */
  private void closeVector(int ordinal) {
    if (whole[ordinal] != null) {
      whole[ordinal].close();
    }
  }

  @Override
  public void close() {
    for (int ordinal = 0; ordinal < whole.length; ordinal++) {
      closeVector(ordinal);
    }
    for (DerivedVectors ofGroup : converted) {
      ofGroup.close();
    }
    constants.close();
    if (perBatch != null) {
      perBatch.close();
    }
  }
}
