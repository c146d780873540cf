// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.bench.files;

import java.util.List;
import java.util.Map;

/**
 * What a table takes.
 *
 * @param dataSet name of the data
 * @param packing which column groups share a data file
 * @param rows number of rows
 * @param rowGroups number of row groups
 * @param columnGroups number of column groups
 * @param dataFiles number of data files on HDFS
 * @param blocks number of its blocks on HDFS, those of metadata included
 * @param writeCalls calls to the name node to write it, by method
 * @param localFiles number of data files in a local directory
 * @param reads what it takes to read it
 */
public record FileCount(
    String dataSet,
    String packing,
    long rows,
    int rowGroups,
    int columnGroups,
    int dataFiles,
    long blocks,
    Map<String, Long> writeCalls,
    int localFiles,
    List<ReadCount> reads) {

  /**
   * Opening the table and reading some columns.
   *
   * @param columns number of columns
   * @param nameNodeCalls calls to the name node, by method
   * @param hdfsRequests requests to read from HDFS
   * @param localRequests requests to read from the local directory, past the page cache
   * @param objectStoreRequests the same if requests cost as much as those of an object store
   */
  public record ReadCount(
      int columns,
      Map<String, Long> nameNodeCalls,
      long hdfsRequests,
      long localRequests,
      long objectStoreRequests) {}
}
