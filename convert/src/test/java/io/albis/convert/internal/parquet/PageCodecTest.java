// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.lz4.Lz4Compressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** Decompression of pages. */
class PageCodecTest {

  private static byte[] decompress(PageCodec codec, byte[] bytes, int size) throws IOException {
    byte[] output = new byte[size];
    codec.decompress(bytes, 0, bytes.length, output, size);
    return output;
  }

  private static byte[] lz4(byte[] data, int from, int length) {
    byte[] output = new byte[2 * length + 64];
    int written = new Lz4Compressor().compress(data, from, length, output, 0, output.length);
    return Arrays.copyOf(output, written);
  }

  @Test
  void readsLz4InTheFramesOfHadoopAndWithout() throws IOException {
    byte[] page = "Parquet, page by page. ".repeat(100).getBytes(StandardCharsets.US_ASCII);
    byte[] first = lz4(page, 0, 1000);
    byte[] second = lz4(page, 1000, 500);
    byte[] third = lz4(page, 1500, page.length - 1500);
    ByteBuffer frames = ByteBuffer.allocate(10_000);
    frames.putInt(1500).putInt(first.length).put(first).putInt(second.length).put(second);
    frames.putInt(page.length - 1500).putInt(third.length).put(third).flip();
    PageCodec codec = PageCodec.of(CompressionCodecName.LZ4);
    byte[] framed = Arrays.copyOf(frames.array(), frames.limit());
    assertThat(decompress(codec, framed, page.length)).isEqualTo(page);
    byte[] plain = lz4(page, 0, page.length);
    assertThat(decompress(codec, plain, page.length)).isEqualTo(page);
    byte[] cut = Arrays.copyOf(plain, plain.length - 20);
    assertThatThrownBy(() -> decompress(codec, cut, page.length))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("LZ4");
  }

  @Test
  void readsBrotli() throws IOException {
    byte[] page = "Parquet, page by page. ".repeat(10).getBytes(StandardCharsets.US_ASCII);
    com.aayushatharva.brotli4j.Brotli4jLoader.ensureAvailability();
    byte[] compressed = com.aayushatharva.brotli4j.encoder.Encoder.compress(page);
    PageCodec codec = PageCodec.of(CompressionCodecName.BROTLI);
    assertThat(decompress(codec, compressed, page.length)).isEqualTo(page);
    assertThatThrownBy(() -> PageCodec.of(CompressionCodecName.LZO))
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessageContaining("LZO");
  }
}
