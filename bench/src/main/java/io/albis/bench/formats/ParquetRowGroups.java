// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;

/** Column readers of the row groups of Parquet files. */
public final class ParquetRowGroups {

  private ParquetRowGroups() {}

  /**
   * The columns of a row group that has been read.
   *
   * @param projection the columns that have been read
   * @param createdBy the writer of the file, according to its footer
   */
  public static ColumnReadStoreImpl columns(
      PageReadStore rowGroup, MessageType projection, String createdBy) {
    return new ColumnReadStoreImpl(rowGroup, new NoRecords(projection), projection, createdBy);
  }

  /** The column readers require converters, which are never called here. */
  private static final class NoRecords extends GroupConverter {
    private static final PrimitiveConverter NOTHING = new PrimitiveConverter() {};

    private final GroupType group;

    NoRecords(GroupType group) {
      this.group = group;
    }

    @Override
    public Converter getConverter(int field) {
      return group.getType(field).isPrimitive()
          ? NOTHING
          : new NoRecords(group.getType(field).asGroupType());
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
  }
}
