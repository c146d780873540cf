// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.Locale;

/**
 * The type of a column, or of the rows, that Spark names in the footer of a Parquet file. Parquet
 * does not have all of Spark's types.
 */
public final class SparkSchema {

  /** Key of the type of the rows in the metadata of a file. */
  public static final String KEY = "org.apache.spark.sql.parquet.row.metadata";

  private static final SparkSchema UNKNOWN = new SparkSchema(MissingNode.getInstance());
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String TYPE = "type";

  private final JsonNode type;

  private SparkSchema(JsonNode type) {
    // Types that a user has defined are stored as others.
    this.type = type.path(TYPE).asText().equals("udt") ? type.path("sqlType") : type;
  }

  /**
   * Returns the type of the rows.
   *
   * @param json as in the footer, or null. Spark ignores what it cannot parse, and so does this
   */
  public static SparkSchema of(String json) {
    if (json == null) {
      return UNKNOWN;
    }
    try {
      return new SparkSchema(JSON.readTree(json));
    } catch (JsonProcessingException e) {
      return UNKNOWN;
    }
  }

  /** Returns the name of the type in lower case; empty if it is nested or unknown. */
  public String name() {
    return type.isTextual() ? type.textValue().toLowerCase(Locale.ROOT) : "";
  }

  /** Returns the type of a field of a struct. */
  public SparkSchema field(String name) {
    for (JsonNode field : type.path("fields")) {
      if (field.path("name").asText().equals(name)) {
        return new SparkSchema(field.path(TYPE));
      }
    }
    return UNKNOWN;
  }

  /** Returns the type of the elements of a list. */
  public SparkSchema element() {
    return new SparkSchema(type.path("elementType"));
  }

  /** Returns the type of the keys of a map. */
  public SparkSchema key() {
    return new SparkSchema(type.path("keyType"));
  }

  /** Returns the type of the values of a map. */
  public SparkSchema value() {
    return new SparkSchema(type.path("valueType"));
  }
}
