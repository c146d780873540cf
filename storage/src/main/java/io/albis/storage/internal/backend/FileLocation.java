// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage.internal.backend;

import io.albis.storage.Storage;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * A file outside of a table: the directory that holds it, which a {@link Storage} can be opened on,
 * and its path in that storage.
 *
 * @param directory URI of the directory
 * @param name last part of the path of the file
 */
public record FileLocation(URI directory, String name) {

  /**
   * Divides the URI or path of a file.
   *
   * @param uriOrPath as in {@link Storage#open(String, java.util.Map)}
   * @throws IllegalArgumentException if the text is not the URI or path of a file
   */
  public static FileLocation of(String uriOrPath) {
    URI uri = Storage.toUri(uriOrPath);
    String path = uri.getPath();
    int slash = path == null ? -1 : path.lastIndexOf('/');
    if (slash < 0 || slash == path.length() - 1) {
      throw new InvalidSettingException(
          "Invalid URI or path: '" + uriOrPath + "' (expected that of a file)");
    }
    try {
      String directory = path.substring(0, Math.max(1, slash));
      return new FileLocation(
          new URI(uri.getScheme(), uri.getAuthority(), directory, null, null),
          path.substring(slash + 1));
    } catch (URISyntaxException e) {
      throw new InvalidSettingException("Invalid URI or path: '" + uriOrPath + "'", e);
    }
  }

  /** The URI of the file, for messages. */
  @Override
  public String toString() {
    String text = directory.toString();
    return (text.endsWith("/") ? text : text + "/") + name;
  }
}
