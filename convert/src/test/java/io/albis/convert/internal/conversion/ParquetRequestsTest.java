// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.InputSet;
import io.albis.convert.internal.input.ParquetSource;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.TimeUnit;
import java.io.FilterInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is read of a Parquet file of many row groups: each byte once. */
class ParquetRequestsTest {

  private static final MessageType TYPE =
      MessageTypeParser.parseMessageType("message m { required int64 a; optional binary b; }");

  private static final int ROWS = 10;

  @TempDir private Path directory;

  private Path write(int rowGroups) throws IOException {
    Path file = directory.resolve("f.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(TYPE)
            .withDictionaryEncoding(false)
            .withRowGroupRowCountLimit(ROWS)
            .build()) {
      for (long row = 0; row < (long) rowGroups * ROWS; row++) {
        writer.write(new SimpleGroup(TYPE).append("a", row).append("b", "text " + row));
      }
    }
    return file;
  }

  private static TableConversion.Settings settings() {
    return new TableConversion.Settings(
        TableConversion.Mode.CREATE,
        ColumnGroupSpec.single(),
        1 << 20,
        0,
        false,
        64 << 20,
        2,
        Ordering.NONE,
        false,
        Map.of(),
        ProgressListener.NONE);
  }

  @ParameterizedTest
  @CsvSource({"125", "1000"})
  void eachByteIsReadOnce(int rowGroups) throws IOException {
    Path file = write(rowGroups);
    CountingFile counting = new CountingFile(file);
    ParquetSource source =
        new ParquetSource("f.parquet", counting, List.of(), TimestampOptions.of(TimeUnit.MICROS));
    assertThat(source.parts()).hasSize(rowGroups);
    assertThat(counting.footers.get()).isEqualTo(1);
    var result =
        TableConversion.toTable(InputSet.of(source), directory.resolve("t").toString(), settings());
    assertThat(result.written().rowCount()).isEqualTo((long) rowGroups * ROWS);
    assertThat(counting.footers.get()).isEqualTo(1);
    // The length of the footer is read apart from it; and of each chunk 100 bytes more, which some
    // writers have not counted.
    long more = 16 + 2L * rowGroups * 100;
    assertThat(counting.bytes.get()).isLessThanOrEqualTo(Files.size(file) + more);
    // The footer and one for each row group.
    assertThat(counting.streams.get()).isEqualTo(rowGroups + 1);
  }

  /** Counts what is read of a file. */
  private static final class CountingFile implements InputFile {
    private final InputFile file;
    private final long footer;
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** How often the first byte of the footer was read. */
    private final AtomicInteger footers = new AtomicInteger();

    CountingFile(Path path) throws IOException {
      this.file = new LocalInputFile(path);
      // Its length lies before the four bytes at the end.
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
      int atLength = bytes.capacity() - 8;
      this.footer = (long) atLength - bytes.getInt(atLength);
    }

    @Override
    public long getLength() throws IOException {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() throws IOException {
      streams.incrementAndGet();
      SeekableInputStream stream = file.newStream();
      return new DelegatingSeekableInputStream(new CountingStream(stream)) {
        @Override
        public long getPos() throws IOException {
          return stream.getPos();
        }

        @Override
        public void seek(long position) throws IOException {
          stream.seek(position);
        }
      };
    }

    private final class CountingStream extends FilterInputStream {
      private final SeekableInputStream stream;

      CountingStream(SeekableInputStream stream) {
        super(stream);
        this.stream = stream;
      }

      private int count(long start, int count) {
        bytes.addAndGet(Math.max(0, count));
        if (start <= footer && footer < start + count) {
          footers.incrementAndGet();
        }
        return count;
      }

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int offset, int length) throws IOException {
        long start = stream.getPos();
        return count(start, stream.read(target, offset, length));
      }
    }
  }
}
