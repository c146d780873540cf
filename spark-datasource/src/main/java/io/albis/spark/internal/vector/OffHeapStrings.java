// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Creates strings of Spark that point to memory outside of the heap.
 *
 * <p>The constructor of {@link UTF8String} initializes volatile fields, each with a memory barrier:
 * together 9 to 19 ns, more than most of what is done with a string in a scan. The compiler removes
 * them only where it removes the object, which it cannot where the value may be null. A clone of a
 * string has the same state without a barrier; then it is pointed to other bytes. This needs three
 * private members of Spark's class. Where they do not exist, strings are created as Spark does.
 */
final class OffHeapStrings {

  private static final UTF8String TEMPLATE = UTF8String.fromAddress(null, 0, 0);

  /** {@link Object#clone} of a string; null if strings are constructed. */
  private static final MethodHandle CLONE;

  private static final MethodHandle SET_OFFSET;
  private static final MethodHandle SET_LENGTH;

  static {
    MethodHandle clone = null;
    MethodHandle setOffset = null;
    MethodHandle setLength = null;
    try {
      MethodHandles.Lookup strings =
          MethodHandles.privateLookupIn(UTF8String.class, MethodHandles.lookup());
      setOffset = strings.findSetter(UTF8String.class, "offset", long.class);
      setLength = strings.findSetter(UTF8String.class, "numBytes", int.class);
      clone =
          strings
              .findSpecial(
                  Object.class, "clone", MethodType.methodType(Object.class), UTF8String.class)
              .asType(MethodType.methodType(UTF8String.class, UTF8String.class));
    } catch (ReflectiveOperationException | SecurityException e) {
      // Another version of Spark: the constructor is slower, but does the same.
      clone = null;
    }
    CLONE = clone;
    SET_OFFSET = setOffset;
    SET_LENGTH = setLength;
  }

  private OffHeapStrings() {}

  /**
   * Returns a string that points to bytes; it does not keep them alive.
   *
   * @param address of the first byte
   * @param length in bytes
   */
  static UTF8String at(long address, int length) {
    if (CLONE == null) {
      return UTF8String.fromAddress(null, address, length);
    }
    try {
      UTF8String string = (UTF8String) CLONE.invokeExact(TEMPLATE);
      SET_OFFSET.invokeExact(string, address);
      SET_LENGTH.invokeExact(string, length);
      return string;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("Cannot create a string", e);
    }
  }
}
