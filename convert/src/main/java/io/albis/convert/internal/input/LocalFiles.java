// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import io.albis.format.error.InvalidArgumentException;
import io.albis.storage.Storage;
import io.albis.storage.internal.backend.InvalidSettingException;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.PatternSyntaxException;

/**
 * Files of the local file system that an argument denotes.
 *
 * @param root the directory below which they were found; of a file that the argument names, its own
 * @param files in the order of their paths
 */
record LocalFiles(Path root, List<Path> files) {

  /** Special characters of globs that are not allowed in URIs, and how URIs have them. */
  private static final String[][] ESCAPES = {
    {"?", "%3F"}, {"[", "%5B"}, {"]", "%5D"}, {"{", "%7B"}, {"}", "%7D"}, {"\\", "%5C"}
  };

  /**
   * Finds files: one file, all files below a directory, or the matches of a glob. A name that
   * exists is never treated as a glob. Follows symbolic links. Skips {@linkplain
   * InputFiles#isHidden hidden} names.
   *
   * @param argument a path, or a URI with the scheme file
   * @throws NoSuchFileException if it does not exist, and is not a glob
   * @throws InvalidArgumentException if no files match, or a link cannot be followed
   * @throws InvalidSettingException if the argument is neither a path nor a glob
   */
  static LocalFiles find(String argument) throws IOException {
    if (argument.isEmpty()) {
      throw new InvalidSettingException("Invalid input: '' (expected a file, directory or glob)");
    }
    Path path = path(argument);
    if (Files.isRegularFile(path)) {
      return new LocalFiles(path.toAbsolutePath().getParent(), List.of(path));
    }
    LocalFiles found;
    if (Files.isDirectory(path)) {
      found = new LocalFiles(path, files(argument, path, Integer.MAX_VALUE, file -> true));
    } else if (Files.exists(path)) {
      throw new InvalidArgumentException(
          "Cannot convert "
              + argument
              + ": it is neither a file nor a directory (- reads standard input)");
    } else if (InputFiles.isGlob(path.toString())) {
      found = matches(argument, path);
    } else {
      throw new NoSuchFileException(argument);
    }
    if (found.files().isEmpty()) {
      throw new InvalidArgumentException("Cannot convert " + argument + ": no files match");
    }
    return found;
  }

  private static Path path(String argument) {
    boolean isUri = argument.regionMatches(true, 0, "file:/", 0, 6);
    if (!isUri || Files.exists(Path.of(argument))) {
      return Path.of(argument);
    }
    String escaped = argument;
    for (String[] escape : ESCAPES) {
      escaped = escaped.replace(escape[0], escape[1]);
    }
    return Path.of(Storage.toUri(escaped).getPath());
  }

  private static LocalFiles matches(String argument, Path path) throws IOException {
    // Directories that exist are names, whatever characters they have, and so is the current one.
    Path root = path.isAbsolute() ? path.getRoot() : Path.of("");
    int names = 0;
    while (Files.isDirectory(root.resolve(path.getName(names)))) {
      root = root.resolve(path.getName(names++));
    }
    if (!InputFiles.isGlob(path.getName(names).toString())) {
      throw new NoSuchFileException(root.resolve(path.getName(names)).toString());
    }
    Path glob = path.subpath(names, path.getNameCount());
    PathMatcher matcher;
    try {
      matcher = FileSystems.getDefault().getPathMatcher("glob:" + glob);
    } catch (PatternSyntaxException e) {
      throw new InvalidSettingException(
          "Invalid glob: " + argument + " (" + e.getDescription() + "; no file has this name)", e);
    }
    // Directories that cannot have matches are not searched: they may be large, or not readable.
    int depth = glob.toString().contains("**") ? Integer.MAX_VALUE : glob.getNameCount();
    Path start = root;
    return new LocalFiles(
        root, files(argument, root, depth, file -> matcher.matches(relative(start, file))));
  }

  private static Path relative(Path root, Path file) {
    return root.toString().isEmpty() ? file : root.relativize(file);
  }

  private static List<Path> files(String argument, Path root, int depth, PathMatcher matcher)
      throws IOException {
    List<Path> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        Set.of(FileVisitOption.FOLLOW_LINKS),
        depth,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes is) {
            return !directory.equals(root) && isHidden(directory)
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
            if (!isHidden(file) && matcher.matches(file)) {
              if (is.isSymbolicLink()) {
                throw new InvalidArgumentException(
                    "Cannot convert "
                        + argument
                        + ": "
                        + file
                        + " is a link to a file that does not exist");
              }
              if (is.isRegularFile()) {
                files.add(file);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (isHidden(file)) {
              return FileVisitResult.CONTINUE;
            }
            if (e instanceof FileSystemLoopException) {
              throw new InvalidArgumentException(
                  "Cannot convert "
                      + argument
                      + ": "
                      + file
                      + " is a link to a directory above it (expected directories that end)",
                  e);
            }
            throw e;
          }
        });
    files.sort(null);
    return files;
  }

  private static boolean isHidden(Path file) {
    return InputFiles.isHidden(file.getFileName().toString());
  }
}
