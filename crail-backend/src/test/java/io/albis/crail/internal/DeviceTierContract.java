// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.crail.internal.local.CrailParts;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.StorageOptions;
import io.albis.storage.tck.StorageContractTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * Runs the contract on a tier with a device, for {@code crail-tests/soft-roce/run}: the property
 * {@value #TIER} is {@code rdma} or {@code nvmf}. Not run by the build, which has no device.
 */
final class DeviceTierContract extends StorageContractTest {

  static final String TIER = "albis.tests.crail.device-tier";

  /** The interface of the soft-RoCE device. */
  private static final String INTERFACE = "albis.tests.crail.interface";

  private static final String ADDRESS = "albis.tests.crail.address";
  private static final long CAPACITY = 256L << 20;
  private static final int NVMF_PORT = 50025;
  private static final String NVMF_NAME = "nqn.2017-06.io.crail:cnode";

  private static TestCrail cluster;
  private static Map<String, String> settings;

  private static boolean isNvmf() {
    return "nvmf".equals(System.getProperty(TIER));
  }

  private static Map<String, String> rdma() {
    return Map.of(
        "crail.storage.types", "org.apache.crail.storage.rdma.RdmaStorageTier",
        "crail.storage.rdma.interface", System.getProperty(INTERFACE),
        "crail.storage.rdma.datapath", System.getProperty("albis.tests.crail.directory"),
        "crail.storage.rdma.storagelimit", String.valueOf(CAPACITY),
        "crail.storage.rdma.allocationsize", String.valueOf(64 << 20),
        // Otherwise clients on the host of a data node map its files.
        "crail.storage.rdma.localmap", "false",
        "crail.storage.rdma.port", String.valueOf(NVMF_PORT + 1));
  }

  /** The data node names the target as it is; clients append the port to the name. */
  private static Map<String, String> nvmf(String name) {
    return Map.of(
        "crail.storage.types", "org.apache.crail.storage.nvmf.NvmfStorageTier",
        "crail.storage.nvmf.nqn", name,
        "crail.storage.nvmf.ip", System.getProperty(ADDRESS),
        "crail.storage.nvmf.port", String.valueOf(NVMF_PORT),
        "crail.storage.nvmf.allocationsize", String.valueOf(64 << 20));
  }

  @BeforeAll
  static void start() throws IOException {
    settings = isNvmf() ? nvmf(NVMF_NAME) : rdma();
    Map<String, String> ofNodes = isNvmf() ? nvmf(NVMF_NAME + NVMF_PORT) : settings;
    cluster =
        TestCrail.start(
            1,
            CAPACITY,
            List.of(
                "-Djava.library.path=" + System.getProperty("java.library.path"),
                "-Djnvmf.legacy=true"),
            new CrailParts("", isNvmf() ? NVMF_PORT : NVMF_PORT + 1, ofNodes));
  }

  @AfterAll
  static void stop() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Override
  protected Storage openEmpty() throws IOException {
    Map<String, String> options = new TreeMap<>(TestCrail.options(CrailSettings.TIMEOUT, "600000"));
    options.putAll(settings);
    if (isNvmf()) {
      // With more over soft-RoCE, jNVMf gets answers to commands that it does not know.
      options.put(StorageOptions.DEPTH, "1");
    }
    return Storage.open(cluster.uri("/" + UUID.randomUUID()), options);
  }
}
