// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.metadata.TablePaths;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Transform;
import io.albis.format.schema.Type;
import java.util.Set;

/** What is parsed from text: types, column groups, partition transforms, and names of files. */
class TextFormsFuzzTest {

  private static final Set<Class<? extends Exception>> DOCUMENTED =
      Set.of(InvalidArgumentException.class);

  @FuzzTest
  void text(byte[] input) {
    String text = new String(input, UTF_8);
    Bounded.run(
        input,
        DOCUMENTED,
        () -> {
          Type type = Type.parse(text);
          assertThat(Type.parse(type.toString())).isEqualTo(type);
        });
    Bounded.run(
        input,
        DOCUMENTED,
        () -> {
          Transform transform = Transform.parse(text);
          assertThat(Transform.parse(transform.toString())).isEqualTo(transform);
        });
    Bounded.run(input, DOCUMENTED, () -> ColumnGroupSpec.parse(text));
    TablePaths.isValid(text);
    TablePaths.snapshotId(text);
    TablePaths.isDataOf(ForgedFile.ID, text);
  }
}
