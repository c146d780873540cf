// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.conversion;

import io.albis.convert.Conversion;
import io.albis.convert.ProgressListener;
import io.albis.convert.internal.input.InputSet;
import io.albis.format.error.InvalidArgumentException;
import io.albis.format.schema.Partitioning;
import io.albis.format.schema.SortColumn;
import io.albis.reader.AlbisFile;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.FileLocation;
import io.albis.writer.AlbisFileWriter;
import io.albis.writer.FileResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.UUID;

/** Writes the rows of files to one file without a table, in the order of the inputs. */
final class FileConversion {

  /** Starts the names that storages do not list. */
  private static final String TEMPORARY = ".albis-tmp-";

  private final String file;
  private final FileLocation location;
  private final TableConversion.Settings settings;

  /** Where the file is written until it is verified; null if it is not verified. */
  private final FileLocation unverified;

  private FileConversion(String file, TableConversion.Settings settings) {
    this.file = file;
    this.location = FileLocation.of(file);
    this.settings = settings;
    this.unverified =
        settings.verify()
            ? new FileLocation(location.directory(), TEMPORARY + UUID.randomUUID())
            : null;
  }

  static Conversion.Result<FileResult> run(
      InputSet inputs, String file, TableConversion.Settings settings) throws IOException {
    return new FileConversion(file, settings).run(inputs);
  }

  private Conversion.Result<FileResult> run(InputSet inputs) throws IOException {
    long start = System.nanoTime();
    WorkUnits work = new WorkUnits(inputs);
    if (unverified != null) {
      requireNone();
    }
    NewTarget.Before before =
        NewTarget.Before.of(location.directory().toString(), settings.storageOptions());
    FileLocation written = unverified == null ? location : unverified;
    try (AlbisFileWriter writer = builder(inputs).open();
        NewTarget target = NewTarget.ofFile(written, settings.storageOptions(), before, writer)) {
      try {
        write(work, writer);
        FileResult result = writer.finish();
        target.written();
        double seconds = TableConversion.secondsSince(start);
        long verified = settings.verify() ? verify(inputs) : 0;
        if (unverified != null) {
          publish();
        }
        target.complete();
        return new Conversion.Result<>(
            result, inputs.sources().size(), List.of(), verified, seconds);
      } catch (RuntimeException e) {
        throw target.failure(e);
      }
    }
  }

  /** The URI of the file that is written. */
  private String uri() {
    return unverified == null ? file : unverified.toString();
  }

  private AlbisFileWriter.Builder builder(InputSet inputs) {
    Ordering order = settings.order();
    AlbisFileWriter.Builder builder =
        AlbisFileWriter.create(uri(), inputs.schema())
            .columnGroups(settings.columnGroups())
            .rowGroupSize(settings.rowGroupSize())
            .sortBy(order.sortColumns().toArray(SortColumn[]::new))
            .partitionBy(order.partitioning().toArray(Partitioning[]::new))
            .memoryLimit(settings.share());
    settings.storageOptions().forEach(builder::option);
    inputs.properties().forEach(builder::property);
    return builder;
  }

  private void write(WorkUnits work, AlbisFileWriter writer) throws IOException {
    if (settings.order().isSorted()) {
      TableConversion.sort(work, writer.schema(), settings, writer::newRowWriter);
      return;
    }
    try (ProgressListener progress = settings.progress().start("Converting", work.rows())) {
      TableConversion.write(work.tasks(), writer.schema(), writer.newBatchWriter(), progress);
    }
  }

  /** Reads the file back. */
  private long verify(InputSet inputs) throws IOException {
    try (AlbisFile written = AlbisFile.open(uri(), settings.readOptions())) {
      return settings.order().changesOrder()
          ? ConvertVerification.runUnordered(inputs.sources(), written, settings.progress())
          : ConvertVerification.run(inputs.sources(), written, settings.progress());
    }
  }

  /** Fails before anything is written; {@link #publish} finds what appears later. */
  private void requireNone() throws IOException {
    try (Storage storage = storage()) {
      if (storage.exists(location.name())) {
        throw exists(null);
      }
    }
  }

  /** Gives a verified file its name, unless there is one of that name by now. */
  private void publish() throws IOException {
    try (Storage storage = storage()) {
      storage.rename(unverified.name(), location.name());
    } catch (FileAlreadyExistsException e) {
      throw exists(e);
    }
  }

  private Storage storage() throws IOException {
    return Storage.open(location.directory(), settings.storageOptions());
  }

  private InvalidArgumentException exists(Exception cause) {
    return new InvalidArgumentException("Cannot create " + location + ": it exists", cause);
  }
}
