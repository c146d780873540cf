// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.DataPageV1;
import org.apache.parquet.column.page.DataPageV2;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Inputs of {@link ParquetFuzzTest} from the files of other libraries that tests convert. */
final class ParquetSeeds {

  private static final List<CompressionCodecName> CODECS = List.of(CompressionCodecName.values());

  private static final List<org.apache.parquet.format.Encoding> ENCODINGS =
      List.of(org.apache.parquet.format.Encoding.values());

  private static final Path FIXTURES = Path.of("..", "cli", "src/test/fixtures");
  private static final int MAX_LENGTH = 1500;
  private static final int MAX_OF_A_KIND = 1;

  private final Map<String, Integer> kinds = new HashMap<>();

  private ParquetSeeds() {}

  static void write() throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(FIXTURES)) {
      // Parquet's own reader fails on a file without columns.
      files =
          all.filter(path -> path.toString().endsWith(".parquet"))
              .filter(path -> !path.endsWith("no-columns.parquet"))
              .sorted()
              .toList();
    }
    ParquetSeeds seeds = new ParquetSeeds();
    for (Path file : files) {
      seeds.write(file);
    }
  }

  private void write(Path path) throws IOException {
    LocalInputFile file = new LocalInputFile(path);
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            file, ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      MessageType message = reader.getFileMetaData().getSchema();
      for (int i = 0; i < reader.getRowGroups().size(); i++) {
        for (Type field : message.getFields()) {
          if (reader.getRowGroups().get(i).getRowCount() > 0) {
            write(path, reader, new MessageType("m", field), i);
          }
        }
      }
    }
  }

  private void write(Path path, ParquetFileReader reader, MessageType message, int rowGroup)
      throws IOException {
    BlockMetaData block = reader.getRowGroups().get(rowGroup);
    String createdBy = reader.getFileMetaData().getCreatedBy();
    List<Part> schema = new ArrayList<>();
    schema.add(new Part('m', message.toString().getBytes(UTF_8)));
    if (createdBy != null) {
      schema.add(new Part('w', createdBy.getBytes(UTF_8)));
    }
    List<Part> asStored = new ArrayList<>(schema);
    List<Part> expanded = new ArrayList<>(schema);
    StringBuilder kind = new StringBuilder();
    reader.setRequestedSchema(message);
    try (PageReadStore pages = reader.readRowGroup(rowGroup)) {
      for (ColumnDescriptor column : message.getColumns()) {
        ColumnChunkMetaData chunk = chunk(block, column);
        kind.append(column.getPrimitiveType().getPrimitiveTypeName())
            .append(column.getMaxRepetitionLevel())
            .append(column.getMaxDefinitionLevel())
            .append(chunk.getCodec());
        asStored.add(header(CODECS.indexOf(chunk.getCodec()), block, chunk));
        asStored.add(new Part('P', stored(path, chunk)));
        expanded.add(header(0, block, chunk));
        addPages(pages.getPageReader(column), expanded, kind);
      }
    } catch (RuntimeException e) {
      // A codec or an encoding that is refused; the stored form shows that.
      kind.append(e.getMessage());
    }
    for (List<Part> parts : List.of(asStored, expanded)) {
      byte[] input = Part.join(parts);
      if (input.length <= MAX_LENGTH
          && kinds.merge(kind.toString() + (parts == asStored), 1, Integer::sum) <= MAX_OF_A_KIND) {
        Seeds.add("ParquetFuzzTest", "pages", input);
      }
    }
  }

  private static ColumnChunkMetaData chunk(BlockMetaData block, ColumnDescriptor column) {
    return block.getColumns().stream()
        .filter(one -> Arrays.equals(one.getPath().toArray(), column.getPath()))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] stored(Path path, ColumnChunkMetaData chunk) throws IOException {
    byte[] file = Files.readAllBytes(path);
    int start = (int) chunk.getStartingPos();
    return Arrays.copyOfRange(file, start, start + (int) chunk.getTotalSize());
  }

  private static Part header(int codec, BlockMetaData block, ColumnChunkMetaData chunk) {
    return new Part(
        'k',
        ByteBuffer.allocate(5)
            .put((byte) codec)
            .putShort((short) block.getRowCount())
            .putShort((short) chunk.getValueCount())
            .array());
  }

  private static void addPages(PageReader pages, List<Part> parts, StringBuilder kind)
      throws IOException {
    DictionaryPage dictionary = pages.readDictionaryPage();
    if (dictionary != null) {
      kind.append(dictionary.getEncoding());
      parts.add(
          page(
              'd',
              dictionary.getEncoding(),
              dictionary.getDictionarySize(),
              0,
              0,
              bytes(dictionary.getBytes())));
    }
    for (DataPage page = pages.readPage(); page != null; page = pages.readPage()) {
      if (page instanceof DataPageV1 first) {
        kind.append('1').append(first.getValueEncoding());
        int levels = first.getRlEncoding() == Encoding.RLE ? 0 : 1;
        parts.add(
            page(
                '1',
                first.getValueEncoding(),
                first.getValueCount(),
                levels,
                0,
                bytes(first.getBytes())));
      } else if (page instanceof DataPageV2 second) {
        kind.append('2').append(second.getDataEncoding());
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        second.getRepetitionLevels().writeAllTo(bytes);
        second.getDefinitionLevels().writeAllTo(bytes);
        second.getData().writeAllTo(bytes);
        parts.add(
            page(
                '2',
                second.getDataEncoding(),
                second.getValueCount(),
                (int) second.getRepetitionLevels().size(),
                (int) second.getDefinitionLevels().size(),
                bytes.toByteArray()));
      }
    }
  }

  private static byte[] bytes(BytesInput input) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    input.writeAllTo(bytes);
    return bytes.toByteArray();
  }

  private static Part page(
      char kind, Encoding encoding, int values, int repetitions, int definitions, byte[] bytes) {
    int position = ENCODINGS.indexOf(org.apache.parquet.format.Encoding.valueOf(encoding.name()));
    return new Part(
        kind,
        ByteBuffer.allocate(5 + bytes.length)
            .put((byte) position)
            .putShort((short) values)
            .put((byte) repetitions)
            .put((byte) definitions)
            .put(bytes)
            .array());
  }
}
