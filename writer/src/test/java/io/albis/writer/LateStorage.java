// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.writer;

import io.albis.storage.NotPublishedException;
import io.albis.storage.Storage;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/** A storage whose publish requests fail in the ways of an object store, in a given order. */
public final class LateStorage {

  /** The outcome of a call of {@code publish}. */
  public enum Fault {
    /** It succeeds. */
    NONE,
    /** The call fails, but the request takes effect later. */
    LATE,
    /** It succeeds, but the response is lost. */
    LOST_RESPONSE,
    /** It succeeds, but the storage client retries and reports that the file exists. */
    OWN_FILE_EXISTS,
    /** It fails and has no effect. */
    NOT_PUBLISHED
  }

  private final Storage storage;
  private final Queue<Fault> faults;
  private final Queue<Request> pending = new ArrayDeque<>();
  private int attempts;

  private interface Request {
    void arrive(Storage server) throws IOException;
  }

  /** Forwards to another storage; when there are no more faults, all calls are late. */
  public LateStorage(Storage storage, Fault... faults) {
    this.storage = storage;
    this.faults = new ArrayDeque<>(Arrays.asList(faults));
  }

  /** The storage. */
  public Storage storage() {
    return (Storage)
        Proxy.newProxyInstance(
            LateStorage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("publish")) {
                publish((String) arguments[0], (byte[]) arguments[1]);
                return null;
              }
              try {
                return method.invoke(storage, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void publish(String path, byte[] content) throws IOException {
    attempts++;
    Fault fault = faults.isEmpty() ? Fault.LATE : faults.remove();
    switch (fault) {
      case NONE -> storage.publish(path, content);
      case LATE -> {
        pending.add(server -> server.publish(path, content));
        throw new IOException("timeout");
      }
      case LOST_RESPONSE -> {
        storage.publish(path, content);
        throw new IOException("connection reset");
      }
      case OWN_FILE_EXISTS -> {
        storage.publish(path, content);
        throw new FileAlreadyExistsException(path);
      }
      case NOT_PUBLISHED -> throw new NotPublishedException(new IOException("no space"));
    }
  }

  /** The number of calls of {@code publish}. */
  public int attempts() {
    return attempts;
  }

  /**
   * Executes the first pending request.
   *
   * @param server a storage that is open, as a writer closes its own
   */
  public void arrive(Storage server) throws IOException {
    pending.remove().arrive(server);
  }
}
