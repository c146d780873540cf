// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Decompresses pages from array to array, without the streams of Hadoop. Thread-safe. */
final class PageCodec {

  /** A page of a few bytes may be so long in any case. */
  private static final long SMALL = 1 << 16;

  /** Decompresses a page to the start of an array, and returns the number of bytes. */
  private interface Function {
    int decompress(byte[] input, int from, int length, byte[] output, int size) throws IOException;
  }

  private final CompressionCodecName name;

  /** The codec makes data at most so much smaller. */
  private final int maxRatio;

  private final Function function;

  private PageCodec(CompressionCodecName name, int maxRatio, Function function) {
    this.name = name;
    this.maxRatio = maxRatio;
    this.function = function;
  }

  /**
   * Returns a codec.
   *
   * @throws UnsupportedOperationException if Albis cannot decompress it
   */
  static PageCodec of(CompressionCodecName name) {
    return switch (name) {
      case UNCOMPRESSED -> new PageCodec(name, 1, PageCodec::copy);
      case SNAPPY -> new PageCodec(name, 64, PageCodec::snappy);
      case GZIP -> new PageCodec(name, 1040, PageCodec::gzip);
      case ZSTD -> new PageCodec(name, 1 << 16, PageCodec::zstd);
      case LZ4 -> new PageCodec(name, 256, PageCodec::lz4InFrames);
      case LZ4_RAW -> new PageCodec(name, 256, PageCodec::lz4);
      case BROTLI -> {
        Brotli.requireLibrary();
        yield new PageCodec(name, 1 << 20, Brotli::decompress);
      }
      case LZO -> throw new UnsupportedOperationException("Albis cannot read pages in LZO");
    };
  }

  boolean isCompressed() {
    return name != CompressionCodecName.UNCOMPRESSED;
  }

  /** Returns the most bytes that a number of bytes can become. */
  long maxSize(int compressed) {
    return SMALL + (long) maxRatio * compressed;
  }

  /**
   * Decompresses a page.
   *
   * @param output has room for it
   * @param size bytes that the page has
   * @throws IOException if it has others, or is damaged
   */
  void decompress(byte[] input, int from, int length, byte[] output, int size) throws IOException {
    if (size == 0) {
      // A page of nulls only may have no bytes, whatever its codec.
      return;
    }
    int found;
    try {
      found = function.decompress(input, from, length, output, size);
    } catch (RuntimeException | IOException e) {
      throw new IOException("a page is not valid " + name + " (" + e.getMessage() + ")", e);
    }
    if (found != size) {
      throw new IOException(
          "a page has " + found + " bytes after " + name + " (expected " + size + ")");
    }
  }

  private static int copy(byte[] input, int from, int length, byte[] output, int size) {
    System.arraycopy(input, from, output, 0, Math.min(length, size));
    return length;
  }

  private static int snappy(byte[] input, int from, int length, byte[] output, int size)
      throws IOException {
    // The native code writes as many bytes as the page says.
    int found = Snappy.uncompressedLength(input, from, length);
    return found == size ? Snappy.uncompress(input, from, length, output, 0) : found;
  }

  private static int zstd(byte[] input, int from, int length, byte[] output, int size) {
    return (int) Zstd.decompressByteArray(output, 0, size, input, from, length);
  }

  private static int gzip(byte[] input, int from, int length, byte[] output, int size)
      throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(input, from, length))) {
      return in.readNBytes(output, 0, size);
    }
  }

  private static int lz4(byte[] input, int from, int length, byte[] output, int size) {
    return new Lz4Decompressor().decompress(input, from, length, output, 0, size);
  }

  /**
   * Decompresses LZ4 as Hadoop frames it: blocks after the length of their output, each in chunks
   * after their length. Other writers left that out; the bytes tell which it is.
   */
  private static int lz4InFrames(byte[] input, int from, int length, byte[] output, int size) {
    ByteBuffer frames = ByteBuffer.wrap(input, from, length);
    int done = 0;
    while (frames.remaining() >= 2 * Integer.BYTES) {
      int block = frames.getInt();
      if (block < 0 || block > size - done) {
        return lz4(input, from, length, output, size);
      }
      int blockEnd = done + block;
      while (done < blockEnd) {
        int chunk = frames.remaining() < Integer.BYTES ? -1 : frames.getInt();
        if (chunk < 0 || chunk > frames.remaining()) {
          return lz4(input, from, length, output, size);
        }
        int written =
            new Lz4Decompressor()
                .decompress(input, frames.position(), chunk, output, done, blockEnd - done);
        if (written == 0) {
          return lz4(input, from, length, output, size);
        }
        done += written;
        frames.position(frames.position() + chunk);
      }
    }
    return frames.hasRemaining() ? lz4(input, from, length, output, size) : done;
  }
}
