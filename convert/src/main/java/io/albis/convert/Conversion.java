// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert;

import io.albis.convert.internal.conversion.Ordering;
import io.albis.convert.internal.conversion.TableConversion;
import io.albis.convert.internal.conversion.TolerantAppend;
import io.albis.convert.internal.input.InputSet;
import io.albis.convert.internal.input.Inputs;
import io.albis.convert.internal.input.StandardInput;
import io.albis.convert.internal.text.TextSettings;
import io.albis.convert.internal.value.Int96;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.ColumnGroupSpec;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.format.schema.TimeUnit;
import io.albis.format.schema.Type;
import io.albis.storage.internal.backend.InvalidSettingException;
import io.albis.writer.CommitResult;
import io.albis.writer.FileResult;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Converts Parquet, ORC, Arrow IPC, CSV and JSON lines files to a table, in one commit, or to one
 * Albis file. All files must have the same columns. On failure the table is unchanged, and no file
 * is created. Settings come first, then one of the methods that convert. Not thread-safe.
 *
 * <pre>{@code
 * Conversion.of("sales/*.parquet").sortBy(SortColumn.ascending("day")).createTable("/data/sales");
 * }</pre>
 */
public final class Conversion {

  private static final int MAX_DEFAULT_THREADS = 8;
  private static final long DEFAULT_ROW_GROUP_SIZE = 64L << 20;

  /**
   * What was written.
   *
   * @param written what the writer returned
   * @param inputs the number of files that were read
   * @param addedColumns paths of columns and fields that the table got
   * @param verifiedRows the number of rows that were compared with the inputs
   * @param seconds the time that it took, without the comparison
   */
  public record Result<T>(
      T written, int inputs, List<String> addedColumns, long verifiedRows, double seconds) {}

  private final List<String> inputs;
  private InputStream standardInput = System.in;
  private List<String> columns = List.of();
  private TimestampOptions timestamps = TimestampOptions.of(TimeUnit.MICROS);
  private boolean hasHiveColumns = true;
  private Map<String, Type> hiveTypes = Map.of();
  private Map<String, Type> textTypes = Map.of();
  private char delimiter;
  private boolean hasHeader = true;
  private String nullText = "";
  private int sampleRows = 10_000;
  private boolean addsColumns;
  private ColumnGroupSpec columnGroups = ColumnGroupSpec.parse("auto");
  private long rowGroupSize = DEFAULT_ROW_GROUP_SIZE;
  private long fileSize;
  private boolean separatesGroups;
  private long memoryLimit;
  private int threads = Math.min(MAX_DEFAULT_THREADS, Runtime.getRuntime().availableProcessors());
  private List<Partitioning> partitioning = List.of();
  private List<SortColumn> sortColumns = List.of();
  private Path temporary;
  private boolean verifies;
  private final Map<String, String> options = new HashMap<>();
  private Consumer<String> notices = notice -> {};
  private ProgressListener progress = ProgressListener.NONE;

  private Conversion(List<String> inputs) {
    this.inputs = List.copyOf(inputs);
  }

  /**
   * Starts with the files.
   *
   * @param inputs paths or URIs of files, directories (with all files below them, except those
   *     whose names start with a dot or an underscore) or globs; {@code -} is standard input
   */
  public static Conversion of(String... inputs) {
    return new Conversion(List.of(inputs));
  }

  /** As {@link #of(String...)}. */
  public static Conversion of(List<String> inputs) {
    return new Conversion(inputs);
  }

  /** Sets what is read as standard input, compressed or not; default: that of the process. */
  public Conversion standardInput(InputStream in) {
    standardInput = in;
    return this;
  }

  /** Reads some columns or fields only, in this order; default: all columns. */
  public Conversion columns(List<String> paths) {
    columns = List.copyOf(paths);
    return this;
  }

  /** Sets the unit of ORC's timestamps and of Parquet's INT96; default: microseconds. */
  public Conversion timestamps(TimeUnit unit) {
    timestamps = new TimestampOptions(unit, timestamps.int96());
    return this;
  }

