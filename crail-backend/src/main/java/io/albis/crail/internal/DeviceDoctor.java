// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.Diagnosis;
import java.io.IOException;
import java.nio.file.Path;

/** Diagnoses what a storage tier with a device needs on this machine. */
final class DeviceDoctor {

  /** Less is too little for the memory of a scan, in bytes. */
  private static final long MIN_LOCKED = 1L << 30;

  /** Where Linux lists RDMA devices. */
  static final Path DEVICES = Path.of("/sys/class/infiniband");

  private DeviceDoctor() {}

  /** Says which devices a directory lists. */
  static Diagnosis devices(Path directory) {
    String[] devices = directory.toFile().list();
    return devices == null || devices.length == 0
        ? Diagnosis.bad(
            "This machine has no RDMA device: " + directory + " is empty or missing.",
            "Load the driver of the card; to try it out: modprobe rdma_rxe && rdma link add"
                + " rxe0 type rxe netdev eth0.")
        : Diagnosis.good("RDMA devices: " + String.join(", ", devices) + ".");
  }

  /**
   * Says whether DiSNI, which the tiers use, finds its native library. The tiers load it when they
   * connect, so that a tier without it still counts as loaded.
   */
  static Diagnosis nativeLibrary() {
    try {
      Class.forName("com.ibm.disni.verbs.RdmaProvider").getMethod("provider").invoke(null);
      return Diagnosis.good("The native library of DiSNI is loaded.");
    } catch (ReflectiveOperationException | LinkageError e) {
      return Diagnosis.bad(
          "The native library of DiSNI cannot be used: " + MissingParts.explain(e) + ".",
          "Add what is missing; docs/crail.md has the steps for each tier.");
    }
  }

  /** Says whether the tiers can read the addresses of direct buffers. */
  static Diagnosis javaOption() {
    return Object.class.getModule().isExported("sun.nio.ch", DeviceDoctor.class.getModule())
        ? Diagnosis.good("Java exports what the storage tier needs.")
        : Diagnosis.bad(
            "The storage tier needs a Java option that is not set.",
            "Start Java with " + MissingParts.ADD_EXPORTS + ".");
  }

  /** Says whether this process may lock enough memory. */
  static Diagnosis lockedMemory() {
    try {
      return lockedMemory(LockedMemory.limit());
    } catch (IOException e) {
      return Diagnosis.slow("Cannot read the limit on locked memory: " + e.getMessage(), "None.");
    }
  }

  /** Says whether a limit on locked memory, in bytes, is enough. */
  static Diagnosis lockedMemory(long limit) {
    if (limit == LockedMemory.UNLIMITED) {
      return Diagnosis.good("This process may lock any amount of memory.");
    }
    if (limit >= MIN_LOCKED) {
      return Diagnosis.good("The limit on locked memory is " + limit + " bytes.");
    }
    return Diagnosis.bad(
        "The limit on locked memory is "
            + limit
            + " bytes: the memory that the card accesses must fit.",
        "Raise it: ulimit -l unlimited, or memlock in /etc/security/limits.conf.");
  }
}
