// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.cache;

import io.albis.reader.source.SourceTable;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The scopes of all tables that are open or have segments in memory. Thread-safe. */
final class CacheScopes {

  private final CacheStore store;
  private final Map<Key, CacheScope> scopes = new ConcurrentHashMap<>();

  /** Identifies a scope, also after it was forgotten and created again. */
  record Key(SourceTable table) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key key
          && table.id().equals(key.table.id())
          && table.reader().equals(key.table.reader())
          && table.isVerified() == key.table.isVerified();
    }

    @Override
    public int hashCode() {
      return table.id().hashCode() * 31 + table.reader().hashCode();
    }
  }

  CacheScopes(CacheStore store) {
    this.store = store;
  }

  /** Opens the scope of a table for a source. */
  CacheScope open(SourceTable table, CacheSource source) {
    return scopes.compute(
        new Key(table),
        (key, known) -> {
          CacheScope scope = known == null ? new CacheScope(store, table) : known;
          scope.sources().add(source);
          return scope;
        });
  }

  /** Ends the use of a scope by a source. */
  void close(CacheScope scope, CacheSource source) {
    scopes.computeIfPresent(
        scope.key(),
        (key, known) -> {
          known.sources().remove(source);
          return keptIfUsed(known);
        });
  }

  /** Forgets tables that are closed and have no entries. */
  void forgetUnused() {
    for (Key key : scopes.keySet()) {
      scopes.computeIfPresent(key, (same, scope) -> keptIfUsed(scope));
    }
  }

  private static CacheScope keptIfUsed(CacheScope scope) {
    return scope.discardIfUnused() ? null : scope;
  }

  /** The scope of a key; null if it is forgotten. */
  CacheScope find(Key key) {
    return scopes.get(key);
  }

  Collection<CacheScope> all() {
    return scopes.values();
  }

  void forEachEntry(Consumer<CacheEntry> action) {
    for (CacheScope scope : scopes.values()) {
      scope.entries().forEach(action);
    }
  }

  long entryCount() {
    long count = 0;
    for (CacheScope scope : scopes.values()) {
      count += scope.entries().size();
    }
    return count;
  }
}
