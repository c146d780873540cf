// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.maintain;

import io.albis.cli.command.StorageArguments;
import io.albis.format.error.TableNotFoundException;
import io.albis.format.schema.Schema;
import io.albis.maintenance.TableMaintenance;
import io.albis.reader.AlbisFile;
import io.albis.storage.Storage;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.CommandFailedException;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.output.Json;
import io.albis.tools.output.Quantities;
import io.albis.writer.CommitResult;
import io.albis.writer.TableWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis add-files}: makes existing data files part of a table. */
@Command(
    name = "add-files",
    description = {
      "Makes existing Albis files part of a table, in one commit. Only metadata is written: the",
      "files stay where they are, which must be in the directory of the table."
    })
public final class AddFilesCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  @Parameters(index = "0", paramLabel = "TABLE", description = "The table: a path or URI.")
  private String uri;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "FILE",
      description = "Albis files in the directory of the table: paths or URIs.")
  private List<String> files = new ArrayList<>();

  @Option(
      names = "--create",
      description = "Create the table with the columns of the first file, if there is none.")
  private boolean create;

  @Option(names = "--dry-run", description = "Only check the files.")
  private boolean dryRun;

  @Option(names = "--json", description = "Print the result as JSON.")
  private boolean json;

  @Override
  public Integer call() {
    List<String> paths = files.stream().map(this::pathInTable).toList();
    try (TableMaintenance table = open()) {
      CommitResult result = dryRun ? table.checkFiles(paths) : table.addFiles(paths);
      if (json) {
        Json.printResult(out(), result);
      } else {
        out()
            .printf(
                "%s %s files with %s rows in %s row groups, %s%s%n",
                dryRun ? "Would add" : "Added",
                Quantities.count(paths.size()),
                Quantities.count(result.writtenRows()),
                Quantities.count(result.writtenRowGroups()),
                Quantities.bytes(result.writtenBytes()),
                result.snapshotId() == 0 ? "" : ": snapshot " + result.snapshotId());
      }
      out().flush();
      return ExitCodes.OK;
    }
  }

  private TableMaintenance open() {
    try {
      return TableMaintenance.open(uri, storageOptions.asMap());
    } catch (TableNotFoundException e) {
      if (!create || dryRun) {
        throw e;
      }
      createTable();
      return TableMaintenance.open(uri, storageOptions.asMap());
    }
  }

  private void createTable() {
    Schema schema;
    try (AlbisFile file = AlbisFile.open(files.get(0), storageOptions.readOptions(null))) {
      schema = file.schema();
    }
    TableWriter.Builder builder = TableWriter.create(uri, schema);
    storageOptions.asMap().forEach(builder::option);
    try (TableWriter writer = builder.open()) {
      writer.commit();
    }
  }

  /** The path of a file relative to the directory of the table. */
  private String pathInTable(String file) {
    String directory = Storage.toUri(uri).normalize().toString().replaceFirst("/*$", "/");
    String path = Storage.toUri(file).normalize().toString();
    if (!path.startsWith(directory)) {
      throw new CommandFailedException(
          "Cannot add file " + file + ": it is not in the directory of the table, " + uri);
    }
    return java.net.URI.create("x:/" + path.substring(directory.length())).getPath().substring(1);
  }
}