  /**
   * Reads Parquet's INT96 as instants, where files do not say what they are. By default, those of
   * Impala are local times, and those of other writers instants.
   */
  public Conversion int96WithZone() {
    timestamps = new TimestampOptions(timestamps.unit(), Int96.INSTANT);
    return this;
  }

  /** Reads Parquet's INT96 as local times, where files do not say what they are. */
  public Conversion int96WithoutZone() {
    timestamps = new TimestampOptions(timestamps.unit(), Int96.LOCAL);
    return this;
  }

  /** Ignores directories such as {@code year=2026}, which otherwise become columns. */
  public Conversion withoutHiveColumns() {
    hasHiveColumns = false;
    return this;
  }

  /** Sets the types of columns that directories stand for; those of others are inferred. */
  public Conversion hiveTypes(Map<String, Type> types) {
    hiveTypes = Map.copyOf(types);
    return this;
  }

  /** Sets the types of columns of CSV and JSON lines; those of others are inferred. */
  public Conversion textTypes(Map<String, Type> types) {
    textTypes = Collections.unmodifiableMap(new LinkedHashMap<>(types));
    return this;
  }

  /** Sets the field delimiter of CSV; default: the comma, and of {@code .tsv} files the tab. */
  public Conversion csvDelimiter(char character) {
    delimiter = character;
    return this;
  }

  /**
   * Reads the first line of CSV as data, not as names of columns. Columns have the names of {@link
   * #textTypes}, or {@code column0} and so on.
   */
  public Conversion withoutCsvHeader() {
    hasHeader = false;
    return this;
  }

  /** Sets an unquoted text of CSV that means null, in addition to an empty field. */
  public Conversion csvNull(String text) {
    nullText = text;
    return this;
  }

  /** Sets from how many rows of each CSV or JSON lines file types are inferred; default: 10,000. */
  public Conversion sampleRows(int rows) {
    sampleRows = rows;
    return this;
  }

  /** Adds columns and fields that the table lacks when rows are appended; default: it fails. */
  public Conversion addColumns() {
    addsColumns = true;
    return this;
  }

  /** Sets the column groups; default: those of {@code ColumnGroupSpec.parse("auto")}. */
  public Conversion columnGroups(ColumnGroupSpec spec) {
    columnGroups = spec;
    return this;
  }

  /** Sets the size of row groups in bytes; default: 64 MiB. */
  public Conversion rowGroupSize(long bytes) {
    rowGroupSize = bytes;
    return this;
  }

  /** Sets the length of a table's data files in bytes; default: what suits the storage. */
  public Conversion fileSize(long bytes) {
    fileSize = bytes;
    return this;
  }

  /** Gives each column group of a table data files of its own. */
  public Conversion separateColumnGroups() {
    separatesGroups = true;
    return this;
  }

  /**
   * Limits the off-heap memory of all threads together, in bytes. With less, fewer threads write,
   * or smaller row groups. Default: at least 128 MiB for each thread.
   */
  public Conversion memoryLimit(long bytes) {
    memoryLimit = bytes;
    return this;
  }

  /** Sets the number of threads; default: one for each processor, at most 8. */
  public Conversion threads(int count) {
    threads = count;
    return this;
  }

  /** Partitions a new table or file. */
  public Conversion partitionBy(Partitioning... fields) {
    partitioning = List.of(fields);
    return this;
  }

  /** Sorts the rows, within partitions. Equal rows keep their order. */
  public Conversion sortBy(SortColumn... by) {
    sortColumns = List.of(by);
    return this;
  }

  /**
   * Sets the directory of temporary files, for sorting and standard input; default: that of a local
   * target, otherwise the one of the system.
   */
  public Conversion temporaryDirectory(Path directory) {
    temporary = directory;
    return this;
  }

  /** Reads the rows back and compares every value with the input, before they become visible. */
  public Conversion verify() {
    verifies = true;
    return this;
  }

  /** Sets an option of the storage backend of the table or file. */
  public Conversion option(String key, String value) {
    options.put(key, value);
    return this;
  }

