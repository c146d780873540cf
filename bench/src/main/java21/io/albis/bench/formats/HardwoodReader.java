// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import dev.hardwood.HardwoodContext;
import dev.hardwood.InputFile;
import dev.hardwood.reader.ColumnReader;
import dev.hardwood.reader.ColumnReaders;
import dev.hardwood.reader.FilterPredicate;
import dev.hardwood.reader.LayerKind;
import dev.hardwood.reader.ParquetFileReader;
import dev.hardwood.reader.ParquetFileReader.ColumnReadersBuilder;
import dev.hardwood.reader.RowGroupPredicate;
import dev.hardwood.reader.Validity;
import dev.hardwood.schema.ColumnProjection;
import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.bench.scan.ValueKind;
import io.albis.format.schema.Field;
import io.albis.format.schema.Leaf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads Parquet with hardwood's column readers, batches of its default size. Its pool has as many
 * threads as are asked for, and decodes ahead of the threads that sum: there are twice as many. A
 * part is a range of bytes, as in Spark. Requires Java 21; found by name.
 */
public final class HardwoodReader implements FormatReader {

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    Path path = Path.of(request.location());
    Open open = new Open(request, Files.size(path), HardwoodContext.create(request.threads()));
    try {
      for (int i = 0; i < request.threads(); i++) {
        open.files.add(ParquetFileReader.open(InputFile.of(path), open.context));
      }
    } catch (IOException | RuntimeException e) {
      try (open) {
        throw e;
      }
    }
    return open;
  }

  private static final class Open implements OpenFormat {
    private final ScanRequest request;
    private final long length;
    private final HardwoodContext context;
    private final List<ParquetFileReader> files = new ArrayList<>();

    Open(ScanRequest request, long length, HardwoodContext context) {
      this.request = request;
      this.length = length;
      this.context = context;
    }

    @Override
    public void scan(int part, int parts, Totals totals) {
      String[] names = request.schema().fields().stream().map(Field::name).toArray(String[]::new);
      ColumnReadersBuilder builder =
          files.get(part).buildColumnReaders(ColumnProjection.columns(names));
      if (parts > 1) {
        builder.filter(
            RowGroupPredicate.byteRange(length * part / parts, length * (part + 1) / parts));
      }
      if (request.below().isPresent()) {
        builder.filter(FilterPredicate.lt(names[0], (int) request.below().getAsLong()));
      }
      try (ColumnReaders columns = builder.build()) {
        int[] leaves = leaves(columns);
        List<Leaf> types = request.leaves();
        while (columns.nextBatch()) {
          for (int i = 0; i < leaves.length; i++) {
            ValueKind kind = ValueKind.of(types.get(leaves[i]).type());
            add(columns.getColumnReader(i), kind, leaves[i], totals);
          }
        }
      }
    }

    /** The leaf that each column holds: within a field, both are in the order of the schema. */
    private int[] leaves(ColumnReaders columns) {
      Map<String, Integer> next = new HashMap<>();
      int leaf = 0;
      for (Field field : request.schema().fields()) {
        next.put(field.name(), leaf);
        leaf += FormatValues.leaves(field);
      }
      int[] leaves = new int[columns.getColumnCount()];
      for (int i = 0; i < leaves.length; i++) {
        String field = columns.getColumnReader(i).getColumnSchema().fieldPath().topLevelName();
        leaves[i] = next.merge(field, 1, Integer::sum) - 1;
      }
      return leaves;
    }

    @Override
    public void close() throws IOException {
      try (context) {
        for (ParquetFileReader file : files) {
          file.close();
        }
      }
    }
  }

  private static void add(ColumnReader column, ValueKind kind, int leaf, Totals totals) {
    int count = column.getValueCount();
    Validity valid = validity(column);
    int values = count - valid.nullCount(count);
    if (kind == ValueKind.DOUBLE) {
      totals.addReals(leaf, values, doubles(column.getDoubles(), count, valid));
      return;
    }
    long sum =
        switch (column.getColumnSchema().type()) {
          case BOOLEAN -> booleans(column.getBooleans(), count, valid);
          case INT32 -> ints(column.getInts(), count, valid);
          case INT64 -> longs(column.getLongs(), count, valid);
          case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> binaries(column, kind, count, valid);
          case INT96, FLOAT, DOUBLE -> throw new IllegalStateException("Not a " + kind);
        };
    totals.addIntegers(leaf, values, sum);
  }

  /** Whether the values and the structs around them are not null; null lists have no values. */
  private static Validity validity(ColumnReader column) {
    Validity valid = column.getLeafValidity();
    for (int layer = column.getLayerCount() - 1; layer >= 0; layer--) {
      if (column.getLayerKind(layer) == LayerKind.REPEATED) {
        return valid;
      }
      Validity struct = column.getLayerValidity(layer);
      valid =
          valid.hasNulls() && struct.hasNulls()
              ? both(valid, struct)
              : valid.hasNulls() ? valid : struct;
    }
    return valid;
  }

  private static Validity both(Validity a, Validity b) {
    long[] words = a.words().clone();
    for (int i = 0; i < words.length; i++) {
      words[i] &= b.words()[i];
    }
    return Validity.of(words);
  }

  private static long booleans(boolean[] values, int count, Validity valid) {
    boolean hasNulls = valid.hasNulls();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      if (values[i] && (!hasNulls || valid.isNotNull(i))) {
        sum++;
      }
    }
    return sum;
  }

  private static long ints(int[] values, int count, Validity valid) {
    boolean hasNulls = valid.hasNulls();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      if (!hasNulls || valid.isNotNull(i)) {
        sum += values[i];
      }
    }
    return sum;
  }

  private static long longs(long[] values, int count, Validity valid) {
    boolean hasNulls = valid.hasNulls();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      if (!hasNulls || valid.isNotNull(i)) {
        sum += values[i];
      }
    }
    return sum;
  }

  private static double doubles(double[] values, int count, Validity valid) {
    if (!valid.hasNulls()) {
      return FormatValues.sum(values, count);
    }
    double sum = 0;
    for (int i = 0; i < count; i++) {
      if (valid.isNotNull(i)) {
        sum += values[i];
      }
    }
    return sum;
  }

  private static long binaries(ColumnReader column, ValueKind kind, int count, Validity valid) {
    byte[] bytes = column.getBinaryValues();
    int[] offsets = column.getBinaryOffsets();
    boolean hasNulls = valid.hasNulls();
    long sum = 0;
    for (int i = 0; i < count; i++) {
      if (!hasNulls || valid.isNotNull(i)) {
        int length = offsets[i + 1] - offsets[i];
        sum +=
            kind == ValueKind.DECIMAL
                ? FormatValues.low64(bytes, offsets[i], length)
                : FormatValues.ofBytes(bytes, offsets[i], length);
      }
    }
    return sum;
  }
}
