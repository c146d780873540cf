// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.command.StorageArguments;
import io.albis.cli.command.Terminals;
import io.albis.cli.output.RowFormat;
import io.albis.reader.cache.ColumnCache;
import io.albis.tools.command.AlbisCommand;
import io.albis.tools.command.ExitCodes;
import io.albis.tools.command.MemoryConverter;
import io.albis.tools.command.OptionalSizeConverter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code albis sql}: executes SQL over tables and files. */
@Command(
    name = "sql",
    description = {
      "Executes SQL over tables and Albis files, by DuckDB.",
      "A table is named by its path or URI in quotes, or by --table.",
      "Without a statement, reads statements from a prompt."
    },
    footer = {
      "",
      "albis sql \"select region, sum(price) from 'sales.albis' group by region\"",
      "albis sql --table sales=hdfs://namenode:8020/sales \"select count(*) from sales\"",
      "albis sql - < query.sql"
    })
public final class SqlCommand extends AlbisCommand {

  @Mixin private StorageArguments storageOptions;

  @Parameters(
      arity = "0..1",
      paramLabel = "STATEMENT",
      description = "One or more statements, separated by ; (- reads them from standard input).")
  private String statement;

  @Option(
      names = "--table",
      paramLabel = "NAME=URI",
      description = "Give a table a name. Can be repeated.")
  private final Map<String, String> tables = new LinkedHashMap<>();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES} (default: table).")
  private RowFormat format;

  @Option(names = "--json", description = "Print the result as JSON: --format json.")
  private boolean json;

  @Option(names = "--threads", paramLabel = "N", description = "Number of DuckDB's threads.")
  private Integer threads;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = MemoryConverter.class,
      description = "Memory of DuckDB (default: what DuckDB takes).")
  private Long memory;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = OptionalSizeConverter.class,
      description =
          "Memory to keep columns that several statements read (default: at most a quarter of the"
              + " machine's, none for a single statement).")
  private Long cache;

  @Override
  public Integer call() throws IOException {
    if (json && format != null && format != RowFormat.JSON) {
      throw usageError("Invalid options: --json and --format exclude each other");
    }
    if (threads != null && threads < 1) {
      throw usageError("Invalid --threads: " + threads + " (expected at least 1)");
    }
    RowFormat chosen = json ? RowFormat.JSON : format == null ? RowFormat.TABLE : format;
    Map<String, String> aliases = new LinkedHashMap<>();
    tables.forEach((name, uri) -> aliases.put(name.toLowerCase(Locale.ROOT), uri));
    Optional<List<String>> statements =
        statement == null && Terminals.isInteractive()
            ? Optional.empty()
            : Optional.of(Statements.split(script()));
    boolean isSingle = statements.isPresent() && statements.get().size() <= 1;
    try (ColumnCache columns = cache(isSingle);
        SqlSession session =
            new SqlSession(aliases, storageOptions, Optional.ofNullable(columns))) {
      if (threads != null) {
        session.set("threads", threads.toString());
      }
      if (memory != null) {
        session.set("memory_limit", memory + "B");
      }
      if (statements.isPresent()) {
        for (String one : statements.get()) {
          session.run(one, chosen, out());
        }
      } else {
        new SqlPrompt(session, chosen, out(), spec().commandLine().getErr()).run();
      }
    }
    out().flush();
    return ExitCodes.OK;
  }

  private String script() throws IOException {
    boolean isInput = statement == null || statement.equals("-");
    return isInput ? new String(System.in.readAllBytes(), StandardCharsets.UTF_8) : statement;
  }

  /** Returns the cache of columns; null if there is none, or the one of the process is used. */
  private ColumnCache cache(boolean isSingle) {
    ColumnCache.Builder builder = ColumnCache.builder().name("sql");
    if (cache == null) {
      return isSingle || ColumnCache.isSharedByDefault() ? null : builder.build();
    }
    return cache == 0 ? null : builder.limit(cache).build();
  }
}
