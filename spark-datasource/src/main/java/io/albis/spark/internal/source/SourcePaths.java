// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.source;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.albis.format.error.TableNotFoundException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** Finds the paths that the options of a read name. */
public final class SourcePaths {

  private static final JsonFactory JSON = new JsonFactory();

  /** Hadoop's local file system. */
  private static final URI LOCAL = URI.create("file:///");

  private SourcePaths() {}

  /**
   * Returns the paths of the options {@code path} and {@code paths}, as Spark sets them.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static List<String> of(CaseInsensitiveStringMap options) {
    List<String> paths = new ArrayList<>();
    if (options.containsKey("paths")) {
      paths.addAll(parse(options.get("paths")));
    }
    if (options.containsKey("path")) {
      paths.add(options.get("path"));
    }
    if (paths.isEmpty()) {
      throw new IllegalArgumentException(
          "Cannot read albis: there is no path (expected load(path), or the option path)");
    }
    return paths;
  }

  private static List<String> parse(String json) {
    List<String> strings = new ArrayList<>();
    IOException cause = null;
    try (JsonParser parser = JSON.createParser(json)) {
      boolean isArray = parser.nextToken() == JsonToken.START_ARRAY;
      while (isArray && parser.nextToken() == JsonToken.VALUE_STRING) {
        strings.add(parser.getText());
      }
      if (isArray && parser.currentToken() == JsonToken.END_ARRAY) {
        return strings;
      }
    } catch (IOException e) {
      cause = e;
    }
    throw new IllegalArgumentException(
        "Invalid option paths: " + json + " (expected a JSON array of strings)", cause);
  }

  /**
   * Returns the URIs of paths, in their order. A path without a scheme belongs to Hadoop's default
   * file system, as in all sources of Spark. The matches of a glob are sorted by name; hidden ones,
   * whose names start with an underscore or a dot, are left out.
   *
   * @throws TableNotFoundException if nothing matches a glob
   */
  public static List<String> expand(List<String> paths, Configuration hadoop) {
    List<String> uris = new ArrayList<>();
    for (String path : paths) {
      if (path.isBlank()) {
        throw new IllegalArgumentException("Invalid path: '" + path + "' (expected a location)");
      }
      try {
        expand(new Path(path), hadoop, uris);
      } catch (UnsupportedFileSystemException e) {
        // A storage that Hadoop does not know, but Albis may.
        uris.add(path);
      } catch (IOException e) {
        throw new UncheckedIOException("Failed to resolve " + path + ": " + e.getMessage(), e);
      }
    }
    return uris;
  }

  /**
   * Returns what {@link #expand} and {@link #qualify} do for local paths without a glob, for which
   * they need no settings of Hadoop but one.
   *
   * @param defaultFileSystem the setting {@code fs.defaultFS}
   * @return empty if there are other paths
   */
  public static Optional<List<String>> local(List<String> paths, String defaultFileSystem) {
    List<String> uris = new ArrayList<>();
    for (String path : paths) {
      if (path.isBlank()) {
        return Optional.empty();
      }
      Path location = new Path(path);
      URI uri = location.toUri();
      String scheme = uri.getScheme();
      boolean isLocal =
          scheme == null ? defaultFileSystem.equals(LOCAL.toString()) : scheme.equals("file");
      if (!isLocal || uri.getAuthority() != null || !location.isAbsolute() || isGlob(path)) {
        return Optional.empty();
      }
      uris.add(location.makeQualified(LOCAL, null).toUri().toString());
    }
    return Optional.of(uris);
  }

  /** Returns the URI of one path, as {@link #expand} does, without looking for it. */
  public static String qualify(String path, Configuration hadoop) {
    try {
      Path location = new Path(path);
      return location.getFileSystem(hadoop).makeQualified(location).toUri().toString();
    } catch (UnsupportedFileSystemException e) {
      // A storage that Hadoop does not know, but Albis may.
      return path;
    } catch (IOException e) {
      throw new UncheckedIOException("Failed to resolve " + path + ": " + e.getMessage(), e);
    }
  }

  private static void expand(Path path, Configuration hadoop, List<String> uris)
      throws IOException {
    FileSystem fileSystem = path.getFileSystem(hadoop);
    Path qualified = fileSystem.makeQualified(path);
    if (!isGlob(qualified.toString()) || exists(fileSystem, qualified)) {
      uris.add(qualified.toUri().toString());
      return;
    }
    FileStatus[] matches = fileSystem.globStatus(qualified);
    int before = uris.size();
    if (matches != null) {
      Arrays.sort(matches);
      for (FileStatus match : matches) {
        String name = match.getPath().getName();
        if (!name.startsWith("_") && !name.startsWith(".")) {
          uris.add(match.getPath().toUri().toString());
        }
      }
    }
    if (uris.size() == before) {
      throw new TableNotFoundException(
          "Cannot read " + qualified + ": no table or file matches it");
    }
  }

  private static boolean exists(FileSystem fileSystem, Path path) throws IOException {
    try {
      fileSystem.getFileStatus(path);
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Returns whether characters of a path stand for others. */
  public static boolean isGlob(String path) {
    return path.chars().anyMatch(c -> "{}[]*?\\".indexOf(c) >= 0);
  }
}
