// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;

/** The rules by which lists of old writers are read (LogicalTypes.md of the Parquet format). */
public final class ListRules {

  private ListRules() {}

  /**
   * Returns whether the repeated field of a list is its element, as in lists of two levels of old
   * writers; otherwise the only field below it is the element.
   */
  public static boolean isElement(GroupType list) {
    Type repeated = list.getType(0);
    if (repeated.isPrimitive()) {
      return true;
    }
    GroupType group = repeated.asGroupType();
    return group.getFieldCount() != 1
        || group.getType(0).isRepetition(Repetition.REPEATED)
        || group.getName().equals("array")
        || group.getName().equals(list.getName() + "_tuple");
  }
}
