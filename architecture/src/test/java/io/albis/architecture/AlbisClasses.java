// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.core.importer.Locations;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Pattern;

/** The main classes of all modules, without libraries that are relocated into them. */
final class AlbisClasses {

  private static final Pattern TEST_JAR = Pattern.compile(".*-tests\\.jar!?/.*");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.matches(TEST_JAR))
          .withImportOption(location -> !location.contains("/shaded/"))
          .importLocations(locations());

  private static final JavaClasses WRITTEN =
      MAIN.that(not(resideInAPackage("io.albis.format.internal.metadata.proto")));

  private AlbisClasses() {}

  /**
   * The class path, and the classes of the Spark data source: its jar contains those of the other
   * modules a second time, and is therefore not on the class path.
   */
  private static Set<Location> locations() {
    Set<Location> locations = new HashSet<>(Locations.ofPackage("io.albis"));
    locations.add(Location.of(Path.of("..", "spark-datasource", "target", "classes")));
    return locations;
  }

  /** All classes, including those that protoc generates. */
  static JavaClasses all() {
    return MAIN;
  }

  /** All classes except generated ones. */
  static JavaClasses written() {
    return WRITTEN;
  }
}
