// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import io.albis.format.error.InvalidArgumentException;
import java.io.IOException;
import java.io.InputStream;

/** Reads objects of JSON lines one by one. */
final class JsonRows {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(1 << 28)
                  .maxDocumentLength(-1)
                  .maxTokenCount(-1)
                  .build())
          .build();

  private JsonRows() {}

  /** Receives the objects. */
  interface Receiver {

    /**
     * Receives an object.
     *
     * @param json at the start of the object; must be advanced to its end
     * @param line the line in which it starts
     * @return false to read no further
     */
    boolean row(JsonParser json, long line) throws IOException;
  }

  /**
   * Reads all objects, until the receiver stops.
   *
   * @param file the name, for messages
   * @param in closed
   * @param firstLine the number of the first line
   * @throws InvalidArgumentException if a line is no JSON object
   */
  static void read(String file, InputStream in, long firstLine, Receiver receiver)
      throws IOException {
    long line = firstLine;
    try (JsonParser json = FACTORY.createParser(in)) {
      long endLine = 0;
      boolean isWanted = true;
      while (isWanted && json.nextToken() != null) {
        line = firstLine - 1 + json.currentTokenLocation().getLineNr();
        if (json.currentToken() != JsonToken.START_OBJECT || line == endLine) {
          throw BadRow.of(file, line, "expected one JSON object", null);
        }
        isWanted = receiver.row(json, line);
        endLine = firstLine - 1 + json.currentLocation().getLineNr();
        if (endLine != line) {
          throw BadRow.of(file, line, "expected the end of the object in the same line", null);
        }
      }
    } catch (JsonProcessingException e) {
      long at = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw BadRow.of(file, at > 0 ? firstLine - 1 + at : line, e.getOriginalMessage().strip(), e);
    } catch (java.io.CharConversionException e) {
      throw BadRow.of(file, line, e.getMessage(), e);
    }
  }
}
