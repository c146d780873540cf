// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.convert.internal.orc.OrcLogicalTypes;
import org.apache.orc.TypeDescription;

/** The types of ORC files, with the attributes that other libraries give them. */
class OrcTypesFuzzTest {

  @FuzzTest
  void types(byte[] input) {
    Conversions.run(
        input,
        () -> {
          TypeDescription type = TypeDescription.createLong();
          for (Part part : Part.split(input)) {
            String text = new String(part.content(), UTF_8);
            if (part.kind() == 't') {
              type = TypeDescription.fromString(text);
            } else {
              int equals = text.indexOf('=');
              if (equals > 0) {
                type.setAttribute(text.substring(0, equals), text.substring(equals + 1));
              }
            }
          }
          OrcLogicalTypes.of(type);
          OrcLogicalTypes.unitOfTimes(type);
          OrcLogicalTypes.removeStale(type);
        });
  }
}
