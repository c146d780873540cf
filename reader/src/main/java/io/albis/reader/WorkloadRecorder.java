// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader;

import io.albis.format.internal.order.Workload;
import io.albis.format.internal.order.WorkloadFile;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Records which columns are read together: the workload by which {@code albis order} arranges the
 * columns of a table (Pixels, section 3). Nothing is recorded unless {@link
 * ReadOptions#recordWorkload} is set.
 *
 * <p>Each of these counts as one query of the selected columns and of those that the filter tests:
 * a cursor over all rows, {@link DatasetScan#splits} (not the cursors of the splits), and {@link
 * DatasetScan#forEachBatch}. Memory is bounded: see {@link Workload}. Thread-safe; one recorder can
 * serve several tables of the same columns.
 */
public final class WorkloadRecorder {

  private final Map<String, Integer> ids = new HashMap<>();
  private final List<String> paths = new ArrayList<>();
  private final Workload.Builder builder = Workload.builder();

  /** Creates a recorder that has recorded nothing. */
  public WorkloadRecorder() {}

  synchronized void record(Set<String> columns) {
    int[] query = new int[columns.size()];
    int count = 0;
    for (String column : columns) {
      Integer id = ids.get(column);
      if (id == null) {
        id = paths.size();
        ids.put(column, id);
        paths.add(column);
      }
      query[count++] = id;
    }
    builder.add(query, 1);
  }

  /**
   * Writes what was recorded so far as JSON lines, such as {@code
   * {"columns":["ss_item_sk","ss_net_paid"],"weight":12.0}}. Does not close the stream.
   *
   * @throws IOException if the stream fails
   */
  public void write(OutputStream out) throws IOException {
    Workload workload;
    List<String> names;
    synchronized (this) {
      workload = builder.build();
      names = List.copyOf(paths);
    }
    WorkloadFile.write(workload, names::get, out);
  }
}
