// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.vector;

import static org.assertj.core.api.Assertions.assertThat;

import io.albis.storage.internal.memory.Memory;
import io.albis.storage.memory.BufferAllocator;
import io.albis.storage.memory.OffHeapBuffer;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import org.apache.spark.unsafe.types.UTF8String;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OffHeapStringsTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "Grüezi 日本", "a longer string of 7-bit characters"})
  void createsTheStringsThatTheConstructorCreates(String text) throws Exception {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (BufferAllocator allocator = BufferAllocator.create("strings", 1 << 20)) {
      OffHeapBuffer buffer = allocator.allocate(64);
      try {
        Memory.copyFromArray(bytes, 0, buffer.address(), bytes.length);
        UTF8String string = OffHeapStrings.at(buffer.address(), bytes.length);
        UTF8String constructed = UTF8String.fromAddress(null, buffer.address(), bytes.length);
        for (Field field : UTF8String.class.getDeclaredFields()) {
          if (!Modifier.isStatic(field.getModifiers())) {
            field.setAccessible(true);
            assertThat(field.get(string)).as(field.getName()).isEqualTo(field.get(constructed));
          }
        }
        assertThat(string).isEqualTo(UTF8String.fromString(text)).isNotSameAs(constructed);
        assertThat(string.numChars()).isEqualTo(text.length());
        assertThat(string.isFullAscii()).isEqualTo(bytes.length == text.length());
        assertThat(string.copy().toString()).isEqualTo(text);
      } finally {
        buffer.release();
      }
    }
  }

  @Test
  void createsAnotherStringEachTime() throws Exception {
    assertThat(OffHeapStrings.at(1, 0)).isNotSameAs(OffHeapStrings.at(1, 0));
    assertThat(OffHeapStrings.at(1, 0).numChars()).isZero();
  }
}
