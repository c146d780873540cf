// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A condition that a class depends only on internal packages of its own parent packages. */
final class UseNoForeignInternals extends ArchCondition<JavaClass> {

  private static final Pattern INTERNAL = Pattern.compile("(io\\.albis\\..*?)\\.internal(\\..*)?");

  UseNoForeignInternals() {
    super("use no internal packages of others");
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass().getBaseComponentType();
      Matcher internal = INTERNAL.matcher(target.getPackageName());
      if (internal.matches()
          && !(type.getPackageName() + ".").startsWith(internal.group(1) + ".")) {
        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
      }
    }
  }
}
