// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.cache;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Nesting;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Type;
import io.albis.spark.internal.compat.TimeOfDay;
import io.albis.spark.internal.type.AlbisTypes;
import io.albis.spark.internal.write.VectorInput;
import java.io.ObjectStreamException;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.expressions.UnsafeProjection;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;

/**
 * The columns of a cached data frame: Spark's types, and those of the segments that hold them. A
 * cached value is the bits that Spark has: times are not converted, and strings have no collation.
 * Columns are named by their positions, as a data frame may have several of one name.
 */
final class CacheSchema implements Serializable {

  private static final long serialVersionUID = 1L;

  private final StructType columns;
  private final transient Schema schema;

  /** The number of the first node of each column, and of all nodes at the end. */
  private final transient int[] firstNodes;

  private CacheSchema(StructType columns) {
    this.columns = columns;
    this.schema = AlbisTypes.toAlbis(stored(columns));
    this.firstNodes = firstNodes(schema.fields(), 0);
  }

  /** Returns the schema of columns; empty if segments cannot hold one of them. */
  static Optional<CacheSchema> of(StructType columns) {
    if (columns.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(new CacheSchema((StructType) sqlType(columns)));
    } catch (IllegalArgumentException | InvalidArgumentException e) {
      // A type without a counterpart, such as that of calendar intervals.
      return Optional.empty();
    }
  }

  private Object readResolve() throws ObjectStreamException {
    return new CacheSchema(columns);
  }

  /** The types of Spark; types of users are those that represent them. */
  StructType columns() {
    return columns;
  }

  /** The columns of segments, all of which may be null. */
  Schema schema() {
    return schema;
  }

  List<Field> fields() {
    return schema.fields();
  }

  int columnCount() {
    return fields().size();
  }

  /** Whether batches can be made of vectors. */
  boolean areVectorsSupported() {
    return VectorInput.supports(columns);
  }

  /** Nodes of all columns: a column has one, and one for each child of its type. */
  int nodeCount() {
    return firstNodes[columnCount()];
  }

  /** The number of the first node of a column. */
  int firstNode(int column) {
    return firstNodes[column];
  }

  /** Returns what makes a row of the statistics of all columns. */
  UnsafeProjection statistics() {
    DataType[] types = new DataType[columnCount() * AlbisCachedBatch.STATISTICS];
    for (int i = 0; i < columnCount(); i++) {
      int at = i * AlbisCachedBatch.STATISTICS;
      types[at] = columns.fields()[i].dataType();
      types[at + 1] = types[at];
      types[at + 2] = DataTypes.IntegerType;
      types[at + 3] = DataTypes.IntegerType;
      types[at + 4] = DataTypes.LongType;
    }
    return UnsafeProjection.create(types);
  }

  private static int nodeCount(Type type) {
    int count = 1;
    if (type.nesting() != Nesting.NONE) {
      for (Field child : type.children()) {
        count += nodeCount(child.type());
      }
    }
    return count;
  }

  /**
   * The number of the first node of each field, and of what follows them.
   *
   * @param first the number for the first field
   */
  static int[] firstNodes(List<Field> fields, int first) {
    int[] nodes = new int[fields.size() + 1];
    nodes[0] = first;
    for (int i = 0; i < fields.size(); i++) {
      nodes[i + 1] = nodes[i] + nodeCount(fields.get(i).type());
    }
    return nodes;
  }

  /** Replaces types of users by those of their values. */
  private static DataType sqlType(DataType type) {
    if (type instanceof UserDefinedType<?> user) {
      return sqlType(user.sqlType());
    }
    if (type instanceof StructType struct) {
      StructField[] fields = new StructField[struct.length()];
      for (int i = 0; i < fields.length; i++) {
        StructField field = struct.fields()[i];
        fields[i] =
            new StructField(
                field.name(), sqlType(field.dataType()), field.nullable(), field.metadata());
      }
      return new StructType(fields);
    }
    if (type instanceof ArrayType array) {
      return DataTypes.createArrayType(sqlType(array.elementType()), array.containsNull());
    }
    if (type instanceof MapType map) {
      return DataTypes.createMapType(
          sqlType(map.keyType()), sqlType(map.valueType()), map.valueContainsNull());
    }
    return type;
  }

  /** The type with the same bits whose counterpart in the format needs no conversion. */
  private static DataType stored(DataType type) {
    if (TimeOfDay.isTypeOf(type)) {
      return DataTypes.LongType;
    }
    if (type instanceof StringType) {
      return DataTypes.StringType;
    }
    if (type instanceof StructType struct) {
      return stored(struct);
    }
    if (type instanceof ArrayType array) {
      return DataTypes.createArrayType(stored(array.elementType()), true);
    }
    if (type instanceof MapType map) {
      return DataTypes.createMapType(stored(map.keyType()), stored(map.valueType()), true);
    }
    return type;
  }

  private static StructType stored(StructType struct) {
    StructField[] fields = new StructField[struct.length()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] =
          new StructField("c" + i, stored(struct.fields()[i].dataType()), true, Metadata.empty());
    }
    return new StructType(fields);
  }
}
