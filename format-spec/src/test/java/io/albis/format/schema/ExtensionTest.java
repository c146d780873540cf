// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.albis.format.error.InvalidArgumentException;
import io.albis.format.internal.schema.SchemaUpdate;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtensionTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "char; length=3; string; true",
        "char; length=0; string; false",
        "char; ; string; false",
        "varchar; length=20; string; true",
        "varchar; length=20; binary; false",
        "collation; name=de; string; true",
        "collation; ; string; false",
        "variant; ; struct<metadata: binary required, value: binary>; true",
        "variant; ; struct<metadata: binary, value: binary, typed: int64>; true",
        "variant; ; struct<metadata: binary>; false",
        "variant; ; string; false",
        "geometry; crs=x; binary; true",
        "geography; ; string; false",
        "org.example.money; ; int8; true",
        "money; ; int8; false"
      })
  void validity(String name, String parameters, String type, boolean valid) {
    Map<String, String> map = Map.of();
    if (parameters != null) {
      int equals = parameters.indexOf('=');
      map = Map.of(parameters.substring(0, equals), parameters.substring(equals + 1));
    }
    Extension extension = new Extension(name, map);
    if (valid) {
      extension.requireValidFor(Type.parse(type));
    } else {
      assertThatThrownBy(() -> extension.requireValidFor(Type.parse(type)))
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageStartingWith("Invalid extension " + name);
    }
  }

  @Test
  void bytesOrderOnlySomeExtensions() {
    assertThat(Extension.of("varchar").comparesAsStored()).isTrue();
    assertThat(Extension.of("org.example.money").comparesAsStored()).isTrue();
    assertThat(Extension.of("collation").comparesAsStored()).isFalse();
    assertThat(Extension.of("geometry").comparesAsStored()).isFalse();
    assertThatThrownBy(() -> Extension.of("")).isInstanceOf(InvalidArgumentException.class);
  }

  @Test
  void newColumnsHaveValidExtensions() {
    SchemaUpdate update =
        SchemaUpdate.of(Schema.of(Field.nullable("a", Type.int8())).withAssignedIds(), 2);
    Field field = Field.nullable("b", Type.int8()).withExtension(Extension.of("money"));
    assertThatThrownBy(() -> update.add(field)).hasMessageContaining("Invalid extension money");
    Extension money = Extension.of("org.example.money");
    SchemaUpdate set = update.extension("a", Optional.of(money));
    assertThat(set.schema().field("a").extension()).contains(money);
    assertThat(set.extension("a", Optional.empty()).schema()).isEqualTo(update.schema());
    assertThatThrownBy(() -> update.extension("a", Optional.of(Extension.of("geometry"))))
        .hasMessage("Invalid extension geometry{} of type int8 (see SPEC.md)");
  }
}
