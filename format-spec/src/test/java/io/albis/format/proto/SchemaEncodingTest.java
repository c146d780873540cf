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
package io.albis.format.proto;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.UnknownFieldSet;
import org.junit.jupiter.api.Test;

class SchemaEncodingTest {

  @Test
  void keepsWhatALaterMinorVersionAdded() throws InvalidProtocolBufferException {
    UnknownFieldSet later =
        UnknownFieldSet.newBuilder()
            .addField(1000, UnknownFieldSet.Field.newBuilder().addVarint(7).build())
            .build();
    Field written =
        Field.newBuilder()
            .setId(1)
            .setName("ss_item_sk")
            .setType(Type.newBuilder().setKind(TypeKind.INT32))
            .setUnknownFields(later)
            .build();

    Field read = Field.parseFrom(written.toByteArray());

    assertThat(read).isEqualTo(written);
    assertThat(read.getUnknownFields().getField(1000).getVarintList()).containsExactly(7L);
  }
}
