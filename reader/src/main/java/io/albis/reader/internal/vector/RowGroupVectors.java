// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.vector;

import io.albis.format.error.CorruptFileException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.reader.internal.io.ExtentReader;
import io.albis.reader.internal.plan.ScanPlan;
import io.albis.reader.vector.ColumnVector;
import io.albis.reader.vector.VectorOwner;
import io.albis.storage.memory.BufferAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The vectors of a row group: over its loaded segments, and for the leaves that it does not store.
 * Not thread-safe.
 */
public final class RowGroupVectors implements AutoCloseable {

  private final ScanPlan plan;

  /** For messages. */
  private final long rowGroup;

  private final BufferAllocator allocator;

  /** Per group of the plan: the vectors derived from its segment. */
  private final DerivedVectors[] converted;

  private final DerivedVectors constants;
  private DerivedVectors perBatch;

  /** Per ordinal: index of the leaf in its extent, -1 if it is not stored. */
  private final int[] stored;

  /** Per ordinal: the vector of the whole segment that is loaded. */
  private final VectorOwner[] whole;

  private final List<Integer> underPresence = new ArrayList<>();

  public RowGroupVectors(ScanPlan plan, long rowGroup, BufferAllocator allocator) {
    this.plan = plan;
    this.rowGroup = rowGroup;
    this.allocator = allocator;
    this.converted = new DerivedVectors[plan.groups().size()];
    for (int g = 0; g < converted.length; g++) {
      converted[g] = new DerivedVectors(allocator);
    }
    this.constants = new DerivedVectors(allocator);
    this.whole = new VectorOwner[plan.leaves().size()];
    this.stored = new int[whole.length];
  }

  /**
   * Adds a group without loading it, and creates vectors for its leaves that the row group does not
   * store.
   *
   * @param reader null if the row group has no extent of it
   */
  public void add(int g, ExtentReader reader) {
    for (int ordinal : plan.groups().get(g).ordinals()) {
      Leaf leaf = plan.leaves().get(ordinal);
      stored[ordinal] = reader == null ? -1 : storedIndex(reader, leaf);
      if (stored[ordinal] >= 0) {
        continue;
      }
      Field field = plan.field(leaf.id());
      Optional<byte[]> value = field.defaultValue();
      if (value.isPresent() && plan.presenceAround(leaf) >= 0) {
        underPresence.add(ordinal);
      } else if (value.isPresent()) {
        whole[ordinal] = constants.defaults(leaf.type(), leaf.path(), value.get(), 0);
      } else if (leaf.nullable()) {
        whole[ordinal] = constants.nulls(leaf.type(), leaf.path(), 0);
      } else {
        throw new CorruptFileException(
            "row group " + rowGroup,
            -1,
            "column " + leaf.path(),
            "values or a default, since it is required",
            "neither");
      }
    }
  }

  private static int storedIndex(ExtentReader reader, Leaf leaf) {
    List<Leaf> inFile = reader.footer().leaves();
    for (int i = 0; i < inFile.size(); i++) {
      if (inFile.get(i).id() == leaf.id()) {
        return i;
      }
    }
    return -1;
  }

  /** Releases the vectors derived from the segment of a group. */
  public void release(int g) {
    converted[g].close();
  }

  /** Creates the vectors of a segment. */
  public void load(int g, ExtentReader reader, int k, long address) {
    SegmentVectors segment =
        new SegmentVectors(
            reader.footer(),
            reader.segment(k),
            reader.memory(),
            address,
            reader.fileOffset(k),
            converted[g]);
    for (int ordinal : plan.groups().get(g).ordinals()) {
      Leaf leaf = plan.leaves().get(ordinal);
      int index = stored[ordinal];
      if (index >= 0) {
        requireReadable(reader, index, leaf);
        closeVector(ordinal);
        whole[ordinal] = segment.leaf(index, leaf, g);
      }
    }
  }

  /** Sets the vectors of a group to some rows of its segment. */
  public void place(int g, List<VectorOwner> vectors, int offset, int rowCount) {
    for (int ordinal : plan.groups().get(g).ordinals()) {
      if (stored[ordinal] >= 0) {
        vectors.get(ordinal).window(whole[ordinal].vector(), offset, rowCount);
      }
    }
  }

  /** Sets the vectors of leaves that are not stored to this many rows. */
  public void placeConstants(List<VectorOwner> vectors, int rowCount) {
    for (int g = 0; g < converted.length; g++) {
      for (int ordinal : plan.groups().get(g).ordinals()) {
        if (stored[ordinal] < 0 && whole[ordinal] != null) {
          vectors.get(ordinal).window(whole[ordinal].vector(), 0, rowCount);
        }
      }
    }
    if (perBatch != null) {
      perBatch.close();
    }
    for (int ordinal : underPresence) {
      perBatch = perBatch == null ? new DerivedVectors(allocator) : perBatch;
      Leaf leaf = plan.leaves().get(ordinal);
      byte[] value = plan.field(leaf.id()).defaultValue().orElseThrow();
      ColumnVector presence = vectors.get(plan.presenceAround(leaf)).vector();
      VectorOwner made = perBatch.defaults(leaf.type(), leaf.path(), value, rowCount, presence);
      vectors.get(ordinal).window(made.vector(), 0, rowCount);
    }
  }

  private static void requireReadable(ExtentReader reader, int index, Leaf wanted) {
    Leaf found = reader.footer().leaves().get(index);
    boolean isReadable =
        found.isPresence() == wanted.isPresence()
            && (found.isPresence() || StoredTypes.canRead(found.type(), wanted.type()))
            && (wanted.nullable() || !found.nullable());
    if (!isReadable) {
      throw new CorruptFileException(
          reader.footer().file(),
          -1,
          "stored type of column " + wanted.path(),
          "one that can be read as " + wanted.type() + (wanted.nullable() ? "" : " required"),
          found.type() + (found.nullable() ? "" : " required"));
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
