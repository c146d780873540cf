// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.convert.internal.arrow.ByteSource;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Files on Hadoop file systems. */
final class InputFiles {

  private static final int COPY_SIZE = 1 << 20;

  private InputFiles() {}

  /**
   * Returns whether an argument names files on a Hadoop file system: a URI with a path and a scheme
   * other than file. Names of local files can look like URIs, such as those with a time of day.
   */
  static boolean isRemote(String argument) {
    return argument.matches("(?s)[A-Za-z][A-Za-z0-9+.-]+:/.*")
        && !argument.regionMatches(true, 0, "file:", 0, 5)
        && !Files.exists(java.nio.file.Path.of(argument));
  }

  /**
   * Returns whether a file or directory of this name is skipped where directories are searched:
   * names that start with {@code .} or {@code _}. As in Spark, those with {@code =} stand for
   * columns.
   */
  static boolean isHidden(String name) {
    return name.startsWith(".") || (name.startsWith("_") && name.indexOf('=') < 0);
  }

  /**
   * Loaded when the first input on a Hadoop file system is opened, because that parses several
   * files.
   */
  private static final class Settings {
    static final Configuration CONFIGURATION = read();

    private Settings() {}
  }

  /** Returns Hadoop's configuration, from the class path and from {@code HADOOP_CONF_DIR}. */
  static Configuration configuration() {
    return Settings.CONFIGURATION;
  }

  private static Configuration read() {
    Configuration configuration = new Configuration();
    String directory = System.getenv("HADOOP_CONF_DIR");
    if (directory != null) {
      for (String name : List.of("core-site.xml", "hdfs-site.xml")) {
        File file = new File(directory, name);
        if (file.isFile()) {
          configuration.addResource(new Path(file.toURI()));
        }
      }
    }
    return configuration;
  }

  /**
   * Lists the files that an argument denotes: a file, all files below a directory, or the matches
   * of a glob. Skips {@linkplain #isHidden hidden} names.
   *
   * @throws NoSuchFileException if there is no such file
   */
  static List<Path> list(String argument) throws IOException {
    Path path = new Path(argument);
    FileSystem fileSystem = path.getFileSystem(configuration());
    FileStatus[] matches = fileSystem.globStatus(path);
    if (matches == null || matches.length == 0) {
      throw new NoSuchFileException(argument);
    }
    List<Path> files = new ArrayList<>();
    Arrays.sort(matches);
    for (FileStatus match : matches) {
      collect(fileSystem, match, files);
    }
    return files;
  }

  /** Returns whether a path has special characters of globs. */
  static boolean isGlob(String path) {
    return path.matches("(?s).*[*?\\[{].*");
  }

  /** Returns the number of directories above what an argument searches, if it is not a file. */
  static int rootDepth(String argument) {
    int depth = 0;
    for (Path path = new Path(argument); !path.isRoot(); path = path.getParent()) {
      // Nothing at and below a glob counts.
      depth = isGlob(path.getName()) ? 0 : depth + 1;
    }
    return depth;
  }

  private static void collect(FileSystem fileSystem, FileStatus status, List<Path> files)
      throws IOException {
    if (status.isFile()) {
      files.add(status.getPath());
      return;
    }
    FileStatus[] children;
    try {
      children = fileSystem.listStatus(status.getPath());
    } catch (FileNotFoundException e) {
      throw new IOException(status.getPath() + " was deleted while it was listed", e);
    }
    Arrays.sort(children);
    for (FileStatus child : children) {
      if (!isHidden(child.getPath().getName())) {
        collect(fileSystem, child, files);
      }
    }
  }

  /** Reads the first bytes of a file. */
  static byte[] start(Path file, int length) throws IOException {
    try (var in = file.getFileSystem(configuration()).open(file)) {
      return in.readNBytes(length);
    }
  }

  /** Opens a file to read its bytes. */
  static ByteSource bytes(Path file) throws IOException {
    FileSystem fileSystem = file.getFileSystem(configuration());
    long length = fileSystem.getFileStatus(file).getLen();
    FSDataInputStream in = fileSystem.open(file);
    return new ByteSource() {
      private byte[] copy = {};

      @Override
      public long length() {
        return length;
      }

      @Override
      public void read(long position, ByteBuffer target) throws IOException {
        long at = position;
        while (target.hasRemaining()) {
          int count = Math.min(target.remaining(), COPY_SIZE);
          copy = copy.length < count ? new byte[count] : copy;
          in.readFully(at, copy, 0, count);
          target.put(copy, 0, count);
          at += count;
        }
      }

      @Override
      public void close() throws IOException {
        in.close();
      }
    };
  }
}
