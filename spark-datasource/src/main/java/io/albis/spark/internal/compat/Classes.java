// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.compat;

/** Classes of Spark that some versions have. */
final class Classes {

  private Classes() {}

  /** Returns whether there is a class of a name. */
  static boolean exist(String name) {
    try {
      Class.forName(name, false, Classes.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
