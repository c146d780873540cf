// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.type;

import io.albis.format.schema.Field;
import java.util.Map;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;

/**
 * The metadata of a Spark column. What Albis knows about a field and Spark's type does not express
 * is kept under the single key {@value #KEY}, so that no key of a table is taken for one that Spark
 * interprets, such as the default of a column.
 */
final class FieldMetadata {

  /** Contains {@link #EXTENSION}, its parameters, and {@link #PROPERTIES}. */
  static final String KEY = "albis";

  /** The name of the field's extension. */
  static final String EXTENSION = "extension";

  /** The parameters of the field's extension. */
  static final String PARAMETERS = "parameters";

  /** The key-value pairs of the field. */
  static final String PROPERTIES = "metadata";

  private FieldMetadata() {}

  /** Returns a column with the description and metadata of a field. */
  static StructField add(StructField column, Field field) {
    MetadataBuilder metadata = new MetadataBuilder().withMetadata(column.metadata());
    MetadataBuilder albis = new MetadataBuilder();
    field
        .extension()
        .ifPresent(
            extension -> {
              albis.putString(EXTENSION, extension.name());
              putAll(albis, PARAMETERS, extension.parameters());
            });
    putAll(albis, PROPERTIES, field.metadata());
    Metadata own = albis.build();
    if (!own.equals(Metadata.empty())) {
      metadata.putMetadata(KEY, own);
    }
    StructField described =
        new StructField(column.name(), column.dataType(), column.nullable(), metadata.build());
    return field.doc().isEmpty() ? described : described.withComment(field.doc());
  }

  private static void putAll(MetadataBuilder target, String key, Map<String, String> values) {
    if (!values.isEmpty()) {
      MetadataBuilder map = new MetadataBuilder();
      values.forEach(map::putString);
      target.putMetadata(key, map.build());
    }
  }
}
