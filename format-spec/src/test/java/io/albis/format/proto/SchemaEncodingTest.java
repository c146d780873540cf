// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
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
