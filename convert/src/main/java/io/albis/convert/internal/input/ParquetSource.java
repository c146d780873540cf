// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.parquet.ParquetColumnException;
import io.albis.convert.internal.parquet.ParquetColumns;
import io.albis.convert.internal.parquet.SparkCalendar;
import io.albis.convert.internal.parquet.SparkSchema;
import io.albis.convert.internal.value.Int96;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.bytes.BytesUtils;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/** A Parquet file, read with parquet-java. Each part is a row group. */
public final class ParquetSource implements InputSource {

  private final String name;
  private final InputFile file;
  private final ParquetMetadata footer;
  private final MessageType message;
  private final SparkCalendar calendar;
  private final Description description;

  /**
   * Opens a file.
   *
   * @param columns paths of the columns and fields to read; empty for all. Of lists and maps, all
   *     fields are read
   * @param timestamps how INT96 are read
   * @throws IOException if the file cannot be read or is not a Parquet file
   * @throws UnsupportedTypeException if Albis has no type for a column
   */
  public ParquetSource(Path file, List<String> columns, TimestampOptions timestamps)
      throws IOException {
    this(file.toString(), new LocalInputFile(file), columns, timestamps);
  }

  /**
   * Opens a file on any Hadoop file system.
   *
   * @param name the name to use in messages
   */
  public ParquetSource(
      String name, InputFile file, List<String> columns, TimestampOptions timestamps)
      throws IOException {
    this.name = name;
    this.file = file;
    try (ParquetFileReader reader = open()) {
      this.footer = reader.getFooter();
      this.message = ParquetSelection.of(reader.getFileMetaData().getSchema(), columns);
      if (message.getFieldCount() == 0) {
        throw withoutColumns();
      }
      Map<String, String> metadata = reader.getFileMetaData().getKeyValueMetaData();
      Int96 int96 = timestamps.int96().of(reader.getFileMetaData().getCreatedBy());
      Schema schema =
          ParquetTypes.schema(
              message,
              int96.type(timestamps.unit()),
              SparkSchema.of(metadata.get(SparkSchema.KEY)));
      this.calendar = SparkCalendar.of(metadata);
      Map<String, String> properties = new TreeMap<>();
      metadata
          // Values are optional in Parquet, and an empty one is as good as none.
          .forEach((key, value) -> properties.put(key, value == null ? "" : value));
      properties.keySet().removeAll(calendar.staleKeys());
      List<Part> parts = new ArrayList<>();
      List<BlockMetaData> blocks = reader.getRowGroups();
      for (int i = 0; i < blocks.size(); i++) {
        // Some writers make a row group of an empty table, which parquet-java cannot read.
        if (blocks.get(i).getRowCount() != 0) {
          parts.add(new Part(i, blocks.get(i).getRowCount()));
        }
      }
      this.description = new Description(name, schema, properties, parts);
    } catch (AlbisException e) {
      throw e;
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  private ParquetFileReader open() throws IOException {
    try {
      return ParquetFileReader.open(
          file, ParquetReadOptions.builder(new PlainParquetConfiguration()).build());
    } catch (ClosedByInterruptException e) {
      throw e;
    } catch (IndexOutOfBoundsException e) {
      // Of parquet-java, which looks at the first column of row groups.
      if (!hasColumns(file)) {
        throw withoutColumns();
      }
      throw unreadable(e);
    } catch (IOException | RuntimeException e) {
      throw unreadable(e);
    }
  }

  private static boolean hasColumns(InputFile file) throws IOException {
    try (SeekableInputStream in = file.newStream()) {
      long lengthAt = file.getLength() - 2 * Integer.BYTES;
      in.seek(lengthAt);
      in.seek(lengthAt - BytesUtils.readIntLittleEndian(in));
      // The first element of the schema is its root.
      return Util.readFileMetaData(in).getSchemaSize() != 1;
    }
  }

  private InvalidArgumentException withoutColumns() {
    return new InvalidArgumentException("Cannot convert " + name + ": it has no columns");
  }

  private IOException unreadable(Exception failure) {
    return new IOException("Cannot read " + name + " as Parquet: " + reason(failure), failure);
  }

  private String reason(Throwable error) {
    if (error instanceof NullPointerException) {
      // Of parquet-java, for members of unions that it does not know.
      return "its footer has something that this version does not know ("
          + error.getMessage()
          + ")";
    }
    if (error instanceof ParquetCryptoRuntimeException) {
      return "it is encrypted (" + error.getMessage() + ")";
    }
    if (error.getMessage() == null) {
      return error.getClass().getSimpleName();
    }
    // What follows names objects of parquet-java, and so does the text of its local files.
    return error.getMessage().replaceFirst("(?s) Struct: .*", "").replace(file.toString(), name);
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    String createdBy = footer.getFileMetaData().getCreatedBy();
    ParquetColumns columns = new ParquetColumns(message, wanted, batches, createdBy, calendar);
    BlockMetaData block = footer.getBlocks().get(part.index());
    try {
      columns.copy(file, block, written);
    } catch (AlbisException e) {
      throw FileErrors.named(name, e);
    } catch (UncheckedIOException e) {
      throw e;
    } catch (OutOfOffHeapMemoryException | IllegalStateException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw damaged(part, e);
    }
  }

  /** Names file and row group, unless the failure is one of writing, inside of parquet-java. */
  private IOException damaged(Part part, Exception error) {
    Exception named = error;
    for (Throwable cause = error.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof AlbisException failed) {
        throw FileErrors.named(name, failed);
      }
      if (cause instanceof OutOfOffHeapMemoryException || cause instanceof UncheckedIOException) {
        throw (RuntimeException) cause;
      }
      if (cause instanceof ParquetColumnException column) {
        named = column;
      }
    }
    return new IOException(
        "Cannot read " + name + ": row group " + part.index() + ", " + reason(named), error);
  }
}
