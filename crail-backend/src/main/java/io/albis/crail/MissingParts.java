// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail;

/** Says what is missing when Crail, or a library of one of its storage tiers, cannot work. */
final class MissingParts {

  static final String ADD_EXPORTS = "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED";

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
    return root instanceof Error ? root.toString() : message;
  }
}
