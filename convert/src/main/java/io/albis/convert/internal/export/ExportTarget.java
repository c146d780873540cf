// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.export;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.Storage;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.channels.Channels;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where an export goes: a file or a directory of files, which appear under their name only when
 * they are complete, or a pipe, device or standard output, which is written directly. What is not
 * published is deleted when the target is closed, also if the process is interrupted.
 */
public final class ExportTarget implements Closeable {

  /** The name of standard output. */
  static final String STANDARD_OUTPUT = "-";

  private static final Set<String> NAMES_OF_STANDARD_OUTPUT =
      Set.of(STANDARD_OUTPUT, "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1");

  private static final int MAX_LINKS = 40;

  /** As for tables: a scheme has at least two letters. */
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:.*");

  private final String name;

  /** The path to publish; null for what is written directly. */
  private final Path path;

  /** The path that is written; null for standard output. */
  private final Path partial;

  private final boolean isDirectory;
  private final boolean overwrite;

  /** Null for other targets. */
  private final OutputStream standardOutput;

  private final Thread cleanUp = new Thread(this::delete, "albis-export-clean-up");
  private boolean isEnded;
  private int files;
  private long bytes;
  private ExportFile current;

  private ExportTarget(
      String name,
      Path path,
      Path partial,
      boolean isDirectory,
      boolean overwrite,
      OutputStream standardOutput) {
    this.name = name;
    this.path = path;
    this.partial = partial;
    this.isDirectory = isDirectory;
    this.overwrite = overwrite;
    this.standardOutput = standardOutput;
    if (path != null) {
      Runtime.getRuntime().addShutdownHook(cleanUp);
    }
  }

  /**
   * Opens a target. Nothing is created yet.
   *
   * @param name a path, a URI of a local file, or {@value #STANDARD_OUTPUT} for standard output
   * @param isDirectory whether several files are written to a directory of this name
   * @param overwrite whether an existing file is replaced
   * @param standardOutput where the name of standard output leads; never closed
   * @throws InvalidArgumentException if it exists and must not be replaced, or is not local
   */
  public static ExportTarget open(
      String name, boolean isDirectory, boolean overwrite, OutputStream standardOutput)
      throws IOException {
    if (NAMES_OF_STANDARD_OUTPUT.contains(name)) {
      requireOneFile(name, isDirectory);
      return new ExportTarget("standard output", null, null, false, false, standardOutput);
    }
    Path path = localPath(name).toAbsolutePath();
    Path followed = follow(path);
    if (followed == null || isSpecial(followed)) {
      requireOneFile(name, isDirectory);
      return new ExportTarget(name, null, path, false, false, null);
    }
    if (Files.isDirectory(followed)) {
      throw new InvalidArgumentException(
          "Cannot export to " + name + ": it is a directory, which is never replaced");
    }
    if (Files.exists(followed) && (!overwrite || isDirectory)) {
      throw new InvalidArgumentException(
          "Cannot export to "
              + name
              + ": the file exists; choose another name"
              + (isDirectory ? "" : " or use --overwrite"));
    }
    if (!Files.isDirectory(followed.getParent())) {
      throw new NoSuchFileException(followed.getParent().toString());
    }
    String temporary = "." + followed.getFileName() + "." + ProcessHandle.current().pid() + ".tmp";
    return new ExportTarget(
        name, followed, followed.resolveSibling(temporary), isDirectory, overwrite, null);
  }

  private static Path localPath(String name) {
    if (!SCHEME.matcher(name).matches()) {
      return Path.of(name);
    }
    URI uri = Storage.toUri(name);
    boolean isHere = uri.getAuthority() == null || uri.getAuthority().isEmpty();
    if (!uri.getScheme().equalsIgnoreCase("file") || !isHere || uri.getPath() == null) {
      throw new InvalidArgumentException(
          "Cannot export to "
              + name
              + ": files are written to local file systems only; write a local file and copy it, or"
              + " - for standard output (the name of a local file with a colon starts with ./)");
    }
    return Path.of(uri.getPath());
  }

  private static void requireOneFile(String name, boolean isDirectory) {
    if (isDirectory) {
      throw new InvalidArgumentException(
          "Cannot export several files to " + name + ": it is no directory");
    }
  }

  /**
   * Follows symbolic links, so that the file is replaced and not the link.
   *
   * @return null if a link leads to the open files of a process, such as {@code /dev/stdout}
   */
  private static Path follow(Path path) throws IOException {
    Path at = path;
    for (int i = 0; i < MAX_LINKS && !isOpenFile(at) && Files.isSymbolicLink(at); i++) {
      at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
    }
    return isOpenFile(at) ? null : at;
  }

  private static boolean isOpenFile(Path path) {
    return path.startsWith("/proc") || path.startsWith("/dev/fd");
  }

  private static boolean isSpecial(Path path) {
    return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(path)
        && !Files.isDirectory(path);
  }

  /** Returns whether rows go to standard output, where nothing else must be printed. */
  public boolean isStandardOutput() {
    return partial == null;
  }

  /** Returns the number of bytes of all files that have been closed. */
  public long bytes() {
    return bytes;
  }

  /** Returns the number of files. */
  public int files() {
    return files;
  }

  /**
   * Creates the next file.
   *
   * @param extension of the files in a directory, such as {@code .csv.gz}
   */
  synchronized ExportFile next(String extension) throws IOException {
    if (isEnded) {
      throw new IOException("Cannot export to " + name + ": interrupted");
    }
    if (isDirectory && files == 0) {
      Files.createDirectory(partial);
    }
    if (isStandardOutput()) {
      current = new ExportFile(name, standardOutput, Channels.newChannel(standardOutput));
    } else {
      Path file =
          isDirectory ? partial.resolve("part-%05d%s".formatted(files, extension)) : partial;
      FileOutputStream out = create(file);
      current = new ExportFile(name, out, out.getChannel());
    }
    files++;
    return current;
  }

  private FileOutputStream create(Path file) throws IOException {
    try {
      // What the open file of a shell has before, as after >>, is kept.
      return new FileOutputStream(file.toFile(), path == null);
    } catch (FileNotFoundException e) {
      // Its message names the temporary file, and then the reason in parentheses.
      String message = e.getMessage();
      String reason = message.substring(message.lastIndexOf('(') + 1).replace(")", "");
      throw new IOException("Cannot create " + name + ": " + reason, e);
    }
  }

  /** Closes the current file. */
  void endFile() throws IOException {
    bytes += current.position();
    current.close();
  }

  /** Makes the files visible under their name. */
  public synchronized void publish() throws IOException {
    if (path == null) {
      return;
    }
    if (isEnded) {
      throw new IOException("Cannot export to " + name + ": interrupted");
    }
    if (!overwrite && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(name);
    }
    Files.move(partial, path, StandardCopyOption.ATOMIC_MOVE);
  }

  private synchronized void delete() {
    isEnded = true;
    if (!Files.exists(partial, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(partial)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete " + partial, e);
    }
  }

  /** Deletes what has not been published. */
  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
    }
    if (path == null) {
      return;
    }
    delete();
    try {
      Runtime.getRuntime().removeShutdownHook(cleanUp);
    } catch (IllegalStateException e) {
      // The process is ending. The hook may run, and finds nothing to delete.
    }
  }
}
