// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.architecture;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;

/** A condition that the packages below one of them are layers, and that each is one. */
final class DependDownwards extends ArchCondition<JavaClass> {

  private final String parent;
  private final List<String> layers;

  /**
   * Creates the condition.
   *
   * @param parent the package with the layers
   * @param layers the last parts of their names, from the top down
   */
  DependDownwards(String parent, List<String> layers) {
    super("depend on lower layers only");
    this.parent = parent;
    this.layers = layers;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    int layer = layer(type);
    if (layer < 0) {
      events.add(SimpleConditionEvent.violated(type, type.getName() + " is in no layer"));
    }
    for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
      int target = layer(dependency.getTargetClass().getBaseComponentType());
      if (target >= 0 && target < layer) {
        events.add(SimpleConditionEvent.violated(dependency, dependency.getDescription()));
      }
    }
  }

  private int layer(JavaClass type) {
    String name = type.getPackageName();
    return name.startsWith(parent + ".") ? layers.indexOf(name.substring(parent.length() + 1)) : -1;
  }
}
