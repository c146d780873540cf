// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.formats;

import io.albis.bench.scan.FormatReader;
import io.albis.bench.scan.OpenFormat;
import io.albis.bench.scan.ScanRequest;
import io.albis.bench.scan.Totals;
import io.albis.format.schema.Field;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentFactory;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;

/**
 * Reads ORC with the vectorized reader of the ORC library. Decimals of up to 18 digits are read as
 * longs. A selection becomes a search argument, which excludes stripes and row groups. A part is a
 * range of stripes.
 */
public final class OrcReader implements FormatReader {

  private static final int BATCH_ROWS = 4096;

  @Override
  public OpenFormat open(ScanRequest request) throws IOException {
    Reader reader =
        OrcFile.createReader(
            Hadoop.path(request.location()),
            OrcFile.readerOptions(Hadoop.configuration())
                .useUTCTimestamp(true)
                .convertToProlepticGregorian(true));
    return new OpenOrc(request, reader);
  }

  private record OpenOrc(ScanRequest request, Reader reader) implements OpenFormat {

    @Override
    public void scan(int part, int parts, Totals totals) throws IOException {
      List<StripeInformation> stripes = FormatValues.part(reader.getStripes(), part, parts);
      if (stripes.isEmpty()) {
        return;
      }
      long start = stripes.get(0).getOffset();
      StripeInformation last = stripes.get(stripes.size() - 1);
      TypeDescription type = projection();
      OrcSums sums = new OrcSums(request.schema(), totals);
      VectorizedRowBatch batch =
          type.createRowBatch(TypeDescription.RowBatchVersion.USE_DECIMAL64, BATCH_ROWS);
      try (RecordReader records = rows(type, start, last.getOffset() + last.getLength() - start)) {
        while (records.nextBatch(batch)) {
          int rows =
              request.below().isPresent()
                  ? rowsBelow((LongColumnVector) batch.cols[0], batch.size)
                  : batch.size;
          sums.add(batch, rows);
        }
      }
    }

    /** The library hands its open file to the first record reader, of any thread. */
    private RecordReader rows(TypeDescription type, long offset, long length) throws IOException {
      Reader.Options options = reader.options().schema(type).range(offset, length);
      if (request.below().isPresent()) {
        String column = request.schema().fields().get(0).name();
        options.searchArgument(
            SearchArgumentFactory.newBuilder()
                .lessThan(column, PredicateLeaf.Type.LONG, request.below().getAsLong())
                .build(),
            new String[] {column});
      }
      synchronized (reader) {
        return reader.rows(options);
      }
    }

    private TypeDescription projection() {
      TypeDescription all = reader.getSchema();
      TypeDescription projection = TypeDescription.createStruct();
      for (Field field : request.schema().fields()) {
        projection.addField(field.name(), all.findSubtype(field.name()).clone());
      }
      return projection;
    }

    /** Number of leading rows of the sorted batch whose value is below the bound. */
    private int rowsBelow(LongColumnVector column, int size) {
      long below = request.below().getAsLong();
      if (column.isRepeating) {
        return column.vector[0] < below ? size : 0;
      }
      int rows = 0;
      while (rows < size && column.vector[rows] < below) {
        rows++;
      }
      return rows;
    }

    @Override
    public void close() throws IOException {
      reader.close();
    }
  }
}
