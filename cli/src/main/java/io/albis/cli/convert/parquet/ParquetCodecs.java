// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert.parquet;

import com.github.luben.zstd.Zstd;
import io.airlift.compress.lz4.Lz4Decompressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.zip.GZIPInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Decompresses pages from array to array, without the streams of Hadoop. Thread-safe. */
public final class ParquetCodecs implements CompressionCodecFactory {

  /** Creates a factory, which holds no resources. */
  public ParquetCodecs() {}

  /** Decompresses a page into an array of the exact size, and returns the number of bytes. */
  private interface Codec {
    int decompress(byte[] input, int from, int length, byte[] output) throws IOException;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    throw new UnsupportedOperationException("Pages are only read");
  }

  /**
   * Returns a decompressor.
   *
   * @throws UnsupportedOperationException if Albis has none
   */
  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    return switch (codec) {
      case UNCOMPRESSED -> new Pages(codec, ParquetCodecs::copy);
      case SNAPPY -> new Pages(codec, ParquetCodecs::snappy);
      case GZIP -> new Pages(codec, ParquetCodecs::gzip);
      case ZSTD -> new Pages(codec, ParquetCodecs::zstd);
      case LZ4 -> new Pages(codec, ParquetCodecs::lz4InFrames);
      case LZ4_RAW -> new Pages(codec, ParquetCodecs::lz4);
      case BROTLI -> {
        Brotli.requireLibrary();
        yield new Pages(codec, Brotli::decompress);
      }
      case LZO -> throw new UnsupportedOperationException("Albis cannot read pages in LZO");
    };
  }

  @Override
  public void release() {}

  private static int copy(byte[] input, int from, int length, byte[] output) {
    System.arraycopy(input, from, output, 0, Math.min(length, output.length));
    return length;
  }

  private static int snappy(byte[] input, int from, int length, byte[] output)
      throws IOException {
    // The native code writes as many bytes as the page says.
    int size = Snappy.uncompressedLength(input, from, length);
    return size == output.length ? Snappy.uncompress(input, from, length, output, 0) : size;
  }

  private static int zstd(byte[] input, int from, int length, byte[] output) {
    return (int) Zstd.decompressByteArray(output, 0, output.length, input, from, length);
  }

  private static int gzip(byte[] input, int from, int length, byte[] output) throws IOException {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(input, from, length))) {
      return in.readNBytes(output, 0, output.length);
    }
  }

  private static int lz4(byte[] input, int from, int length, byte[] output) {
    return new Lz4Decompressor().decompress(input, from, length, output, 0, output.length);
  }

  /**
   * Decompresses LZ4 as Hadoop frames it: blocks after the length of their output, each in chunks
   * after their length. Other writers left that out; the bytes tell which it is.
   */
  private static int lz4InFrames(byte[] input, int from, int length, byte[] output) {
    ByteBuffer frames = ByteBuffer.wrap(input, from, length);
    int done = 0;
    while (frames.remaining() >= 2 * Integer.BYTES) {
      int block = frames.getInt();
      if (block < 0 || block > output.length - done) {
        return lz4(input, from, length, output);
      }
      int blockEnd = done + block;
      while (done < blockEnd) {
        int chunk = frames.remaining() < Integer.BYTES ? -1 : frames.getInt();
        if (chunk < 0 || chunk > frames.remaining()) {
          return lz4(input, from, length, output);
        }
        int written =
            new Lz4Decompressor()
                .decompress(input, frames.position(), chunk, output, done, blockEnd - done);
        if (written == 0) {
          return lz4(input, from, length, output);
        }
        done += written;
        frames.position(frames.position() + chunk);
      }
    }
    return frames.hasRemaining() ? lz4(input, from, length, output) : done;
  }

  /** Decompresses pages of one codec. */
  private record Pages(CompressionCodecName name, Codec codec) implements BytesInputDecompressor {

    @Override
    public BytesInput decompress(BytesInput bytes, int size) throws IOException {
      byte[] output = new byte[size];
      // A page of nulls only may have no bytes, whatever its codec.
      if (size > 0) {
        ByteBuffer input = bytes.toByteBuffer();
        if (!input.hasArray()) {
          ByteBuffer copy = ByteBuffer.allocate(input.remaining());
          copy.put(input.duplicate()).flip();
          input = copy;
        }
        decompress(input, output);
      }
      return BytesInput.from(output);
    }

    private void decompress(ByteBuffer input, byte[] output) throws IOException {
      int from = input.arrayOffset() + input.position();
      int length;
      try {
        length = codec.decompress(input.array(), from, input.remaining(), output);
      } catch (RuntimeException | IOException e) {
        throw new IOException("a page is not valid " + name + " (" + e.getMessage() + ")", e);
      }
      if (length != output.length) {
        throw new IOException(
            "a page has " + length + " bytes after " + name + " (expected " + output.length + ")");
      }
    }

    @Override
    public void decompress(ByteBuffer input, int compressed, ByteBuffer output, int size)
        throws IOException {
      byte[] bytes = new byte[compressed];
      input.get(bytes);
      output.put(decompress(BytesInput.from(bytes), size).toByteBuffer());
    }

    @Override
    public void release() {}
  }
}
