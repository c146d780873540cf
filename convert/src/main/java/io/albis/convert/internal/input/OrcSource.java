// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.orc.OrcColumns;
import io.albis.convert.internal.value.ColumnPaths;
import io.albis.convert.internal.value.FailureReason;
import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Schema;
import io.albis.format.schema.TimeUnit;
import io.albis.storage.memory.OutOfOffHeapMemoryException;
import io.albis.writer.BatchWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.orc.EncryptionVariant;
import org.apache.orc.OrcConf;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.StripeInformation;
import org.apache.orc.TypeDescription;
import org.apache.orc.impl.OrcTail;

/** An ORC file, read with ORC's reader. Each part is a stripe. */
public final class OrcSource implements InputSource {

  private final org.apache.hadoop.fs.Path file;
  private final String name;
  private final OrcTail tail;
  private final Configuration configuration;
  private final TypeDescription type;

  /** By column: its position in the file. */
  private final List<Integer> positions;

  /** By id of a type in the file: whether it is read. */
  private final boolean[] included;

  private final Description description;
  private final List<StripeInformation> stripes;

  /**
   * Opens a file.
   *
   * @param columns paths that lie in the columns to read; empty for all
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
    OrcFile.ReaderOptions options = readerOptions(configuration);
    try (Reader reader = open(options)) {
      this.tail = options.getOrcTail();
      this.configuration = forCalendar(configuration, reader.getWriterVersion());
      requireColumns(reader.getSchema());
      this.type = reader.getSchema();
      this.included = new boolean[type.getMaximumId() + 1];
      this.positions = ColumnPaths.positions(columns, OrcTypes.names(type, tail.getTypes()));
      include();
      requireReadable(reader);
      Schema schema = OrcTypes.schema(type, positions, tail.getTypes(), unit);
      this.stripes = reader.getStripes();
      Map<String, String> properties = new TreeMap<>();
      for (String key : reader.getMetadataKeys()) {
        SourceMetadata.putBytes(properties, key, reader.getMetadataValue(key));
      }
      List<Part> parts = new ArrayList<>();
      for (StripeInformation stripe : stripes) {
        parts.add(new Part(parts.size(), stripe.getNumberOfRows()));
      }
      this.description = new Description(name, schema, properties, parts);
    } catch (AlbisException e) {
      throw e;
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  /** Without its key, an encrypted column has what the writer put in place of its values. */
  private void requireReadable(Reader reader) {
    for (EncryptionVariant encrypted : reader.getEncryptionVariants()) {
      TypeDescription root = encrypted.getRoot();
      if (included[root.getId()] && !encrypted.getKeyDescription().isAvailable()) {
        throw new InvalidArgumentException(
            "Cannot convert "
                + name
                + ": column "
                + root.getFullFieldName()
                + " is encrypted, with the key "
                + encrypted.getKeyDescription().getKeyName()
                + "; exclude it with --columns");
      }
    }
  }

  private void requireColumns(TypeDescription all) {
    if (all.getCategory() != TypeDescription.Category.STRUCT) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + name
              + ": its rows are of type "
              + all.getCategory().getName()
              + " (expected a struct, whose fields are the columns)");
    }
    if (all.getChildren().isEmpty()) {
      throw new InvalidArgumentException("Cannot convert " + name + ": it has no columns");
    }
  }

  private void include() {
    included[type.getId()] = true;
    for (int position : positions) {
      TypeDescription column = type.getChildren().get(position);
      Arrays.fill(included, column.getId(), column.getMaximumId() + 1, true);
    }
  }

  /** Opens the file with the footer that is known. */
  private Reader open() throws IOException {
    return open(readerOptions(configuration).orcTail(tail));
  }

  private static OrcFile.ReaderOptions readerOptions(Configuration settings) {
    return OrcFile.readerOptions(settings).useUTCTimestamp(true).convertToProlepticGregorian(true);
  }

  private Reader open(OrcFile.ReaderOptions options) throws IOException {
    try {
      return OrcFile.createReader(file, options);
    } catch (RuntimeException | IOException e) {
      throw unreadable(e);
    }
  }

  private IOException unreadable(Exception failure) {
    return new IOException(
        "Cannot read " + name + " as ORC: " + FailureReason.of(failure), failure);
  }

  /**
   * Returns the configuration for a file. Only the Java library has written dates before 1582-10-15
   * in the hybrid calendar; files that do not name their calendar have the proleptic one if another
   * library wrote them.
   */
  private static Configuration forCalendar(Configuration settings, OrcFile.WriterVersion version) {
    if (version.getWriterImplementation() == OrcFile.WriterImplementation.ORC_JAVA) {
      return settings;
    }
    Configuration proleptic = new Configuration(settings);
    OrcConf.PROLEPTIC_GREGORIAN_DEFAULT.setBoolean(proleptic, true);
    return proleptic;
  }

  @Override
  public Description description() {
    return description;
  }

  @Override
  public void readColumns(Part part, Schema wanted, BatchWriter batches, IntConsumer written)
      throws IOException {
    OrcColumns columns = new OrcColumns(wanted, type, positions, batches);
    StripeInformation stripe = stripes.get(part.index());
    try (Reader reader = open();
        RecordReader records =
            reader.rows(
                // By position, not by name: names need not be unique after ORC has read them.
                reader.options().include(included).range(stripe.getOffset(), stripe.getLength()))) {
      columns.copy(records, written);
    } catch (AlbisException e) {
      throw FileErrors.named(name, e);
    } catch (OutOfOffHeapMemoryException | UncheckedIOException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "Cannot read " + name + ": stripe " + part.index() + ", " + FailureReason.of(e), e);
    }
  }
}
