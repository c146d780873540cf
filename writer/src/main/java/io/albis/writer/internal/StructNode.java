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
package io.albis.writer.internal;

import io.albis.format.layout.ColumnNode;
import io.albis.format.proto.Segment;
import io.albis.storage.memory.BufferAllocator;
import io.albis.writer.ValueWriter;
import java.util.List;

/** Elements that are structs; the entries of a map too. */
final class StructNode extends NodeValue {

  private final List<NodeValue> fields;
  private boolean isBegun;

  StructNode(ColumnNode node, String path, BufferAllocator allocator, List<NodeValue> fields) {
    super(node, path, allocator);
    this.fields = fields;
  }

  @Override
  public void beginStruct() {
    reopen();
    isBegun = true;
  }

  @Override
  public ValueWriter field(int index) {
    return fields.get(index);
  }

  @Override
  public void endStruct() {
    if (!isBegun) {
      throw new IllegalStateException("Cannot end struct " + path() + ": it was not begun");
    }
    fields.forEach(NodeValue::closeElement);
    isBegun = false;
    markSet();
  }

  @Override
  void requireEnded() {
    if (isBegun) {
      throw new IllegalStateException("Cannot end row: struct " + path() + " was not ended");
    }
  }

  @Override
  void truncateValues(long newCount) {
    isBegun = false;
    fields.forEach(field -> field.truncate(newCount));
  }

  @Override
  void appendNull() {
    // Fields of a struct that is null are null, required ones too.
    fields.forEach(field -> field.close(false));
  }

  @Override
  void addValues(BufferLayout layout) {
    fields.forEach(field -> field.addTo(layout));
  }

  @Override
  void fillValues(BufferLayout layout, long base) {
    fields.forEach(field -> field.fill(layout, base));
  }

  @Override
  long valueBytes() {
    return fields.stream().mapToLong(NodeValue::valueBytes).sum();
  }

  @Override
  long bytes() {
    return count() + fields.stream().mapToLong(NodeValue::bytes).sum();
  }

  @Override
  void addNodeLengths(Segment.Builder message) {
    message.addNodeLengths(Math.toIntExact(count()));
    fields.forEach(field -> field.addNodeLengths(message));
  }

  @Override
  public void close() {
    super.close();
    fields.forEach(NodeValue::close);
  }
}
