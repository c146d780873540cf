// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.table;

import io.albis.format.error.AlbisException;
import io.albis.spark.internal.source.SessionTimestamps;
import io.albis.spark.internal.source.SourceOptions;
import io.albis.spark.internal.source.SourcePaths;
import io.albis.spark.internal.source.SourceResolver;
import io.albis.spark.internal.write.WriteTarget;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/** Loads tables by path. */
public final class TableLoader {

  /** Of the options that a session sets for all reads. */
  static final String SESSION_PREFIX = "spark.datasource.albis.";

  /** The names of one setting of Hadoop, first the one that it has today. */
  private static final List<String> DEFAULT_FILE_SYSTEM =
      List.of("fs.defaultFS", "fs.default.name");

  private TableLoader() {}

  /**
   * Loads the latest snapshot, or the one that the options name.
   *
   * @throws IllegalArgumentException if Spark cannot read a column, an option is invalid, or
   *     several paths cannot be read together
   * @throws AlbisException if a table cannot be opened. If there is none, or the snapshot is gone,
   *     the exception is Spark's: see {@link UserErrors}
   */
  public static AlbisTable load(PathIdentifier identifier) {
    Map<String, String> options = options(identifier);
    SourceOptions parsed = SourceOptions.of(options);
    return load(
        identifier,
        options,
        version(identifier.name(), parsed.versionAsOf(), parsed.timestampAsOf()));
  }

  /**
   * Returns the snapshot that options name.
   *
   * @param table for messages
   * @param versionAsOf null if it is not set
   * @param timestampAsOf null if it is not set
   */
  static SourceResolver.Version version(String table, String versionAsOf, String timestampAsOf) {
    if (versionAsOf != null && timestampAsOf != null) {
      throw new IllegalArgumentException(
          "Cannot read "
              + table
              + ": both versionAsOf and timestampAsOf are set (expected one of them)");
    }
    if (versionAsOf != null) {
      return snapshot(versionAsOf);
    }
    return timestampAsOf == null
        ? new SourceResolver.Latest()
        : new SourceResolver.AsOf(
            SessionTimestamps.parse(SourceOptions.TIMESTAMP_AS_OF, timestampAsOf));
  }

  /**
   * Loads a table of the session catalog. Its columns are those of the table, whatever the catalog
   * has stored.
   *
   * @param schema that the catalog has
   * @param partitioning that the catalog has
   * @param properties with the path and the options
   * @return a table that throws an exception when it is read, if it cannot be loaded: tables that
   *     are gone can be dropped, and a write creates what is not there yet
   */
  @SuppressWarnings("IllegalCatch") // of Spark's checked exceptions that no method declares
  public static Table loadOfCatalog(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    Map<String, String> shown = TableProperties.of(properties);
    PathIdentifier identifier;
    try {
      identifier = PathIdentifier.of(new CaseInsensitiveStringMap(properties));
    } catch (IllegalArgumentException e) {
      // Spark checks the columns of a managed table before that has a path.
      return new UnavailableTable("albis", schema, shown, e, null);
    }
    try {
      return load(identifier).withProperties(shown);
    } catch (Exception e) {
      WriteTarget target =
          LoadErrors.isNothingThere(e) && isOneLocation(identifier)
              ? target(identifier, WriteTarget.Mode.CREATE, schema, partitioning, Map.of())
              : null;
      return new UnavailableTable("albis " + identifier.name(), schema, shown, e, target);
    }
  }

  /**
   * Loads a table like {@link #load(PathIdentifier)}, for a statement that may read or write it.
   *
   * @return if nothing is there, a table that throws the exception when it is read; a write of a
   *     {@code DataFrame} creates it
   */
  @SuppressWarnings("IllegalCatch") // of Spark's checked exceptions that no method declares
  public static Table loadOfPath(PathIdentifier identifier, boolean isDataFrame) {
    try {
      return load(identifier);
    } catch (Exception e) {
      if (LoadErrors.isNothingThere(e)) {
        WriteTarget target =
            isDataFrame && isOneLocation(identifier)
                ? target(identifier, WriteTarget.Mode.CREATE, null, new Transform[0], Map.of())
                : null;
        return new UnavailableTable(
            "albis " + identifier.name(), new StructType(), Map.of(), e, target);
      }
      throw e;
    }
  }

  /**
   * Returns whether there is a table or a data file.
   *
   * @throws AlbisException as {@link #load(PathIdentifier)}, if something else is there
   */
  public static boolean exists(PathIdentifier identifier) {
    return !(loadOfPath(identifier, false) instanceof UnavailableTable);
  }

  /** Loads a snapshot by its id, like {@link #load(PathIdentifier)}. */
  public static AlbisTable loadVersion(PathIdentifier identifier, String version) {
    return load(identifier, options(identifier), snapshot(version));
  }

