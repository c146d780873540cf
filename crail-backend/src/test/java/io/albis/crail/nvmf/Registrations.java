// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.nvmf;

import io.albis.storage.internal.memory.MemoryRegion;
import io.albis.storage.internal.memory.MemoryRegionListener;
import io.albis.storage.internal.memory.MemoryRegions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.crail.CrailBuffer;

/**
 * The memory that a device would know: as Crail's tiers do, this registers the region of a buffer
 * when it first sees its address, and looks it up by that address ever after. A registered region
 * that is unmapped, or mapped again with another length, is a fault.
 */
final class Registrations {

  /** The lengths of the registered regions in bytes, by address. */
  private static final Map<Long, Integer> LENGTHS = new ConcurrentHashMap<>();

  /** What happened to registered memory. Guarded by itself. */
  private static final List<String> FAULTS = new ArrayList<>();

  static {
    MemoryRegions.addListener(
        new MemoryRegionListener() {
          @Override
          public void mapped(MemoryRegion region) {
            changed("mapped", region);
          }

          @Override
          public void unmapping(MemoryRegion region) {
            changed("unmapped", region);
          }
        });
  }

  private Registrations() {}

  private static void changed(String what, MemoryRegion region) {
    LENGTHS.forEach(
        (address, length) -> {
          if (address < region.address() + region.length() && region.address() < address + length) {
            synchronized (FAULTS) {
              FAULTS.add("registered memory at " + Long.toHexString(address) + " was " + what);
            }
          }
        });
  }

  /** Registers the region of a buffer if it is new; returns what is wrong, or null. */
  static String problem(CrailBuffer buffer) {
    CrailBuffer region = buffer.getRegion();
    Integer length = LENGTHS.putIfAbsent(region.address(), region.capacity());
    if (length != null && length != region.capacity()) {
      return "its region has " + region.capacity() + " bytes, but " + length + " are registered";
    }
    if (region.getByteBuffer().capacity() != region.capacity()) {
      return "the buffer of its region is not the region";
    }
    long end = buffer.address() + buffer.remaining();
    if (buffer.address() < region.address() || end > region.address() + region.capacity()) {
      return "it does not lie in its region";
    }
    synchronized (FAULTS) {
      return FAULTS.isEmpty() ? null : FAULTS.toString();
    }
  }
}
