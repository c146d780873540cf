// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.layout.FileLayout;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import java.io.Serializable;
import java.util.UUID;

/**
 * How a manifest refers to a data file (SPEC.md, section 10).
 *
 * @param path relative to the table directory
 * @param length of the file, in bytes
 * @param fileId id of the file, which its tail repeats
 * @param footerLength length of its footer, in bytes
 */
public record DataFileRef(String path, long length, UUID fileId, int footerLength)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  static DataFileRef decode(MetadataProtos.DataFileRef message, Check check) {
    check.path(message.getPath());
    check.id("data file id", message.getFileId());
    check.notNegative("footer length of a data file", message.getFooterLength());
    check.that(
        message.getLength()
            >= (long) message.getFooterLength() + FileLayout.BODY_START + FileLayout.TAIL_LENGTH,
        "length of a data file",
        "room for its footer of " + message.getFooterLength(),
        Long.toUnsignedString(message.getLength()));
    return new DataFileRef(
        message.getPath(),
        message.getLength(),
        Ids.of(message.getFileId()),
        message.getFooterLength());
  }

  MetadataProtos.DataFileRef toProto() {
    return MetadataProtos.DataFileRef.newBuilder()
        .setPath(path)
        .setLength(length)
        .setFileId(Ids.toProto(fileId))
        .setFooterLength(footerLength)
        .build();
  }

  /** Offset at which the footer starts, and before which all extents and sections end. */
  public long footerOffset() {
    return length - FileLayout.TAIL_LENGTH - footerLength;
  }
}
