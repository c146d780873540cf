// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** A condition that no two top-level classes have the same simple name, in whatever packages. */
final class HaveNamesOfTheirOwn extends ArchCondition<JavaClass> {

  private final Map<String, JavaClass> classes = new HashMap<>();

  HaveNamesOfTheirOwn() {
    super("have names of their own");
  }

  @Override
  public void init(Collection<JavaClass> all) {
    classes.clear();
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    JavaClass other = classes.putIfAbsent(type.getSimpleName(), type);
    if (other != null) {
      events.add(
          SimpleConditionEvent.violated(
              type, type.getName() + " has the simple name of " + other.getName()));
    }
  }
}
