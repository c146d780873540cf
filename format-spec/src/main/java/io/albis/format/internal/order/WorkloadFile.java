// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.order;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.albis.format.error.InvalidArgumentException;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Workloads as JSON lines in UTF-8, one set of columns each, named by their paths:
 *
 * <pre>{@code {"columns":["ss_item_sk","ss_net_paid"],"weight":12.0}}</pre>
 *
 * The weight is 1 if it is missing. Other keys are ignored.
 */
public final class WorkloadFile {

  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .build();

  private WorkloadFile() {}

  /**
   * A workload whose ids are positions in a list of paths.
   *
   * @param workload its ids are positions in {@code paths}
   * @param paths of columns
   */
  public record Paths(Workload workload, List<String> paths) {

    /** Copies the list. */
    public Paths {
      paths = List.copyOf(paths);
    }
  }

  /**
   * Writes a workload. Does not close the stream.
   *
   * @param path gives the path of a column by its id
   * @throws IOException if the stream fails
   */
  public static void write(Workload workload, IntFunction<String> path, OutputStream out)
      throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      for (Workload.Query query : workload.queries()) {
        json.writeStartObject();
        json.writeArrayFieldStart("columns");
        for (int i = 0; i < query.idCount(); i++) {
          json.writeString(path.apply(query.id(i)));
        }
        json.writeEndArray();
        json.writeNumberField("weight", query.weight());
        json.writeEndObject();
      }
      json.writeRaw('\n');
    }
  }

  /**
   * Reads a workload with the default bounds. Does not close the stream.
   *
   * @param name of the file, for messages
   * @throws InvalidArgumentException if a line is not such a set; the message names the line
   * @throws IOException if the stream fails
   */
  public static Paths read(String name, InputStream in) throws IOException {
    Map<String, Integer> ids = new HashMap<>();
    List<String> paths = new ArrayList<>();
    Workload.Builder builder = Workload.builder();
    try (JsonParser json = JSON.createParser(in)) {
      try {
        while (json.nextToken() != null) {
          require(json.currentToken() == JsonToken.START_OBJECT, name, json, "an object");
          readSet(name, json, ids, paths, builder);
        }
      } catch (JsonEOFException e) {
        throw new InvalidArgumentException(
            "Invalid workload " + name + ": the text ends within a value" + at(json), e);
      } catch (JacksonException e) {
        throw new InvalidArgumentException(
            "Invalid workload " + name + ": " + e.getOriginalMessage() + at(json), e);
      }
    } catch (CharConversionException e) {
      // Of bytes that look like another encoding, which the parser guesses from the first four.
      throw new InvalidArgumentException(
          "Invalid workload " + name + ": expected UTF-8, found " + e.getMessage(), e);
    }
    return new Paths(builder.build(), paths);
  }

  private static void readSet(
      String name,
      JsonParser json,
      Map<String, Integer> ids,
      List<String> paths,
      Workload.Builder builder)
      throws IOException {
    int[] columns = null;
    double weight = 1;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      if (key.equals("columns")) {
        columns = readColumns(name, json, ids, paths);
      } else if (key.equals("weight")) {
        require(json.currentToken().isNumeric(), name, json, "a number as weight");
        weight = json.getDoubleValue();
        require(weight > 0 && Double.isFinite(weight), name, json, "a positive weight");
      } else {
        json.skipChildren();
      }
    }
    require(columns != null, name, json, "the key \"columns\"");
    builder.add(columns, weight);
  }

  private static int[] readColumns(
      String name, JsonParser json, Map<String, Integer> ids, List<String> paths)
      throws IOException {
    require(json.currentToken() == JsonToken.START_ARRAY, name, json, "an array of paths");
    int[] columns = new int[8];
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      require(json.currentToken() == JsonToken.VALUE_STRING, name, json, "a path as a string");
      String path = json.getText();
      Integer id = ids.get(path);
      if (id == null) {
        id = paths.size();
        ids.put(path, id);
        paths.add(path);
      }
      if (count == columns.length) {
        columns = Arrays.copyOf(columns, 2 * count);
      }
      columns[count++] = id;
    }
    return Arrays.copyOf(columns, count);
  }

  private static void require(boolean condition, String name, JsonParser json, String expected) {
    if (!condition) {
      throw new InvalidArgumentException(
          "Invalid workload " + name + ": expected " + expected + at(json), null);
    }
  }

  private static String at(JsonParser json) {
    return " (line "
        + json.currentTokenLocation().getLineNr()
        + ", column "
        + json.currentTokenLocation().getColumnNr()
        + ")";
  }
}
