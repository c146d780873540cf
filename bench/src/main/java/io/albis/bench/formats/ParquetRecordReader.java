// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import java.util.List;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Reads Parquet with parquet-java's records: each row becomes a {@link Group}. */
public final class ParquetRecordReader extends ParquetReader {

  @Override
  Sums sums(ScanRequest request, ParquetFileReader file, MessageType projection, Totals totals) {
    MessageColumnIO columns =
        new ColumnIOFactory().getColumnIO(projection, file.getFileMetaData().getSchema());
    LeafSums sums = new LeafSums(totals);
    return rowGroup -> {
      RecordReader<Group> records =
          columns.getRecordReader(
              rowGroup, new GroupRecordConverter(projection), ParquetFiles.filter(request));
      add(records, rowGroup.getRowCount(), projection, sums);
    };
  }

  private static void add(
      RecordReader<Group> records, long rows, MessageType projection, LeafSums sums) {
    for (long row = 0; row < rows; row++) {
      Group record = records.read();
      if (!records.shouldSkipCurrentRecord()) {
        sums.leaf = 0;
        sums.add(record, projection);
      }
    }
  }

  /** Sums all leaves, which are visited in order. */
  private static final class LeafSums {
    private final Totals totals;

    /** The next leaf. */
    private int leaf;

    LeafSums(Totals totals) {
      this.totals = totals;
    }

    void add(Group group, GroupType type) {
      List<Type> fields = type.getFields();
      for (int field = 0; field < fields.size(); field++) {
        Type of = fields.get(field);
        int first = leaf;
        int count = group.getFieldRepetitionCount(field);
        for (int i = 0; i < count; i++) {
          leaf = first;
          if (of.isPrimitive()) {
            addValue(group, field, i, of.asPrimitiveType());
          } else {
            add(group.getGroup(field, i), of.asGroupType());
          }
        }
        leaf = first + leaves(of);
      }
    }

    private static int leaves(Type type) {
      if (type.isPrimitive()) {
        return 1;
      }
      int leaves = 0;
      for (Type field : type.asGroupType().getFields()) {
        leaves += leaves(field);
      }
      return leaves;
    }

    private void addValue(Group group, int field, int index, PrimitiveType type) {
      switch (type.getPrimitiveTypeName()) {
        case INT32 -> totals.addIntegers(leaf, 1, group.getInteger(field, index));
        case INT64 -> totals.addIntegers(leaf, 1, group.getLong(field, index));
        case DOUBLE -> totals.addReals(leaf, 1, group.getDouble(field, index));
        default -> totals.addIntegers(leaf, 1, ParquetNumbers.of(type).of(group, field, index));
      }
    }
  }
}
