// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.writer.BatchColumn;
import java.util.List;

/**
 * A field of the schema: turns the levels of its first leaf into nulls and offsets.
 *
 * <p>A field has a <b>slot</b> for each element of the innermost list or map around it, or for each
 * row: the levels whose repetition level is at most {@code depth}, the number of lists and maps
 * around it, and whose definition level says that the element exists.
 */
abstract class ParquetNode {

  /** The column of a batch that gets the slots. */
  final BatchColumn target;

  /** The number of lists and maps around the field. */
  final int depth;

  /** The definition level from which the slot exists. */
  final int slotLevel;

  private ParquetNode(BatchColumn target, int depth, int slotLevel) {
    this.target = target;
    this.depth = depth;
    this.slotLevel = slotLevel;
  }

  /** The first leaf below. */
  abstract LeafReader leaf();

  /** Sets the columns of the batch for the rows that leaves have read. */
  abstract void fill();

  /** A primitive field. */
  static final class Primitive extends ParquetNode {
    private final LeafConverter converter;
    private LeafReader leaf;
    private boolean[] nulls = {};

    Primitive(BatchColumn target, int depth, int slotLevel, LeafConverter converter) {
      super(target, depth, slotLevel);
      this.converter = converter;
    }

    /** Sets the column chunk to be read next. */
    void read(LeafReader next) {
      leaf = next;
    }

    @Override
    LeafReader leaf() {
      return leaf;
    }

    @Override
    void fill() {
      int levels = leaf.levels();
      int present = leaf.values().count;
      int max = leaf.column().getMaxDefinitionLevel();
      if (present == levels) {
        converter.set(leaf.values(), null, levels, target);
        return;
      }
      if (nulls.length < levels) {
        nulls = new boolean[Math.max(levels, 2 * nulls.length)];
      }
      boolean[] flags = nulls;
      byte[] defs = leaf.definitionLevels();
      int slots = 0;
      if (slotLevel == 0) {
        for (int i = 0; i < levels; i++) {
          flags[i] = defs[i] != max;
        }
        slots = levels;
      } else {
        for (int i = 0; i < levels; i++) {
          if (defs[i] >= slotLevel) {
            flags[slots++] = defs[i] != max;
          }
        }
      }
      boolean hasNulls = slots > present;
      converter.set(leaf.values(), hasNulls ? flags : null, slots, target);
      if (hasNulls) {
        target.setNulls(flags);
      }
    }
  }

  /** A group of fields. */
  static final class Struct extends ParquetNode {
    private final List<ParquetNode> fields;

    /** The definition level from which the struct is not null. */
    private final int level;

    private boolean[] nulls = {};

    Struct(BatchColumn target, int depth, int slotLevel, int level, List<ParquetNode> fields) {
      super(target, depth, slotLevel);
      this.level = level;
      this.fields = fields;
    }

    @Override
    LeafReader leaf() {
      return fields.get(0).leaf();
    }

    @Override
    void fill() {
      if (level > slotLevel) {
        LeafReader leaf = leaf();
        int levels = leaf.levels();
        if (nulls.length < levels) {
          nulls = new boolean[Math.max(levels, 2 * nulls.length)];
        }
        byte[] defs = leaf.definitionLevels();
        byte[] reps = leaf.repetitionLevels();
        boolean isRepeated = leaf.column().getMaxRepetitionLevel() > depth;
        int slots = 0;
        for (int i = 0; i < levels; i++) {
          if (defs[i] >= slotLevel && (!isRepeated || reps[i] <= depth)) {
            nulls[slots++] = defs[i] < level;
          }
        }
        target.setNulls(nulls);
      }
      for (ParquetNode field : fields) {
        field.fill();
      }
    }
  }

  /** A list or map. */
  static final class Repeated extends ParquetNode {
    private final List<ParquetNode> children;

    /** The definition level from which the list is not null. */
    private final int level;

    /** The definition level from which it has an element. */
    private final int elementLevel;

    private boolean[] nulls = {};
    private int[] offsets = {0};

    /**
     * Creates a node.
     *
     * @param children the element of a list, key and value of a map
     */
    Repeated(BatchColumn target, int depth, int slotLevel, int level, List<ParquetNode> children) {
      super(target, depth, slotLevel);
      this.level = level;
      this.elementLevel = level + 1;
      this.children = children;
    }

    @Override
    LeafReader leaf() {
      return children.get(0).leaf();
    }

    @Override
    void fill() {
      LeafReader leaf = leaf();
      int levels = leaf.levels();
      if (offsets.length <= levels) {
        nulls = new boolean[Math.max(levels, 2 * nulls.length)];
        offsets = new int[nulls.length + 1];
      }
      byte[] defs = leaf.definitionLevels();
      byte[] reps = leaf.repetitionLevels();
      int slots = 0;
      int elements = 0;
      for (int i = 0; i < levels; i++) {
        if (reps[i] <= depth) {
          if (defs[i] >= slotLevel) {
            nulls[slots] = defs[i] < level;
            offsets[slots++] = elements;
            elements += defs[i] >= elementLevel ? 1 : 0;
          }
        } else if (reps[i] == depth + 1 && defs[i] >= elementLevel) {
          elements++;
        }
      }
      offsets[slots] = elements;
      target.setOffsets(offsets);
      if (level > slotLevel) {
        target.setNulls(nulls);
      }
      for (ParquetNode child : children) {
        child.fill();
      }
    }
  }
}
