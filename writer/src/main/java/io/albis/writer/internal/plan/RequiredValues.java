// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer.internal.plan;

import io.albis.format.schema.Field;
import io.albis.format.schema.TypeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The leaves that must have a value.
 *
 * @param always leaves that are never null
 * @param inStructs leaves inside nullable structs
 * @param presences for each of these, the presence leaves of the structs around it
 * @param isRequired for each of these, whether its own field is required
 */
@SuppressWarnings("ArrayRecordComponent")
public record RequiredValues(
    int[] always, int[] inStructs, int[][] presences, boolean[] isRequired) {

  public static RequiredValues of(WritePlan plan) {
    List<Integer> always = new ArrayList<>();
    List<Integer> inStructs = new ArrayList<>();
    List<int[]> presences = new ArrayList<>();
    Map<Integer, Boolean> requiredById = requiredById(plan);
    for (int i = 0; i < plan.leaves().size(); i++) {
      LeafPlan leaf = plan.leaves().get(i);
      if (!leaf.leaf().nullable()) {
        always.add(i);
        continue;
      }
      int[] around =
          leaf.leaf().ancestorIds().stream()
              .filter(plan.schema()::hasLeaf)
              .mapToInt(plan::leafIndex)
              .filter(index -> index >= 0)
              .toArray();
      if (around.length > 0) {
        inStructs.add(i);
        presences.add(around);
      }
    }
    boolean[] isRequired = new boolean[inStructs.size()];
    for (int k = 0; k < isRequired.length; k++) {
      isRequired[k] = requiredById.get(plan.leaves().get(inStructs.get(k)).leaf().id());
    }
    return new RequiredValues(
        always.stream().mapToInt(Integer::intValue).toArray(),
        inStructs.stream().mapToInt(Integer::intValue).toArray(),
        presences.toArray(int[][]::new),
        isRequired);
  }

  private static Map<Integer, Boolean> requiredById(WritePlan plan) {
    Map<Integer, Boolean> required = new HashMap<>();
    collect(plan.schema().fields(), required);
    return required;
  }

  private static void collect(List<Field> fields, Map<Integer, Boolean> required) {
    for (Field field : fields) {
      required.put(field.id(), !field.nullable());
      if (field.type().kind() == TypeKind.STRUCT) {
        collect(field.type().children(), required);
      }
    }
  }
}
