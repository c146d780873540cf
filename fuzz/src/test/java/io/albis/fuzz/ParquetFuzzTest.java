// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.albis.convert.internal.input.ParquetTypes;
import io.albis.convert.internal.parquet.ParquetColumns;
import io.albis.convert.internal.parquet.SparkCalendar;
import io.albis.convert.internal.parquet.SparkSchema;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.writer.BatchWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * The column chunks of a Parquet row group. The part {@code m} is the schema as text, {@code w} the
 * writer. Each part {@code k} starts a chunk: a byte for the codec, two for the number of rows and
 * two for that of values. Pages follow: {@code P} as they are in files, {@code 1}, {@code 2} and
 * {@code d} without their headers.
 */
class ParquetFuzzTest {

  private static final CompressionCodecName[] CODECS = CompressionCodecName.values();
  private static final Encoding[] ENCODINGS = Encoding.values();

  private static final class Chunk {
    final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    final CompressionCodecName codec;
    final int rows;
    final int values;

    Chunk(byte[] header) {
      ByteBuffer in = ByteBuffer.wrap(java.util.Arrays.copyOf(header, 5));
      codec = CODECS[(in.get() & 0xff) % CODECS.length];
      rows = in.getShort() & 0xffff;
      values = in.getShort() & 0xffff;
    }
  }

  @FuzzTest
  void pages(byte[] input) {
    Conversions.run(
        input,
        () -> {
          String text = "message m { required int32 a; }";
          String createdBy = null;
          List<Chunk> chunks = new ArrayList<>();
          for (Part part : Part.split(input)) {
            switch (part.kind()) {
              case 'm' -> text = new String(part.content(), UTF_8);
              case 'w' -> createdBy = new String(part.content(), UTF_8);
              case 'k' -> chunks.add(new Chunk(part.content()));
              default -> {
                if (!chunks.isEmpty()) {
                  page(part, chunks.get(chunks.size() - 1).bytes);
                }
              }
            }
          }
          convert(MessageTypeParser.parseMessageType(text), createdBy, chunks);
        });
  }

  /** Writes a page without compression; its first bytes are its encoding and its values. */
  private static void page(Part part, ByteArrayOutputStream out) throws IOException {
    byte[] content = part.content();
    if (part.kind() == 'P' || content.length < 5) {
      out.writeBytes(content);
      return;
    }
    ByteBuffer in = ByteBuffer.wrap(content);
    Encoding encoding = ENCODINGS[(in.get() & 0xff) % ENCODINGS.length];
    int values = in.getShort() & 0xffff;
    int repetitions = in.get() & 0xff;
    int definitions = in.get() & 0xff;
    PageHeader header = new PageHeader();
    header.setUncompressed_page_size(in.remaining());
    header.setCompressed_page_size(in.remaining());
    if (part.kind() == 'd') {
      header.setType(PageType.DICTIONARY_PAGE);
      header.setDictionary_page_header(new DictionaryPageHeader(values, encoding));
    } else if (part.kind() == '2') {
      header.setType(PageType.DATA_PAGE_V2);
      DataPageHeaderV2 page =
          new DataPageHeaderV2(values, 0, values, encoding, definitions, repetitions);
      page.setIs_compressed(false);
      header.setData_page_header_v2(page);
    } else {
      header.setType(PageType.DATA_PAGE);
      Encoding levels = repetitions == 1 ? Encoding.BIT_PACKED : Encoding.RLE;
      header.setData_page_header(new DataPageHeader(values, encoding, levels, levels));
    }
    Util.writePageHeader(header, out);
    out.write(content, in.position(), in.remaining());
  }

  private static void convert(MessageType message, String createdBy, List<Chunk> chunks)
      throws Exception {
    Schema schema =
        ParquetTypes.schema(message, Type.timestampWithZone(TimeUnit.MICROS), SparkSchema.of(null));
    if (chunks.isEmpty()) {
      return;
    }
    List<ColumnDescriptor> columns = message.getColumns();
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    BlockMetaData block = new BlockMetaData();
    block.setRowCount(chunks.get(0).rows);
    for (int i = 0; i < Math.min(columns.size(), chunks.size()); i++) {
      Chunk chunk = chunks.get(i);
      block.addColumn(
          ColumnChunkMetaData.get(
              ColumnPath.get(columns.get(i).getPath()),
              columns.get(i).getPrimitiveType(),
              chunk.codec,
              null,
              Set.of(),
              Statistics.createStats(columns.get(i).getPrimitiveType()),
              file.size(),
              0,
              chunk.values,
              chunk.bytes.size(),
              chunk.bytes.size()));
      file.writeBytes(chunk.bytes.toByteArray());
    }
    InputFile input = new Bytes(file.toByteArray());
    Conversions.write(
        schema,
        writer -> {
          try (BatchWriter batches = writer.newBatchWriter()) {
            new ParquetColumns(
                    message, writer.schema(), batches, createdBy, SparkCalendar.of(Map.of()))
                .copy(input, block, rows -> {});
          }
        });
  }

  /** A file in memory. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Bytes(byte[] bytes) implements InputFile {

    @Override
    public long getLength() {
      return bytes.length;
    }

    @Override
    public SeekableInputStream newStream() {
      Positioned in = new Positioned(bytes);
      return new DelegatingSeekableInputStream(in) {
        @Override
        public long getPos() {
          return in.position();
        }

        @Override
        public void seek(long position) {
          in.seek(position);
        }
      };
    }
  }

  private static final class Positioned extends ByteArrayInputStream {
    Positioned(byte[] bytes) {
      super(bytes);
    }

    int position() {
      return pos;
    }

    void seek(long position) {
      pos = (int) Math.min(position, count);
    }
  }
}
