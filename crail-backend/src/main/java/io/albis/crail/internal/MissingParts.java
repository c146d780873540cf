// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Says what is missing when Crail, or a library of one of its storage tiers, cannot work. */
final class MissingParts {

  static final String ADD_EXPORTS = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";

  /** How the messages of libdisni begin; they end with the text of the error of the system. */
  private static final String DISNI = "j2c::";

  /** The status "invalid field" in the messages of jNVMf, as jNVMf spells it. */
  private static final Pattern INVALID_FIELD = Pattern.compile("SatusCode:\\s*2\\b");

  private static final String LEGACY = "jnvmf.legacy";

  private MissingParts() {}

  /** The message of the cause of a failure, with what to do about it if that is known. */
  static String explain(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    String message = root.getMessage() == null ? root.toString() : root.getMessage();
    if (root instanceof IllegalAccessError && message.contains("sun.nio.ch")) {
      return "Crail needs the Java option " + ADD_EXPORTS + " (" + message + ")";
    }
    if (root instanceof UnsatisfiedLinkError) {
      return "a native library is missing: build libdisni from the sources of DiSNI, and name its"
          + " directory by -Djava.library.path ("
          + message
          + ")";
    }
    if (root instanceof ClassNotFoundException || root instanceof NoClassDefFoundError) {
      return "the class "
          + message.replace('/', '.')
          + " is not on the class path: add the jars of the storage tier, from CRAIL_HOME/jars";
    }
    String device = explainDevice(root, message.strip());
    if (device != null) {
      return device;
    }
    return root instanceof Error ? root.toString() : message;
  }

  /** What is missing when a tier with a device fails; null if that is not known. */
  private static String explainDevice(Throwable root, String message) {
    if (message.startsWith(DISNI) && message.endsWith("No such device")) {
      return "this machine has no RDMA device for the address: load the driver of the card, and see"
          + " /sys/class/infiniband ("
          + message
          + ")";
    }
    if (message.startsWith(DISNI + "regMr") && message.endsWith("Cannot allocate memory")) {
      return "the limit on locked memory does not allow to register more memory with the device:"
          + " ulimit -l unlimited ("
          + message
          + ")";
    }
    if (INVALID_FIELD.matcher(message).find() && isConnectOfNvmf(root)) {
      return "the target of NVMe-over-Fabrics refuses to connect; that of Linux needs the Java"
          + " option -D"
          + LEGACY
          + "=true ("
          + message
          + ")";
    }
    return null;
  }

  private static boolean isConnectOfNvmf(Throwable failure) {
    return !Boolean.getBoolean(LEGACY)
        && Arrays.stream(failure.getStackTrace())
            .anyMatch(
                call ->
                    call.getClassName().equals("com.ibm.jnvmf.QueuePair")
                        && call.getMethodName().equals("connect"));
  }
}
