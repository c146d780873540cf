/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.regex.Pattern;

/** The classes of all modules as users get them: no tests. */
final class AlbisClasses {

  private static final Pattern TEST_JAR = Pattern.compile(".*-tests\\.jar!?/.*");

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .withImportOption(location -> !location.matches(TEST_JAR))
          .importPackages("io.albis");

  private static final JavaClasses WRITTEN =
      MAIN.that(not(resideInAPackage("io.albis.format.proto")));

  private AlbisClasses() {}

  /** Everything, with what protoc generates. */
  static JavaClasses all() {
    return MAIN;
  }

  /** What people wrote. */
  static JavaClasses written() {
    return WRITTEN;
  }
}
