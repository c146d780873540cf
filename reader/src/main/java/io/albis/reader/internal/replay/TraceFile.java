// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import io.albis.reader.source.SegmentKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;

/**
 * Traces as JSON lines in UTF-8. A segment gets the next number, from 0, in the line before it is
 * first used; events are in order of time:
 *
 * <pre>{@code
 * {"segment":0,"table":"5f0c...","path":"data/f-1.albis","offset":4096,"length":65536,"chunk":4096,"group":3}
 * {"plan":"q1","millis":12,"segments":[0],"count":1}
 * {"read":0,"millis":13}
 * {"close":"q1","millis":20}
 * }</pre>
 *
 * The chunk is the offset of the extent that the segment is in, the group is the id of its column
 * group. Other keys are ignored.
 */
public final class TraceFile {

  static final JsonFactory JSON =
      JsonFactory.builder().disable(StreamWriteFeature.AUTO_CLOSE_TARGET).build();

  private TraceFile() {}

  /**
   * Writes a trace. Does not close the stream.
   *
   * @throws IOException if the stream fails
   */
  public static void write(CacheTrace trace, OutputStream out) throws IOException {
    try (JsonGenerator json = JSON.createGenerator(out)) {
      json.setPrettyPrinter(new MinimalPrettyPrinter("\n"));
      int written = 0;
      for (CacheTrace.Event event : trace.events()) {
        written = writeSegments(trace.segments(), written, lastSegment(event), json);
        writeEvent(event, json);
      }
      json.writeRaw('\n');
    }
  }

  private static int lastSegment(CacheTrace.Event event) {
    if (event instanceof CacheTrace.Read read) {
      return read.segment();
    }
    if (event instanceof CacheTrace.Plan plan) {
      return plan.segments().stream().mapToInt(Integer::intValue).max().orElse(-1);
    }
    return -1;
  }

  private static int writeSegments(
      List<SegmentKey> segments, int written, int last, JsonGenerator json) throws IOException {
    int next = written;
    while (next <= last) {
      SegmentKey key = segments.get(next);
      json.writeStartObject();
      json.writeNumberField("segment", next);
      json.writeStringField("table", key.tableId().toString());
      json.writeStringField("path", key.path());
      json.writeNumberField("offset", key.offset());
      json.writeNumberField("length", key.length());
      json.writeNumberField("chunk", key.chunkOffset());
      json.writeNumberField("group", key.columnGroup());
      json.writeEndObject();
      next++;
    }
    return next;
  }

  private static void writeEvent(CacheTrace.Event event, JsonGenerator json) throws IOException {
    json.writeStartObject();
    if (event instanceof CacheTrace.Read read) {
      json.writeNumberField("read", read.segment());
    } else if (event instanceof CacheTrace.Plan plan) {
      json.writeStringField("plan", plan.id());
    } else if (event instanceof CacheTrace.Close close) {
      json.writeStringField("close", close.id());
    }
    json.writeNumberField("millis", event.millis());
    if (event instanceof CacheTrace.Plan plan) {
      json.writeArrayFieldStart("segments");
      for (int segment : plan.segments()) {
        json.writeNumber(segment);
      }
      json.writeEndArray();
      json.writeNumberField("count", plan.count());
    }
    json.writeEndObject();
  }

  /**
   * Reads a trace. Does not close the stream.
   *
   * @param name of the file, for messages
   * @throws InvalidTraceException if a line is not part of a trace; the message names the line
   * @throws IOException if the stream fails
   */
  public static CacheTrace read(String name, InputStream in) throws IOException {
    return new TraceParser(name).parse(in);
  }
}
