// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.run;

import io.albis.bench.data.DataSet;
import io.albis.bench.data.DataSets;
import io.albis.bench.scan.ScanRequest;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The task of a worker, passed to it as JSON.
 *
 * @param reader the name of a {@link Contestant}
 * @param dataSet the name of a {@link DataSet}
 * @param location the path of the file
 * @param columns the names of the columns to read
 * @param threads the number of threads
 * @param below the exclusive upper bound of the first column of selected rows; null for all rows
 * @param io see {@link ScanRequest}
 */
record WorkerTask(
    String reader,
    String dataSet,
    String location,
    List<String> columns,
    int threads,
    Long below,
    String io) {

  ScanRequest request() {
    Schema all = DataSets.named(dataSet).schema();
    List<Field> fields = new ArrayList<>();
    columns.forEach(column -> fields.add(all.field(column)));
    return new ScanRequest(
        location,
        Schema.of(fields),
        threads,
        below == null ? OptionalLong.empty() : OptionalLong.of(below),
        io);
  }
}