  private static SourceResolver.SnapshotId snapshot(String version) {
    try {
      return new SourceResolver.SnapshotId(Long.parseLong(version.trim()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "Invalid version: " + version + " (expected the id of a snapshot, such as 3)", e);
    }
  }

  /**
   * Loads the snapshot of a time, like {@link #load(PathIdentifier)}.
   *
   * @param micros since the epoch
   */
  public static AlbisTable loadAsOf(PathIdentifier identifier, long micros) {
    Instant time = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    return load(identifier, options(identifier), new SourceResolver.AsOf(time));
  }

  /**
   * Returns what a table is created or replaced by.
   *
   * @param schema of the table; null if it is that of the rows
   * @param properties with the constraints
   * @throws IllegalArgumentException if the path is not one location, or the table cannot be
   *     partitioned so
   */
  public static WriteTarget target(
      PathIdentifier identifier,
      WriteTarget.Mode mode,
      StructType schema,
      Transform[] partitioning,
      Map<String, String> properties) {
    if (!isOneLocation(identifier)) {
      throw new IllegalArgumentException(
          "Cannot write to "
              + identifier.name()
              + ": it may match several locations (expected a single path without glob"
              + " characters)");
    }
    Location location = locate(identifier);
    return new WriteTarget(
        location.uri(),
        mode,
        schema,
        PartitionTransforms.toAlbis(partitioning),
        properties,
        null,
        location.options());
  }

  /**
   * A place in a storage.
   *
   * @param uri of a directory
   * @param options for opening it
   */
  public record Location(String uri, SourceOptions options) {}

  /** Returns where the first path of an identifier is, as the session sees it. */
  public static Location locate(PathIdentifier identifier) {
    Map<String, String> options = options(identifier);
    SourceOptions parsed = SourceOptions.of(options);
    String path = identifier.paths().get(0);
    return SourcePaths.local(List.of(path), defaultFileSystem(options))
        .map(local -> new Location(local.get(0), parsed))
        .orElseGet(
            () -> {
              Configuration hadoop = hadoop(options);
              String uri = SourcePaths.qualify(path, hadoop);
              return new Location(uri, SessionHadoopSettings.add(parsed, uri, hadoop));
            });
  }

  private static boolean isOneLocation(PathIdentifier identifier) {
    return identifier.paths().size() == 1 && !SourcePaths.isGlob(identifier.paths().get(0));
  }

  /** The setting of Hadoop, without a copy of all settings; empty if a query may have its own. */
  private static String defaultFileSystem(Map<String, String> options) {
    SQLConf conf = session().sessionState().conf();
    boolean isOwn =
        DEFAULT_FILE_SYSTEM.stream()
            .anyMatch(key -> options.containsKey(key) || conf.contains(key));
    return isOwn
        ? ""
        : session().sparkContext().hadoopConfiguration().get(DEFAULT_FILE_SYSTEM.get(0), "");
  }

  private static Configuration hadoop(Map<String, String> options) {
    return session()
        .sessionState()
        .newHadoopConfWithOptions(
            scala.collection.immutable.Map.from(CollectionConverters.asScala(options)));
  }

  private static AlbisTable load(
      PathIdentifier identifier, Map<String, String> options, SourceResolver.Version version) {
    SourceOptions parsed = SourceOptions.of(options);
    Optional<List<String>> local =
        SourcePaths.local(identifier.paths(), defaultFileSystem(options));
    if (local.isPresent()) {
      try {
        return AlbisTable.of(SourceResolver.resolve(local.get(), parsed, version), parsed, version);
      } catch (AlbisException e) {
        throw LoadErrors.of(e, local.get(), hadoop(options));
      }
    }
    Configuration hadoop = hadoop(options);
    List<String> uris = identifier.paths();
    try {
      uris = SourcePaths.expand(uris, hadoop);
      for (String uri : uris) {
        parsed = SessionHadoopSettings.add(parsed, uri, hadoop);
      }
      return AlbisTable.of(SourceResolver.resolve(uris, parsed, version), parsed, version);
    } catch (AlbisException e) {
      throw LoadErrors.of(e, uris, hadoop);
    }
  }

  /** The session of the query. */
  static SparkSession session() {
    return (SparkSession) org.apache.spark.sql.SparkSession.active();
  }

  /** The options of the read on top of those of the session. */
  private static Map<String, String> options(PathIdentifier identifier) {
    Map<String, String> options = sessionOptions();
    options.putAll(identifier.options());
    return options;
  }

  /** The options that are set for the session, in a new map that compares names without case. */
  static Map<String, String> sessionOptions() {
    Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    CollectionConverters.asJava(session().conf().getAll())
        .forEach(
            (key, value) -> {
              if (key.startsWith(SESSION_PREFIX)) {
                options.put(key.substring(SESSION_PREFIX.length()), value);
              }
            });
    return options;
  }
}
