// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.ReadCost;
import io.albis.storage.internal.backend.StorageOptions;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The options of this backend.
 *
 * @param home the directory with {@code conf/crail-site.conf}; empty for the environment variable
 *     {@code CRAIL_HOME}
 * @param data where data files are stored
 * @param metadata where metadata and directories are stored
 * @param timeoutMillis how long a node may take until a request fails
 * @param alignment the alignment of requests to storage tiers in bytes; 0 for what the tier needs
 * @param depth the maximum number of requests in flight to one data node
 * @param readCost what reading costs
 * @param crail settings of Crail, which replace those of its file
 */
record CrailSettings(
    String home,
    Placement data,
    Placement metadata,
    long timeoutMillis,
    int alignment,
    int depth,
    ReadCost readCost,
    Map<String, String> crail) {

  static final String HOME = "albis.crail.home";
  static final String STORAGE_CLASS = "albis.crail.storage-class";
  static final String LOCATION_CLASS = "albis.crail.location-class";
  static final String METADATA_STORAGE_CLASS = "albis.crail.metadata.storage-class";
  static final String METADATA_LOCATION_CLASS = "albis.crail.metadata.location-class";
  static final String TIMEOUT = "albis.crail.timeout-millis";
  static final String ALIGNMENT = "albis.crail.alignment";

  /** Accepted, and without effect: Crail reads nothing through the page cache of this machine. */
  private static final String DIRECT = "io.direct";

  /** The prefix of settings of Crail. */
  static final String CRAIL = "crail.";

  static final Set<String> OPTIONS =
      Set.of(
          HOME,
          STORAGE_CLASS,
          LOCATION_CLASS,
          METADATA_STORAGE_CLASS,
          METADATA_LOCATION_CLASS,
          TIMEOUT,
          ALIGNMENT,
          DIRECT,
          StorageOptions.DEPTH,
          StorageOptions.REQUEST_MICROS,
          StorageOptions.BANDWIDTH);

  /** One request of Crail's TCP tier is at most one block, and takes about 50 microseconds. */
  static final ReadCost COST = new ReadCost(50_000, 2_000_000_000, 4);

  private static final int DEFAULT_DEPTH = 8;
  private static final long DEFAULT_TIMEOUT = 10_000;
  private static final long MAX_TIMEOUT = 3_600_000;
  private static final int MAX_ALIGNMENT = 4096;

  /**
   * A storage class and a location class of Crail.
   *
   * @param storageClass the number of the class, or {@link #OF_PARENT}
   * @param locationClass the number of the class, {@link #OF_PARENT} or {@link #LOCAL}
   */
  record Placement(int storageClass, int locationClass) {

    /** As the directory. */
    static final int OF_PARENT = -1;

    /** The location class of this host; Crail's classes are hash codes of host names. */
    static final int LOCAL = Integer.MIN_VALUE;
  }

  static CrailSettings of(Map<String, String> options) {
    Map<String, String> crail = new TreeMap<>();
    options.forEach(
        (name, value) -> {
          if (name.startsWith(CRAIL)) {
            crail.put(name, value);
          }
        });
    Placement data =
        new Placement(
            storageClass(options, STORAGE_CLASS, Placement.OF_PARENT),
            locationClass(options, LOCATION_CLASS, 0));
    return new CrailSettings(
        options.getOrDefault(HOME, ""),
        data,
        new Placement(
            storageClass(options, METADATA_STORAGE_CLASS, Placement.OF_PARENT),
            locationClass(options, METADATA_LOCATION_CLASS, 0)),
        StorageOptions.number(options, TIMEOUT, 1, MAX_TIMEOUT, DEFAULT_TIMEOUT),
        (int) StorageOptions.number(options, ALIGNMENT, 0, MAX_ALIGNMENT, 0),
        StorageOptions.depth(options, DEFAULT_DEPTH),
        StorageOptions.readCost(options, COST),
        crail);
  }

  private static int storageClass(Map<String, String> options, String name, int standard) {
    String text = options.get(name);
    return "parent".equals(text)
        ? Placement.OF_PARENT
        : (int) StorageOptions.number(options, name, 0, Integer.MAX_VALUE, standard);
  }

  private static int locationClass(Map<String, String> options, String name, int standard) {
    String text = options.get(name);
    if ("local".equals(text)) {
      return Placement.LOCAL;
    }
    return "parent".equals(text)
        ? Placement.OF_PARENT
        : (int)
            StorageOptions.number(
                options, name, Integer.MIN_VALUE + 1L, Integer.MAX_VALUE, standard);
  }
}
