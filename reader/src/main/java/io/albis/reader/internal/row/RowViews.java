// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.row;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates row views, each of a hidden class for its shape. Thread-safe. */
public final class RowViews {

  /** Shapes with more columns share one class: their loops would not be inlined anyway. */
  static final int MAX_COMPILED_COLUMNS = 2_000;

  /**
   * Number of classes that are kept for later scans of the same shape; the least recently used is
   * evicted first.
   */
  static final int MAX_CACHED_SHAPES = 128;

  private static final Logger LOG = LoggerFactory.getLogger(RowViews.class);

  private static final Lookup LOOKUP = MethodHandles.lookup();

  private static final Map<RowShape, MethodHandle> CONSTRUCTORS =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<RowShape, MethodHandle> eldest) {
          return size() > MAX_CACHED_SHAPES;
        }
      };

  private static boolean failureLogged;

  private RowViews() {}

  /** Creates a view for rows of a shape. */
  public static PositionedRowView of(RowShape shape, RowFields fields) {
    if (shape.size() <= MAX_COMPILED_COLUMNS) {
      MethodHandle constructor = constructor(shape);
      if (constructor != null) {
        try {
          return (PositionedRowView) constructor.invokeExact(shape, fields);
        } catch (RuntimeException | Error e) {
          throw e;
        } catch (Throwable e) {
          throw new IllegalStateException("Failed to create a row view", e);
        }
      }
    }
    return new SharedRowView(shape, fields);
  }

  private static synchronized MethodHandle constructor(RowShape shape) {
    MethodHandle constructor = CONSTRUCTORS.get(shape);
    if (constructor == null) {
      try {
        constructor = define(shape);
        CONSTRUCTORS.put(shape, constructor);
      } catch (IOException | ReflectiveOperationException | LinkageError e) {
        if (!failureLogged) {
          failureLogged = true;
          LOG.warn(
              "Cannot compile row views for their layout: reading rows with slower generic code",
              e);
        }
        return null;
      }
    }
    return constructor;
  }

  private static MethodHandle define(RowShape shape)
      throws IOException, ReflectiveOperationException {
    Class<?> template = shape.isSingle() ? SingleGroupRowView.class : MultiGroupRowView.class;
    byte[] code;
    try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
      if (in == null) {
        throw new IOException("Cannot read " + template.getName() + ": its class file is missing");
      }
      code = in.readAllBytes();
    }
    Lookup hidden = LOOKUP.defineHiddenClassWithClassData(code, shape, true);
    return hidden
        .findConstructor(
            hidden.lookupClass(),
            MethodType.methodType(void.class, RowShape.class, RowFields.class))
        .asType(MethodType.methodType(PositionedRowView.class, RowShape.class, RowFields.class));
  }

  /** The shape of a hidden class. */
  static RowShape classData(Lookup template) {
    try {
      return MethodHandles.classData(template, "_", RowShape.class);
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
