// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.convert.internal.input;

import com.github.luben.zstd.ZstdInputStream;
import io.albis.convert.internal.text.Gzip;
import io.albis.format.error.InvalidArgumentException;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Standard input as a file: it is copied to a temporary one, decompressed, because formats are read
 * from several places, and twice if rows are verified. Closing deletes the file.
 */
public final class StandardInput implements AutoCloseable {

  /** The argument that stands for standard input. */
  static final String ARGUMENT = "-";

  private static final int MAGIC_LENGTH = 4;
  private static final int SAMPLE_LENGTH = 1 << 13;
  private static final String GZIP = "\u001f\u008b";
  private static final String ZSTD = "(\u00b5/\u00fd";

  private final Path directory;

  /** Null if there is no such argument. */
  private Path file;

  private StandardInput(Path directory) {
    this.directory = directory;
  }

  /**
   * Copies standard input if an argument stands for it.
   *
   * @param temporary the directory of the temporary file
   */
  public static StandardInput of(List<String> arguments, InputStream in, Path temporary)
      throws IOException {
    long count = arguments.stream().filter(ARGUMENT::equals).count();
    if (count == 0) {
      return new StandardInput(null);
    }
    if (count > 1) {
      throw new InvalidArgumentException("Cannot convert - twice: standard input can be read once");
    }
    Path directory = Files.createTempDirectory(temporary, "albis-");
    // In case of an interrupt.
    directory.toFile().deleteOnExit();
    StandardInput input = new StandardInput(directory);
    try {
      input.copy(in);
    } catch (IOException | RuntimeException e) {
      try (input) {
        throw e;
      }
    }
    return input;
  }

  private void copy(InputStream in) throws IOException {
    try (InputStream plain = decompressed(marked(in))) {
      file = directory.resolve("standard-input" + extension(plain));
      file.toFile().deleteOnExit();
      Files.copy(plain, file);
    }
  }

  private static InputStream marked(InputStream in) {
    return new BufferedInputStream(in, SAMPLE_LENGTH);
  }

  private static InputStream decompressed(InputStream in) throws IOException {
    String start = start(in, MAGIC_LENGTH);
    if (start.startsWith(GZIP)) {
      return marked(Gzip.decompress(in));
    }
    return start.startsWith(ZSTD) ? marked(new ZstdInputStream(in)) : in;
  }

  private static String start(InputStream in, int length) throws IOException {
    in.mark(length);
    String start = new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    in.reset();
    return start;
  }

  /** The extension of the format. Text is JSON lines if it starts with an object. */
  private static String extension(InputStream in) throws IOException {
    if (Magic.isBinary(start(in, Magic.LENGTH))) {
      return "";
    }
    String text = start(in, SAMPLE_LENGTH).replaceFirst("^\u00ef\u00bb\u00bf", "").stripLeading();
    if (text.startsWith("{")) {
      return ".jsonl";
    }
    String header = text.lines().findFirst().orElse("");
    return header.indexOf('\t') >= 0 && header.indexOf(',') < 0 ? ".tsv" : ".csv";
  }

  /** Returns arguments with the file instead of the one that stands for standard input. */
  public List<String> in(List<String> arguments) {
    List<String> files = new ArrayList<>(arguments);
    files.replaceAll(argument -> argument.equals(ARGUMENT) ? file.toString() : argument);
    return files;
  }

  /** Returns whether an argument stands for standard input. */
  public boolean isUsed() {
    return file != null;
  }

  /** Returns a message that names standard input instead of the file. */
  public String named(String message) {
    return file == null || message == null
        ? message
        : message.replace(file.toString(), "standard input");
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      Files.deleteIfExists(file);
    }
    if (directory != null) {
      Files.deleteIfExists(directory);
    }
  }
}
