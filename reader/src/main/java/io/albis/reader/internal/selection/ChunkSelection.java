// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.selection;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/**
 * The column chunks that a cache should hold: the cache plan of Pixels, section 4.2. Immutable.
 *
 * @param chunks in no order
 */
public record ChunkSelection(Set<ChunkId> chunks) {

  /** Selects nothing. */
  public static final ChunkSelection NONE = new ChunkSelection(Set.of());

  private static final String HEADER = "albis-cache-selection 1";

  /** Copies the chunks. */
  public ChunkSelection {
    chunks = Set.copyOf(chunks);
  }

  /** Whether a chunk is selected. */
  public boolean contains(ChunkId chunk) {
    return chunks.contains(chunk);
  }

  /**
   * Writes the selection as text in UTF-8: a header, then a line of table id, offset and path for
   * each chunk. Does not close the stream.
   *
   * @throws IOException if the stream fails
   */
  public void write(OutputStream out) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    writer.write(HEADER + "\n");
    Comparator<ChunkId> order =
        Comparator.comparing(ChunkId::tableId)
            .thenComparing(ChunkId::path)
            .thenComparingLong(ChunkId::offset);
    for (ChunkId chunk : chunks.stream().sorted(order).toList()) {
      writer.write(chunk.tableId() + " " + chunk.offset() + " " + chunk.path() + "\n");
    }
    writer.flush();
  }

  /**
   * Reads what {@link #write} has written. Does not close the stream.
   *
   * @throws IOException if the stream fails, or has other content
   */
  public static ChunkSelection read(InputStream in) throws IOException {
    BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    String header = reader.readLine();
    if (!HEADER.equals(header)) {
      throw new IOException(
          "Cannot read a cache selection: its header is '"
              + header
              + "' (expected '"
              + HEADER
              + "')");
    }
    Set<ChunkId> chunks = new HashSet<>();
    int number = 1;
    for (String line = reader.readLine(); line != null; line = reader.readLine()) {
      number++;
      chunks.add(chunk(line, number));
    }
    return new ChunkSelection(chunks);
  }

  private static ChunkId chunk(String line, int number) throws IOException {
    String[] parts = line.split(" ", 3);
    try {
      if (parts.length == 3) {
        return new ChunkId(UUID.fromString(parts[0]), parts[2], Long.parseLong(parts[1]));
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("Cannot read line " + number + " of a cache selection: " + line, e);
    }
    throw new IOException("Cannot read line " + number + " of a cache selection: " + line);
  }
}
