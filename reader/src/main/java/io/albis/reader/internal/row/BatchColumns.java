// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TypeKind;
import io.albis.reader.ColumnVector;
import io.albis.reader.VectorOwner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The columns that users see of the leaves of a batch: a struct is a vector whose children are the
 * vectors of its fields, and whose nulls are those of its presence leaf. Not thread-safe.
 */
public final class BatchColumns {

  /**
   * A column, or a field of a struct outside of lists and maps.
   *
   * @param owner of its vector
   * @param fields of a struct; otherwise none
   * @param presence of a struct: says where it or a struct around it is null; null if it never is
   */
  record Column(VectorOwner owner, List<Column> fields, VectorOwner presence) {}

  private final Map<Integer, VectorOwner> leaves = new HashMap<>();
  private final List<Column> columns;

  /** All structs, after the structs in them. */
  private final List<Column> structs = new ArrayList<>();

  private BatchColumns(Schema projected, List<Leaf> leaves, List<VectorOwner> vectors) {
    for (int i = 0; i < leaves.size(); i++) {
      this.leaves.put(leaves.get(i).id(), vectors.get(i));
    }
    this.columns = columns(projected.fields(), "", null);
  }

  /**
   * Creates the columns of a schema.
   *
   * @param leaves at least those of the schema
   * @param vectors of the leaves, loaded by the caller
   */
  public static BatchColumns of(Schema projected, List<Leaf> leaves, List<VectorOwner> vectors) {
    return new BatchColumns(projected, leaves, vectors);
  }

  private List<Column> columns(List<Field> fields, String prefix, VectorOwner around) {
    List<Column> result = new ArrayList<>(fields.size());
    for (Field field : fields) {
      boolean isStruct = field.type().kind() == TypeKind.STRUCT;
      result.add(
          isStruct
              ? struct(field, prefix + Field.quote(field.name()), around)
              : new Column(leaves.get(field.id()), List.of(), null));
    }
    return result;
  }

  private Column struct(Field field, String path, VectorOwner around) {
    VectorOwner presence = leaves.getOrDefault(field.id(), around);
    List<Column> fields = columns(field.type().children(), path + ".", presence);
    VectorOwner owner =
        new VectorOwner(field.type(), path)
            .children(fields.stream().map(child -> child.owner.vector()).toList());
    Column struct = new Column(owner, fields, presence);
    structs.add(struct);
    return struct;
  }

  /** The columns by ordinal. */
  List<Column> columns() {
    return columns;
  }

  /** The vectors of the columns by ordinal. */
  public List<ColumnVector> vectors() {
    return columns.stream().map(column -> column.owner.vector()).toList();
  }

  /** Points the structs to the rows of their leaves. */
  void place(int rows) {
    for (Column struct : structs) {
      ColumnVector presence = struct.presence == null ? null : struct.presence.vector();
      struct.owner.struct(presence, rows);
    }
  }

  /** Makes the structs unreadable. */
  void close() {
    structs.forEach(struct -> struct.owner.close());
  }
}
