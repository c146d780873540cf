// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;

/**
 * A condition that at least one class meets a predicate. It makes a rule fail that names a package
 * which no longer exists, instead of passing without checking anything.
 */
final class Exist extends ArchCondition<JavaClass> {

  private final DescribedPredicate<JavaClass> predicate;
  private boolean found;

  private Exist(DescribedPredicate<JavaClass> predicate) {
    super("exist that " + predicate.getDescription());
    this.predicate = predicate;
  }

  /** At least one class in a package. */
  static Exist in(String packageIdentifier) {
    return new Exist(resideInAPackage(packageIdentifier));
  }

  /** At least one class that depends on a package or those below it. */
  static Exist using(String packageName) {
    return new Exist(ModuleRules.dependOn(packageName + ".."));
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    found |= predicate.test(type);
  }

  @Override
  public void finish(ConditionEvents events) {
    if (!found) {
      events.add(SimpleConditionEvent.violated(this, "No classes " + getDescription()));
    }
  }
}