  /** Sets who gets notices about how files are read, one line each, before they are converted. */
  public Conversion notices(Consumer<String> consumer) {
    notices = consumer;
    return this;
  }

  /** Sets who is told about the progress. */
  public Conversion progress(ProgressListener listener) {
    progress = listener;
    return this;
  }

  /**
   * Writes a new table.
   *
   * @throws InvalidArgumentException if the files cannot be converted
   */
  public Result<CommitResult> createTable(String uri) throws IOException {
    return toTable(uri, TableConversion.Mode.CREATE);
  }

  /**
   * Replaces a table by one with the rows and columns of the files.
   *
   * @throws InvalidArgumentException if the files cannot be converted
   */
  public Result<CommitResult> overwriteTable(String uri) throws IOException {
    return toTable(uri, TableConversion.Mode.OVERWRITE);
  }

  /**
   * Appends the rows to a table: by names of columns, in any order, also to wider types. Columns
   * that the files lack are null or have their default.
   *
   * @throws InvalidArgumentException if the files cannot be converted
   */
  public Result<CommitResult> appendTo(String uri) throws IOException {
    if (!partitioning.isEmpty()) {
      throw new InvalidSettingException(
          "Invalid partitions: " + uri + " keeps its partitions when rows are appended");
    }
    return toTable(uri, TableConversion.Mode.APPEND);
  }

  /**
   * Writes one file, without a table, by one thread.
   *
   * @throws InvalidArgumentException if the files cannot be converted
   */
  public Result<FileResult> createFile(String uri) throws IOException {
    TableConversion.Settings settings = settings(uri, TableConversion.Mode.CREATE);
    return read(
        settings,
        set -> {
          set.notices().forEach(notices);
          return TableConversion.toFile(set, uri, settings);
        });
  }

  private Result<CommitResult> toTable(String uri, TableConversion.Mode mode) throws IOException {
    TableConversion.Settings settings = settings(uri, mode);
    return read(
        settings,
        set -> {
          TolerantAppend.Adapted adapted =
              mode == TableConversion.Mode.APPEND
                  ? TolerantAppend.adapt(set, uri, options, addsColumns)
                  : new TolerantAppend.Adapted(set, List.of());
          set.notices().forEach(notices);
          return TableConversion.toTable(adapted.inputs(), adapted.additional(), uri, settings);
        });
  }

  /** A conversion of files that have been opened. */
  private interface Work<T> {
    Result<T> convert(InputSet set) throws IOException;
  }

  private <T> Result<T> read(TableConversion.Settings settings, Work<T> work) throws IOException {
    Path directory = settings.order().temporary();
    try (StandardInput in = StandardInput.of(inputs, standardInput, directory)) {
      try {
        InputSet set =
            Inputs.open(
                in.in(inputs),
                new InputSet.Options(
                    columns,
                    timestamps,
                    hasHiveColumns,
                    hiveTypes,
                    new TextSettings(textTypes, delimiter, hasHeader, nullText, sampleRows)));
        return work.convert(set);
      } catch (InvalidArgumentException e) {
        throw in.isUsed() ? new InvalidArgumentException(in.named(e.getMessage()), e) : e;
      } catch (ClosedByInterruptException e) {
        throw e;
      } catch (IOException e) {
        throw in.isUsed() ? new IOException(in.named(e.getMessage()), e) : e;
      }
    }
  }

  private TableConversion.Settings settings(String target, TableConversion.Mode mode) {
    List<Partitioning> partitions =
        mode == TableConversion.Mode.APPEND && !sortColumns.isEmpty()
            ? TolerantAppend.partitionsOf(target, options)
            : partitioning;
    return new TableConversion.Settings(
        mode,
        columnGroups,
        rowGroupSize,
        fileSize,
        separatesGroups,
        memoryLimit == 0 ? TableConversion.memory(threads, rowGroupSize) : memoryLimit,
        threads,
        Ordering.of(partitions, sortColumns, temporary, target),
        verifies,
        Map.copyOf(options),
        progress);
  }
}
