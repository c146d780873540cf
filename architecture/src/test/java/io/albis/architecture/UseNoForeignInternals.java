// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition that a class depends only on internal packages of its own parent packages, and on
 * those that the modules of Albis share.
 */
final class UseNoForeignInternals extends ArchCondition<JavaClass> {

  private static final Pattern INTERNAL = Pattern.compile("(io\\.albis\\..*?)\\.internal(\\..*)?");

  private final String[] shared;

  /**
   * Creates the condition.
   *
   * @param shared packages that, with those below them, every module may use
   */
  UseNoForeignInternals(String... shared) {
    super("use no internal packages of others");
    this.shared = shared;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      JavaClass target = dependency.getTargetClass().getBaseComponentType();
      Matcher internal = INTERNAL.matcher(target.getPackageName());
      if (internal.matches()
          && !(type.getPackageName() + ".").startsWith(internal.group(1) + ".")
          && Arrays.stream(shared).noneMatch((target.getPackageName() + ".")::startsWith)) {
        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
      }
    }
  }
}
