// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.arrow.ByteSource;
import io.albis.convert.internal.batch.InputSource;
import io.albis.convert.internal.text.TextInputs;
import io.albis.convert.internal.value.TimestampOptions;
import io.albis.format.error.AlbisException;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Field;
import io.albis.format.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.util.HadoopInputFile;

/** Finds the input files and opens them by their format. */
public final class Inputs {

  private Inputs() {}

  /** A file that has been found, and how it is opened. */
  private record Found(HiveColumns.InputFile file, Opener opener) {}

  /** Opens a file. */
  private interface Opener {
    InputSource open(List<String> columns, TimestampOptions timestamps) throws IOException;
  }

  /**
   * Opens all input files.
   *
   * @param arguments files, directories (all files below them, except {@linkplain
   *     InputFiles#isHidden hidden} ones) or globs
   * @throws InvalidArgumentException if there are no files, or their columns differ
   */
  public static InputSet open(List<String> arguments, InputSet.Options options) throws IOException {
    TextInputs texts = new TextInputs(options.text());
    List<Found> files = find(arguments, options.hasHiveColumns(), texts);
    HiveColumns hive =
        HiveColumns.of(files.stream().map(Found::file).toList(), options.hiveTypes());
    List<InputSource> sources = new ArrayList<>();
    List<String> inFiles = hive.inFiles(options.columns());
    for (Found found : files) {
      InputSource source = open(found, inFiles, options.timestamps());
      sources.add(hive.addTo(source, found.file(), options.columns()));
    }
    Schema schema = sources.get(0).schema();
    for (InputSource source : sources) {
      requireSameColumns(sources.get(0), source);
      schema = CommonMetadata.common(schema, source.schema());
    }
    SourceMetadata.Properties properties = SourceMetadata.common(sources, schema);
    List<String> notices = new ArrayList<>(hive.notice(options.columns()));
    if (!properties.leftOut().isEmpty()) {
      notices.add(
          "key-value metadata that is not kept, because files differ in it or it is reserved: "
              + String.join(", ", properties.leftOut()));
    }
    texts.notice(schema).ifPresent(notices::add);
    return new InputSet(sources, schema, properties.values(), notices);
  }

  private static InputSource open(Found found, List<String> columns, TimestampOptions timestamps)
      throws IOException {
    try {
      return SelectedFields.of(found.opener().open(columns, timestamps), columns);
    } catch (AlbisException e) {
      throw FileErrors.ofFile(found.file().name(), e);
    }
  }

  private static List<Found> find(List<String> arguments, boolean hasHiveColumns, TextInputs texts)
      throws IOException {
    List<Found> found = new ArrayList<>();
    for (String argument : arguments) {
      if (InputFiles.isRemote(argument)) {
        findRemote(argument, hasHiveColumns, found);
      } else {
        findLocal(argument, hasHiveColumns, texts, found);
      }
    }
    return found;
  }

  private static void findRemote(String argument, boolean hasHiveColumns, List<Found> found)
      throws IOException {
    int rootDepth = InputFiles.rootDepth(argument);
    for (org.apache.hadoop.fs.Path file : InputFiles.list(argument)) {
      List<String> directories = new ArrayList<>();
      for (var parent = file.getParent(); parent != null && !parent.isRoot(); ) {
        directories.add(0, parent.getName());
        parent = parent.getParent();
      }
      found.add(
          new Found(
              inputFile(file.toString(), directories, rootDepth, hasHiveColumns),
              (columns, timestamps) -> open(file, columns, timestamps)));
    }
  }

  private static void findLocal(
      String argument, boolean hasHiveColumns, TextInputs texts, List<Found> found)
      throws IOException {
    LocalFiles local = LocalFiles.find(argument);
    int rootDepth = local.root().toAbsolutePath().normalize().getNameCount();
    for (Path file : local.files()) {
      List<String> directories = new ArrayList<>();
      Path parent = file.toAbsolutePath().normalize().getParent();
      parent.forEach(name -> directories.add(name.toString()));
      Opener opener =
          texts.add(file)
              ? (columns, timestamps) -> texts.open(file, columns)
              : (columns, timestamps) -> open(file, columns, timestamps);
      found.add(
          new Found(inputFile(file.toString(), directories, rootDepth, hasHiveColumns), opener));
    }
  }

  private static HiveColumns.InputFile inputFile(
      String name, List<String> directories, int rootDepth, boolean hasHiveColumns) {
    return new HiveColumns.InputFile(
        name, hasHiveColumns ? HiveDirectories.columns(directories, rootDepth, name) : List.of());
  }

  private static void requireSameColumns(InputSource first, InputSource source) {
    Schema expected = CommonMetadata.comparable(first.schema());
    Schema found = CommonMetadata.comparable(source.schema());
    if (!found.equals(expected)) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + source.name()
              + " together with "
              + first.name()
              + ": their columns differ ("
              + difference(expected, found)
              + ")");
    }
  }

  private static String difference(Schema expected, Schema found) {
    int common = Math.min(expected.fields().size(), found.fields().size());
    for (int i = 0; i < common; i++) {
      Field a = expected.fields().get(i);
      Field b = found.fields().get(i);
      if (!a.equals(b)) {
        boolean isSameText = a.toString().equals(b.toString());
        return isSameText
            ? b + " with the metadata " + b.metadata() + " instead of " + a.metadata()
            : b + " instead of " + a;
      }
    }
    return found.fields().size() + " instead of " + expected.fields().size();
  }

  private static InputSource open(Path file, List<String> columns, TimestampOptions timestamps)
      throws IOException {
    byte[] magic;
    try (InputStream in = Files.newInputStream(file)) {
      magic = in.readNBytes(Magic.LENGTH);
    }
    String start = Magic.of(magic);
    if (Magic.isArrow(start)) {
      return new ArrowSource(file.toString(), () -> ByteSource.open(file), columns);
    }
    if (Magic.isParquet(start)) {
      return new ParquetSource(file, columns, timestamps);
    }
    if (Magic.isOrc(start)) {
      return new OrcSource(file, columns, timestamps.unit());
    }
    throw Magic.unknown(file.toString(), magic);
  }

  private static InputSource open(
      org.apache.hadoop.fs.Path file, List<String> columns, TimestampOptions timestamps)
      throws IOException {
    Configuration configuration = InputFiles.configuration();
    byte[] magic = InputFiles.start(file, Magic.LENGTH);
    String start = Magic.of(magic);
    if (Magic.isArrow(start)) {
      return new ArrowSource(file.toString(), () -> InputFiles.bytes(file), columns);
    }
    if (Magic.isParquet(start)) {
      HadoopInputFile input = HadoopInputFile.fromPath(file, configuration);
      return new ParquetSource(file.toString(), input, columns, timestamps);
    }
    if (Magic.isOrc(start)) {
      return new OrcSource(file.toString(), file, configuration, columns, timestamps.unit());
    }
    throw Magic.unknown(file.toString(), magic);
  }
}
