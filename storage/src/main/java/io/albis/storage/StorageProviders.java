// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.storage;

import io.albis.storage.internal.backend.InvalidSettingException;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Finds the backend of a URI, for {@link Storage#open(URI, Map)}. */
final class StorageProviders {
  /** A scheme has at least two letters, which distinguishes it from a drive letter. */
  private static final Pattern SCHEME =
      Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):.*", Pattern.DOTALL);

  /** Backends by scheme. They refer to their class loader, so a strong reference would leak it. */
  private static final Map<ClassLoader, SoftReference<Map<String, StorageProvider>>> PROVIDERS =
      new WeakHashMap<>();

  private StorageProviders() {}

  static Storage open(URI root, Map<String, String> options) throws IOException {
    if (root.getScheme() == null) {
      return open(toUri(root.getPath()), options);
    }
    String scheme = root.getScheme().toLowerCase(Locale.ROOT);
    Map<String, StorageProvider> providers = providers();
    // Hadoop has file systems for these, which can neither list a directory nor read from within a
    // file.
    boolean isWeb = scheme.equals("http") || scheme.equals("https");
    StorageProvider provider =
        providers.getOrDefault(scheme, isWeb ? null : providers.get(StorageProvider.ANY_OTHER));
    if (provider == null) {
      throw new IOException(
          String.format(
              "Cannot open %s: no storage backend for scheme '%s' (available: %s)",
              root,
              scheme,
              providers.keySet().stream()
                  .filter(each -> !each.equals(StorageProvider.ANY_OTHER))
                  .collect(Collectors.joining(", "))));
    }
    UnknownOptions.check(options.keySet(), provider, scheme);
    return provider.open(root, options);
  }

  static URI toUri(String uriOrPath) {
    if (uriOrPath.isEmpty()) {
      throw new InvalidSettingException("Invalid URI or path: '' (expected a directory)");
    }
    Matcher matcher = SCHEME.matcher(uriOrPath);
    if (!matcher.matches()) {
      return localUri(Path.of(uriOrPath));
    }
    try {
      return new URI(uriOrPath.replace(" ", "%20"));
    } catch (URISyntaxException e) {
      throw new InvalidSettingException(
          "Invalid URI: " + uriOrPath + " (expected scheme:path, " + e.getReason() + ")", e);
    }
  }

  private static URI localUri(Path path) {
    try {
      // Path.toUri would access the disk, and append a slash if the directory exists.
      return new URI("file", null, path.toAbsolutePath().normalize().toString(), null);
    } catch (URISyntaxException e) {
      throw new InvalidSettingException("Invalid path: " + path, e);
    }
  }

  /** Returns the backends that the class loaders of this class and of the thread find. */
  private static Map<String, StorageProvider> providers() {
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader own = StorageProviders.class.getClassLoader();
    Map<String, StorageProvider> found = load(own);
    if (context == null || context == own) {
      return found;
    }
    Map<String, StorageProvider> byScheme = new TreeMap<>(load(context));
    byScheme.putAll(found);
    return byScheme;
  }

  private static Map<String, StorageProvider> load(ClassLoader loader) {
    synchronized (PROVIDERS) {
      SoftReference<Map<String, StorageProvider>> known = PROVIDERS.get(loader);
      Map<String, StorageProvider> byScheme = known == null ? null : known.get();
      if (byScheme == null) {
        byScheme = new TreeMap<>();
        for (StorageProvider provider : ServiceLoader.load(StorageProvider.class, loader)) {
          for (String scheme : provider.schemes()) {
            byScheme.putIfAbsent(scheme, provider);
          }
        }
        PROVIDERS.put(loader, new SoftReference<>(byScheme));
      }
      return byScheme;
    }
  }
}
