// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;

/** Assigns classes to their packages, and those of a package {@code a.internal} to {@code a}. */
final class PackageWithItsInternals implements SliceAssignment {

  private static final String INTERNAL = ".internal";

  private final String root;

  PackageWithItsInternals(String root) {
    this.root = root;
  }

  @Override
  public SliceIdentifier getIdentifierOf(JavaClass type) {
    String name = type.getPackageName();
    if (!name.startsWith(root + ".")) {
      return SliceIdentifier.ignore();
    }
    return SliceIdentifier.of(
        name.endsWith(INTERNAL) ? name.substring(0, name.length() - INTERNAL.length()) : name);
  }

  @Override
  public String getDescription() {
    return "packages of " + root;
  }
}
