// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.text;

import com.github.luben.zstd.ZstdInputStream;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.commons.io.input.BoundedInputStream;

/** A text file, possibly compressed, of the format that its name says. */
final class TextFile {

  private static final int BUFFER = 1 << 16;
  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

  private final Path path;
  private final String compression;
  private final String extension;

  TextFile(Path path) {
    this.path = path;
    String name = path.getFileName().toString().toLowerCase(Locale.ROOT);
    this.compression = name.endsWith(".gz") ? ".gz" : name.endsWith(".zst") ? ".zst" : "";
    String whole = name.substring(0, name.length() - compression.length());
    this.extension = whole.substring(whole.lastIndexOf('.') + 1);
  }

  Path path() {
    return path;
  }

  /** Returns whether the name says that this is CSV or JSON lines. */
  boolean isText() {
    return isCsv() || isJson();
  }

  boolean isCsv() {
    return extension.equals("csv") || extension.equals("tsv");
  }

  boolean isJson() {
    return extension.equals("jsonl") || extension.equals("ndjson") || extension.equals("json");
  }

  /** Returns the delimiter that the name says. */
  char delimiter() {
    return extension.equals("tsv") ? '\t' : ',';
  }

  /** Returns whether parts of the file can be read on their own. */
  private boolean isSplittable() {
    return compression.isEmpty();
  }

  /** Returns the size of the parts to read, in bytes. */
  long partBytes() {
    return isSplittable() ? TextScanner.PART_BYTES : Long.MAX_VALUE;
  }

  /** Opens the text. */
  InputStream open() throws IOException {
    InputStream in = Files.newInputStream(path);
    try {
      InputStream text =
          switch (compression) {
            // Reads back what lies behind a member; the others read into buffers of their own.
            case ".gz" -> Gzip.decompress(new BufferedInputStream(in, BUFFER));
            case ".zst" -> new ZstdInputStream(in);
            default -> in;
          };
      return new BufferedInputStream(new NamedInputStream(path.toString(), text), BUFFER);
    } catch (IOException e) {
      try (in) {
        throw NamedInputStream.named(path.toString(), e);
      }
    }
  }

  /** Opens a part of the text. */
  InputStream open(TextPart part) throws IOException {
    if (!isSplittable()) {
      InputStream in = open();
      in.skipNBytes(part.start());
      return range(in, part);
    }
    SeekableByteChannel channel = Files.newByteChannel(path);
    channel.position(part.start());
    return range(Channels.newInputStream(channel), part);
  }

  private static InputStream range(InputStream in, TextPart part) throws IOException {
    return BoundedInputStream.builder()
        .setInputStream(in)
        .setMaxCount(part.end() - part.start())
        .get();
  }

  /**
   * Reads past a byte order mark.
   *
   * @param in at the start of the text; supports marks
   * @return the length of the mark, 0 if there is none
   */
  static int skipByteOrderMark(InputStream in) throws IOException {
    in.mark(BYTE_ORDER_MARK.length);
    byte[] start = in.readNBytes(BYTE_ORDER_MARK.length);
    if (java.util.Arrays.equals(start, BYTE_ORDER_MARK)) {
      return start.length;
    }
    in.reset();
    return 0;
  }
}
