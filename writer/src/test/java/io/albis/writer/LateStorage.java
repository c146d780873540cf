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

/** A storage whose publishing goes wrong as that of an object store can: by turns as told. */
public final class LateStorage {

  /** What becomes of a call of {@code publish}. */
  public enum Fault {
    /** It succeeds. */
    NONE,
    /** The request is under way when the caller is told of a failure. */
    LATE,
    /** It succeeds, but the answer is lost. */
    LOST_ANSWER,
    /** It succeeds at the second attempt of the client, which reports that the file exists. */
    OWN_FILE_EXISTS,
    /** It fails before anything could become visible. */
    NOT_PUBLISHED
  }

  private final Storage storage;
  private final Queue<Fault> faults;
  private final Queue<Request> underWay = new ArrayDeque<>();
  private int attempts;

  private interface Request {
    void arrive() throws IOException;
  }

  /** Forwards to another storage; after the faults all calls are late. */
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
        underWay.add(() -> storage.publish(path, content));
        throw new IOException("timeout");
      }
      case LOST_ANSWER -> {
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

  /** How often something was to be published. */
  public int attempts() {
    return attempts;
  }

  /** Lets the first request that is under way arrive. */
  public void arrive() throws IOException {
    underWay.remove().arrive();
  }
}
