// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.error;

import java.util.Locale;

/** A file was written by a newer version of the format, or uses features that this reader lacks. */
public class UnsupportedVersionException extends AlbisException {

  private static final long serialVersionUID = 1L;

  private final String file;

  /**
   * Describes what the reader cannot handle.
   *
   * @param file path of the file
   * @param offset byte offset of the element in the file
   * @param what the element, such as {@code "major version"}
   * @param supported what this reader supports
   * @param found what the file requires
   */
  public UnsupportedVersionException(
      String file, long offset, String what, Object supported, Object found) {
    super(
        String.format(
            Locale.ROOT,
            "Cannot read %s: unsupported %s at offset %d (supported %s, found %s);"
                + " read it with a newer version of Albis",
            file,
            what,
            offset,
            supported,
            found));
    this.file = file;
  }

  /** Path of the file. */
  public String file() {
    return file;
  }
}
