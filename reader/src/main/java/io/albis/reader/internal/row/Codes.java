/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.reader.internal.row;

/**
 * Small numbers packed into strings.
 *
 * <p>The elements of a constant string are constants to the JIT compiler, those of a constant array
 * are not. A string of characters below 256 costs it least, and each {@code charAt} in an accessor
 * takes from the budget for inlining; so a second string with the high bytes is looked at only
 * where a shape needs it ({@link RowShape#isWide}).
 */
final class Codes {

  /** Stands for "no code" before packing. */
  static final int NONE = -1;

  /** How {@link #NONE} is packed into one byte; greater codes need two. */
  static final int NARROW_NONE = 0xFF;

  /** How {@link #NONE} is packed into two bytes. */
  static final int WIDE_NONE = 0xFFFF;

  private Codes() {}

  /** Whether all codes fit into one byte. */
  static boolean areNarrow(int[] codes) {
    for (int code : codes) {
      if (code >= NARROW_NONE) {
        return false;
      }
    }
    return true;
  }

  /** The low bytes of the codes. */
  static String low(int[] codes) {
    StringBuilder text = new StringBuilder(codes.length);
    for (int code : codes) {
      text.append((char) (code & 0xFF));
    }
    return text.toString();
  }

  /** The high bytes of the codes. */
  static String high(int[] codes) {
    StringBuilder text = new StringBuilder(codes.length);
    for (int code : codes) {
      text.append((char) (code >> 8 & 0xFF));
    }
    return text.toString();
  }
}
