// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.hdfs.internal;

import io.albis.storage.ReadCost;
import io.albis.storage.internal.backend.StorageOptions;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The options of this backend.
 *
 * @param localReads whether blocks on this node are read from their files
 * @param localDirect the option {@code io.direct} for these files
 * @param nativeVersion the Hadoop version of the native library; empty if the library is part of an
 *     installation of Hadoop
 * @param blockSize the block size of new files in bytes, which is also the default length of data
 *     files, so that each lies in one block; not larger, since the name node reserves a whole block
 *     for each file that is being written
 * @param replication the replication of new files; 0 for the default of the file system
 * @param syncBytes the number of bytes after which written data is flushed to the devices; 0 to
 *     flush only at the end
 * @param dropsBehind whether data nodes are asked to evict read and written data from their page
 *     caches
 * @param depth the maximum number of requests in flight to one file system
 * @param hdfsCost what reading from HDFS costs
 * @param otherCost what reading from other file systems costs
 * @param hadoop settings of Hadoop
 */
record HadoopSettings(
    boolean localReads,
    String localDirect,
    String nativeVersion,
    long blockSize,
    short replication,
    long syncBytes,
    boolean dropsBehind,
    int depth,
    ReadCost hdfsCost,
    ReadCost otherCost,
    Map<String, String> hadoop) {

  static final String LOCAL_READS = "hdfs.local-reads";
  static final String NATIVE_VERSION = "hdfs.native-version";
  static final String BLOCK_SIZE = "hdfs.block-size";
  static final String REPLICATION = "hdfs.replication";
  static final String SYNC_BYTES = "hdfs.sync-bytes";
  static final String DROP_BEHIND = "hdfs.drop-behind";
  private static final String DIRECT = "io.direct";

  /** The prefix of settings of Hadoop. */
  static final String HADOOP = "hadoop.";

  /** The options of this backend, apart from settings of Hadoop. */
  static final Set<String> OPTIONS =
      Set.of(
          LOCAL_READS,
          NATIVE_VERSION,
          BLOCK_SIZE,
          REPLICATION,
          SYNC_BYTES,
          DROP_BEHIND,
          DIRECT,
          StorageOptions.DEPTH,
          StorageOptions.REQUEST_MICROS,
          StorageOptions.BANDWIDTH);

  /** More than for a local device, since many devices serve requests, over a network. */
  private static final int DEFAULT_DEPTH = 64;

  /** HDFS requires block sizes to be multiples of the bytes per checksum. */
  private static final long BLOCK_UNIT = 1 << 20;

  /** Longer files are not put into one block. */
  private static final long MAX_BLOCK_SIZE = 2L << 30;

  static HadoopSettings of(Map<String, String> options) {
    Map<String, String> hadoop = new HashMap<>();
    options.forEach(
        (name, value) -> {
          if (name.startsWith(HADOOP)) {
            hadoop.put(name.substring(HADOOP.length()), value);
          }
        });
    return new HadoopSettings(
        StorageOptions.flag(options, LOCAL_READS, "true"),
        options.getOrDefault(DIRECT, "auto"),
        options.getOrDefault(NATIVE_VERSION, ""),
        StorageOptions.number(
            options,
            BLOCK_SIZE,
            256L << 20,
            "a multiple of 1048576",
            value -> value > 0 && value % BLOCK_UNIT == 0),
        (short) StorageOptions.number(options, REPLICATION, 0, 512, 0),
        StorageOptions.number(options, SYNC_BYTES, 32L << 20, "0 or more", value -> value >= 0),
        StorageOptions.flag(options, DROP_BEHIND, "true"),
        StorageOptions.depth(options, DEFAULT_DEPTH),
        StorageOptions.readCost(options, ReadCost.HDFS),
        StorageOptions.readCost(options, ReadCost.OBJECT_STORE),
        Map.copyOf(hadoop));
  }

  /** The block size for a file of a length, which fits one block if possible, in bytes. */
  long blockSize(long expectedLength) {
    boolean isLonger = expectedLength > blockSize && expectedLength <= MAX_BLOCK_SIZE;
    return isLonger ? (expectedLength + BLOCK_UNIT - 1) / BLOCK_UNIT * BLOCK_UNIT : blockSize;
  }
}
