// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.cli.sql;

import io.albis.cli.command.Datasets;
import io.albis.cli.command.StorageArguments;
import io.albis.reader.Dataset;
import io.albis.reader.cache.ColumnCache;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Opens the tables that a statement names, each once. Closes them with the statement. */
final class TableNames implements AutoCloseable {

  /** Names of files that DuckDB reads by itself. */
  private static final Pattern OTHER_FORMAT =
      Pattern.compile(
          ".*\\.(parquet|csv|tsv|json|jsonl|ndjson)(\\.gz|\\.zst)?", Pattern.CASE_INSENSITIVE);

  private final Map<String, String> aliases;
  private final StorageArguments options;
  private final Optional<ColumnCache> cache;
  private final Map<String, Dataset> open = new LinkedHashMap<>();

  /**
   * Creates it without open tables.
   *
   * @param aliases URIs by name in lower case
   * @param cache of the columns
   */
  TableNames(Map<String, String> aliases, StorageArguments options, Optional<ColumnCache> cache) {
    this.aliases = aliases;
    this.options = options;
    this.cache = cache;
  }

  /**
   * Opens a table.
   *
   * @param name a name given to a table, or a path or URI
   * @return empty if the name is nothing that Albis reads, so that DuckDB may know it
   */
  Optional<Dataset> find(String name) throws IOException {
    String alias = aliases.get(name.toLowerCase(Locale.ROOT));
    if (alias == null && (OTHER_FORMAT.matcher(name).matches() || !mayExist(name))) {
      return Optional.empty();
    }
    String uri = alias == null ? name : alias;
    Dataset dataset = open.get(uri);
    if (dataset == null) {
      dataset =
          cache.isPresent()
              ? Datasets.open(uri, options, cache.get())
              : Datasets.open(uri, null, options);
      open.put(uri, dataset);
    }
    return Optional.of(dataset);
  }

  /** What looks like a path is opened even if it does not exist, for the error message. */
  private boolean mayExist(String name) throws IOException {
    return name.indexOf('/') >= 0 || name.endsWith(".albis") || Datasets.exists(name, options);
  }

  @Override
  public void close() {
    RuntimeException failure = null;
    for (Dataset dataset : open.values()) {
      try {
        dataset.close();
      } catch (RuntimeException e) {
        failure = e;
      }
    }
    open.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
