// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.storage.FileInfo;
import io.albis.storage.Storage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/** A storage before and after whose calls something happens, such as a failure. */
final class FaultyStorage {

  /** What happens. */
  interface Event {
    /** It, at a call of a method of the storage; path is null if the method has none. */
    void at(String method, String path) throws IOException;
  }

  private final Storage storage;
  Event before = (method, path) -> {};
  Event after = (method, path) -> {};

  /** Ends of names that listings do not have. */
  List<String> hidden = List.of();

  FaultyStorage(Storage storage) {
    this.storage = storage;
  }

  /** Fails at the first call of a method. */
  static Event once(String method, Throwable failure) {
    return once(
        method,
        () -> {
          throw failure;
        });
  }

  /** Something that can fail. */
  interface Action {
    void run() throws Throwable;
  }

  /** Does something at the first call of a method. */
  static Event once(String method, Action action) {
    boolean[] done = new boolean[1];
    return (called, path) -> {
      if (called.equals(method) && !done[0]) {
        done[0] = true;
        try {
          action.run();
        } catch (IOException | RuntimeException | Error e) {
          throw e;
        } catch (Throwable e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  Storage storage() {
    return (Storage)
        Proxy.newProxyInstance(
            FaultyStorage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              Object first = arguments == null ? null : arguments[0];
              String path = first instanceof String name ? name : null;
              before.at(method.getName(), path);
              Object result;
              try {
                result = method.invoke(storage, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              after.at(method.getName(), path);
              return method.getName().equals("list") ? listing((List<?>) result) : result;
            });
  }

  private List<?> listing(List<?> all) {
    return all.stream()
        .filter(file -> hidden.stream().noneMatch(((FileInfo) file).name()::endsWith))
        .toList();
  }
}
