// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.convert;

import io.albis.format.error.AlbisException;
import io.albis.format.error.UnknownColumnException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.tools.command.CommandFailedException;
import io.albis.writer.row.RowWriter;
import io.albis.writer.row.ValueWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;

/** An ORC file, read with ORC's reader. Each part is a stripe. */
public final class OrcSource implements RowSource {

  private static final int BATCH_ROWS = 1024;

  private final org.apache.hadoop.fs.Path file;
  private final String name;
  private final Configuration configuration;
  private final TypeDescription type;
  private final Schema schema;
  private final Map<String, String> properties = new TreeMap<>();
  private final List<Part> parts = new ArrayList<>();
  private final List<StripeInformation> stripes;

  /**
   * Opens a file.
   *
   * @param columns the top-level columns to read; empty for all
   * @param unit the unit of timestamps that have no recorded unit
   * @throws IOException if the file cannot be read or is not an ORC file
   * @throws UnsupportedTypeException if Albis has no type for a column
   */
  public OrcSource(Path file, List<String> columns, TimeUnit unit) throws IOException {
    this(
        file.toString(),
        new org.apache.hadoop.fs.Path(file.toUri()),
        OrcTypes.configuration(),
        columns,
        unit);
  }

  /**
   * Opens a file on any Hadoop file system.
   *
   * @param name the name to use in messages
   * @param configuration Hadoop's configuration
   */
  OrcSource(
      String name,
      org.apache.hadoop.fs.Path file,
      Configuration configuration,
      List<String> columns,
      TimeUnit unit)
      throws IOException {
    this.name = name;
    this.file = file;
    this.configuration = forCalendar(configuration);
    try (Reader reader = open()) {
      requireColumns(reader.getSchema());
      this.type = select(reader.getSchema(), columns);
      this.schema = OrcTypes.schema(type, unit);
      this.stripes = reader.getStripes();
      for (String key : reader.getMetadataKeys()) {
        SourceMetadata.putBytes(properties, key, reader.getMetadataValue(key));
      }
      for (StripeInformation stripe : stripes) {
        parts.add(new Part(parts.size(), stripe.getNumberOfRows()));
      }
    }
  }

  private void requireColumns(TypeDescription all) {
    if (all.getCategory() != TypeDescription.Category.STRUCT) {
      throw new CommandFailedException(
          "Cannot convert "
              + name
              + ": its rows are of type "
              + all.getCategory().getName()
              + " (expected a struct, whose fields are the columns)");
    }
    if (all.getChildren().isEmpty()) {
      throw new CommandFailedException("Cannot convert " + name + ": it has no columns");
    }
  }

  private static TypeDescription select(TypeDescription all, List<String> columns) {
    if (columns.isEmpty()) {
      return all;
    }
    TypeDescription selected = TypeDescription.createStruct();
    for (String column : columns) {
      int index = all.getFieldNames().indexOf(column);
      if (index < 0) {
        throw new UnknownColumnException(column, all.getFieldNames());
      }
      selected.addField(column, all.getChildren().get(index).clone());
    }
    return selected;
  }

  private Reader open() throws IOException {
    return open(configuration);
  }

  private Reader open(Configuration settings) throws IOException {
    try {
      return OrcFile.createReader(
          file,
          OrcFile.readerOptions(settings).useUTCTimestamp(true).convertToProlepticGregorian(true));
    } catch (RuntimeException | IOException e) {
      throw new IOException("Cannot read " + name + " as ORC: " + reason(e), e);
    }
  }

  private static String reason(Exception error) {
    return error.getMessage() == null ? error.getClass().getSimpleName() : error.getMessage();
  }

  /**
   * Returns the configuration for a file. Only the Java library has written dates before 1582-10-15
   * in the hybrid calendar; files that do not name their calendar have the proleptic one if another
   * library wrote them.
   */
  private Configuration forCalendar(Configuration settings) throws IOException {
    try (Reader reader = open(settings)) {
      if (reader.getWriterVersion().getWriterImplementation()
          == OrcFile.WriterImplementation.ORC_JAVA) {
        return settings;
      }
    }
    Configuration proleptic = new Configuration(settings);
    OrcConf.PROLEPTIC_GREGORIAN_DEFAULT.setBoolean(proleptic, true);
    return proleptic;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public List<Part> parts() {
    return parts;
  }

  @Override
  public void read(Part part, Schema wanted, RowWriter rows) throws IOException {
    StripeInformation stripe = stripes.get(part.index());
    List<OrcValues> values = new ArrayList<>();
    List<ValueWriter> places = new ArrayList<>();
    for (int i = 0; i < wanted.fields().size(); i++) {
      Field field = wanted.fields().get(i);
      values.add(OrcValues.of(field.type(), field.name()));
      places.add(rows.value(i));
    }
    try (Reader reader = open();
        RecordReader records =
            reader.rows(
                reader.options().schema(type).range(stripe.getOffset(), stripe.getLength()))) {
      VectorizedRowBatch batch = type.createRowBatch(BATCH_ROWS);
      while (records.nextBatch(batch)) {
        for (int row = 0; row < batch.size; row++) {
          for (int c = 0; c < places.size(); c++) {
            values.get(c).write(batch.cols[c], row, places.get(c));
          }
          rows.endRow();
        }
      }
    } catch (AlbisException
        | CommandFailedException
        | OutOfOffHeapMemoryException
        | UncheckedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "Cannot read " + name + ": stripe " + part.index() + ", " + reason(e), e);
    }
  }

  @Override
  public void close() {}
}
