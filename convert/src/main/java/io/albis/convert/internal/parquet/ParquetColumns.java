// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.writer.BatchColumn;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/** Copies row groups of a file to a batch writer, column by column. For one thread. */
public final class ParquetColumns {

  private static final int MIN_BATCH_ROWS = 64;
  private static final int MAX_BATCH_ROWS = 2048;
  private static final long BATCH_BYTES = 16 << 20;

  /** What a value costs beside its bytes: a level and flags. */
  private static final int VALUE_COST = 4;

  /**
   * Where a field is.
   *
   * @param path of the group around it
   * @param depth the number of lists and maps around it
   * @param slotLevel the definition level from which the innermost element around it exists
   * @param level the definition level from which the group around it is not null
   */
  private record Place(List<String> path, int depth, int slotLevel, int level) {

    static final Place TOP = new Place(List.of(), 0, 0, 0);

    Place in(Type type, int newLevel) {
      return new Place(below(type), depth, slotLevel, newLevel);
    }

    /** Returns the place of the elements of a repeated field. */
    Place element() {
      return new Place(path, depth + 1, level + 1, level + 1);
    }

    List<String> below(Type type) {
      List<String> longer = new ArrayList<>(path);
      longer.add(type.getName());
      return longer;
    }
  }

  private final MessageType message;
  private final BatchWriter batches;
  private final String createdBy;
  private final SparkCalendar calendar;
  private final SharedLevels shared;
  private final List<ParquetNode> fields = new ArrayList<>();

  /** In the order of the message. */
  private final List<ParquetNode.Primitive> leaves = new ArrayList<>();

  private final List<ColumnDescriptor> columns = new ArrayList<>();

  /**
   * Prepares to copy.
   *
   * @param message the columns to read
   * @param schema the columns to write, as they are mapped to those of the message
   * @param batches gets the columns in the order of the schema
   * @param createdBy what the file says of its writer
   * @param calendar of its dates and instants
   */
  public ParquetColumns(
      MessageType message,
      Schema schema,
      BatchWriter batches,
      String createdBy,
      SparkCalendar calendar) {
    this.calendar = calendar;
    this.message = message;
    this.batches = batches;
    this.createdBy = createdBy;
    this.shared = new SharedLevels(message);
    for (int i = 0; i < message.getFieldCount(); i++) {
      Field field = schema.fields().get(i);
      fields.add(node(message.getType(i), field, batches.column(i), Place.TOP));
    }
  }

  /** A field that may be repeated: then it is a list. */
  private ParquetNode node(Type type, Field field, BatchColumn target, Place place) {
    if (!type.isRepetition(Repetition.REPEATED)) {
      return single(type, field, target, place);
    }
    Field element = field.type().children().get(0);
    ParquetNode child = single(type, element, target.child(0), place.element());
    return repeated(target, place, place.level(), List.of(child));
  }

  private static ParquetNode repeated(
      BatchColumn target, Place place, int level, List<ParquetNode> children) {
    return new ParquetNode.Repeated(target, place.depth(), place.slotLevel(), level, children);
  }

  /** A field that is not repeated, or of which that was taken into account. */
  private ParquetNode single(Type type, Field field, BatchColumn target, Place outer) {
    int level = outer.level() + (type.isRepetition(Repetition.OPTIONAL) ? 1 : 0);
    if (type.isPrimitive()) {
      return leaf(type, field, target, outer);
    }
    Place place = outer.in(type, level);
    GroupType group = type.asGroupType();
    LogicalTypeAnnotation logical = group.getLogicalTypeAnnotation();
    if (logical instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation) {
      return list(group, field, target, place);
    }
    if (logical != null) {
      return map(group, field, target, place);
    }
    List<ParquetNode> children = new ArrayList<>();
    for (int i = 0; i < group.getFieldCount(); i++) {
      children.add(node(group.getType(i), field.type().children().get(i), target.child(i), place));
    }
    return new ParquetNode.Struct(target, place.depth(), place.slotLevel(), level, children);
  }

  private ParquetNode leaf(Type type, Field field, BatchColumn target, Place outer) {
    List<String> path = outer.below(type);
    LeafConverter converter =
        new LeafConverter(type.asPrimitiveType(), field.type(), calendar, String.join(".", path));
    ParquetNode.Primitive leaf =
        new ParquetNode.Primitive(target, outer.depth(), outer.slotLevel(), converter);
    leaves.add(leaf);
    columns.add(message.getColumnDescription(path.toArray(String[]::new)));
    return leaf;
  }

  private ParquetNode list(GroupType list, Field field, BatchColumn target, Place place) {
    Field element = field.type().children().get(0);
    Type repeated = list.getType(0);
    Place inner = place.element();
    ParquetNode child;
    if (ListRules.isElement(list)) {
      child = single(repeated, element, target.child(0), inner);
    } else {
      Type only = repeated.asGroupType().getType(0);
      child = node(only, element, target.child(0), inner.in(repeated, inner.level()));
    }
    return repeated(target, place, place.level(), List.of(child));
  }

  private ParquetNode map(GroupType map, Field field, BatchColumn target, Place place) {
    GroupType entry = map.getType(0).asGroupType();
    List<Field> pair = field.type().children();
    Place element = place.element();
    Place inner = element.in(entry, element.level());
    ParquetNode key = single(entry.getType(0), pair.get(0), target.child(0), inner);
    ParquetNode value = node(entry.getType(1), pair.get(1), target.child(1), inner);
    return repeated(target, place, place.level(), List.of(key, value));
  }

  /**
   * Copies a row group.
   *
   * @param block its description
   * @param written called after each batch with its number of rows
   * @throws ParquetColumnException if a column is missing, encrypted, damaged or cannot be read
   */
  public void copy(InputFile file, BlockMetaData block, IntConsumer written) throws IOException {
    try (ParquetPages pages = new ParquetPages(file, block, columns, createdBy)) {
      List<LeafReader> readers = new ArrayList<>(columns.size());
      for (int i = 0; i < columns.size(); i++) {
        readers.add(LeafReader.open(columns.get(i), pages, createdBy));
        leaves.get(i).read(readers.get(i));
      }
      int most = batchRows(block);
      long left = block.getRowCount();
      while (left > 0) {
        int rows = (int) Math.min(left, most);
        for (LeafReader reader : readers) {
          reader.read(rows);
        }
        shared.check(readers);
        for (ParquetNode field : fields) {
          field.fill();
        }
        batches.endBatch(rows);
        written.accept(rows);
        left -= rows;
      }
    }
  }

  /** Chooses the rows of a batch, so that its values take a few megabytes. */
  private int batchRows(BlockMetaData block) {
    Map<String, Long> sizes = new HashMap<>();
    for (ColumnChunkMetaData chunk : block.getColumns()) {
      sizes.put(chunk.getPath().toDotString(), chunk.getTotalUncompressedSize());
    }
    long rows = Math.max(1, block.getRowCount());
    long bytes = 1;
    long longest = 1;
    for (int i = 0; i < columns.size(); i++) {
      long size = sizes.getOrDefault(String.join(".", columns.get(i).getPath()), 0L);
      bytes += size / rows + VALUE_COST;
      longest = Math.max(longest, leaves.get(i).leaf().longestInDictionary());
    }
    long fit = Math.max(MIN_BATCH_ROWS, Math.min(MAX_BATCH_ROWS, BATCH_BYTES / bytes));
    // A dictionary may have long values, of which its pages take little.
    return (int) Math.max(1, Math.min(fit, 4 * BATCH_BYTES / longest));
  }
}
