// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.reader.internal.type;

import io.albis.storage.internal.memory.Memory;
import java.math.BigInteger;

/** Decimals of more than 18 digits: 16 bytes, two's complement, lowest byte first. */
public final class WideDecimal {

  private WideDecimal() {}

  /** The unscaled value at an address. */
  public static BigInteger unscaled(long address) {
    return BigInteger.valueOf(Memory.getLong(address + 8))
        .shiftLeft(Long.SIZE)
        .add(new BigInteger(Long.toUnsignedString(Memory.getLong(address))));
  }
}
