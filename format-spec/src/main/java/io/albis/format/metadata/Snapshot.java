// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.metadata;

import io.albis.format.layout.ColumnGroup;
import io.albis.format.metadata.internal.proto.MetadataProtos;
import io.albis.format.schema.Schema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The state of a table (SPEC.md, section 5). Immutable and thread-safe. Its schema and column
 * groups are those of the {@link SnapshotFile} that it was decoded from.
 */
public final class Snapshot {

  /** The parent of a table's first snapshot: everything in it is empty or 0. */
  public static final Snapshot NONE = new Snapshot(MetadataProtos.Snapshot.getDefaultInstance());

  /**
   * The whole message is kept, so that later snapshots preserve the fields of later minor versions.
   */
  private final MetadataProtos.Snapshot message;

  private final List<ManifestRef> manifests;

  Snapshot(MetadataProtos.Snapshot message) {
    this.message = message;
    List<ManifestRef> refs = new ArrayList<>(message.getManifestsCount());
    message.getManifestsList().forEach(ref -> refs.add(new ManifestRef(ref)));
    this.manifests = Collections.unmodifiableList(refs);
  }

  /** Creates a builder. */
  public static Builder builder() {
    return NONE.toBuilder();
  }

  /** Creates a builder with the values of this snapshot. */
  public Builder toBuilder() {
    return new Builder(message.toBuilder());
  }

  /**
   * Id of the table.
   *
   * @throws IllegalStateException if this is {@link #NONE}
   */
  public UUID tableId() {
    if (message.getTableId().isEmpty()) {
      throw new IllegalStateException("An empty snapshot has no table id");
    }
    return TableIds.of(message.getTableId().toByteArray(), 0);
  }

  /** Its id, from 1. */
  public long id() {
    return message.getSnapshotId();
  }

  /** Id of the parent snapshot; 0 if there is none. */
  public long parentId() {
    return message.getParentId();
  }

  /** Commit time, in milliseconds since 1970-01-01T00:00Z. */
  public long timestampMillis() {
    return message.getTimestampMillis();
  }

  /** The operation: create, append, overwrite or schema. */
  public String operation() {
    return message.getOperation();
  }

  /** The manifests, in the order of their rows. */
  public List<ManifestRef> manifests() {
    return manifests;
  }

  /** The id that the next new field gets. */
  public int nextFieldId() {
    return message.getNextFieldId();
  }

  /** The id that the next new column group gets. */
  public int nextColumnGroupId() {
    return message.getNextColumnGroupId();
  }

  /** The number that the next new row group gets. */
  public long nextRowGroupId() {
    return message.getNextRowGroupId();
  }

  /** Number of rows. */
  public long rowCount() {
    return message.getRowCount();
  }

  /** Properties of the table. */
  public Map<String, String> properties() {
    return message.getPropertiesMap();
  }

  /** The software that wrote it. */
  public String createdBy() {
    return message.getCreatedBy();
  }

  /**
   * Whether another snapshot has the same schema, including field ids, and the same column groups.
   */
  public boolean hasSameColumns(Snapshot other) {
    return message.getSchema().equals(other.message.getSchema())
        && message.getColumnGroupsList().equals(other.message.getColumnGroupsList());
  }

  MetadataProtos.Snapshot toProto() {
    return message;
  }

  /** Compares everything, including schema and column groups. */
  @Override
  public boolean equals(Object object) {
    return object instanceof Snapshot other && message.equals(other.message);
  }

  @Override
  public int hashCode() {
    return message.hashCode();
  }

  @Override
  public String toString() {
    return "snapshot " + id() + " (" + operation() + ") of " + rowCount() + " rows";
  }

  /** Builds snapshots. Not thread-safe. */
  public static final class Builder {

    private final MetadataProtos.Snapshot.Builder message;

    private Builder(MetadataProtos.Snapshot.Builder message) {
      this.message = message;
    }

    /** Sets the id of the table. */
    public Builder tableId(UUID id) {
      message.setTableId(TableIds.toProto(id));
      return this;
    }

    /** Sets the id. */
    public Builder id(long id) {
      message.setSnapshotId(id);
      return this;
    }

    /** Sets the id of the parent snapshot; 0 if there is none. */
    public Builder parentId(long id) {
      message.setParentId(id);
      return this;
    }

    /** Sets the commit time, in milliseconds since 1970-01-01T00:00Z. */
    public Builder timestampMillis(long millis) {
      message.setTimestampMillis(millis);
      return this;
    }

    /** Sets the operation. */
    public Builder operation(String operation) {
      message.setOperation(operation);
      return this;
    }

    /**
     * Sets the schema.
     *
     * @throws io.albis.format.error.InvalidSchemaException if a field has no id
     */
    public Builder schema(Schema schema) {
      message.setSchema(SchemaProtos.toProto(schema));
      return this;
    }

    /** Sets the column groups. */
    public Builder columnGroups(List<ColumnGroup> groups) {
      message.clearColumnGroups();
      groups.forEach(group -> message.addColumnGroups(ColumnGroupProtos.toProto(group)));
      return this;
    }

    /** Sets the manifests, in the order of their rows. */
    public Builder manifests(List<ManifestRef> manifests) {
      message.clearManifests();
      manifests.forEach(this::addManifest);
      return this;
    }

    /** Adds a manifest whose rows follow those of the others. */
    public Builder addManifest(ManifestRef manifest) {
      message.addManifests(manifest.toProto());
      return this;
    }

    /** Sets the id that the next new field gets. */
    public Builder nextFieldId(int id) {
      message.setNextFieldId(id);
      return this;
    }

    /** Sets the id that the next new column group gets. */
    public Builder nextColumnGroupId(int id) {
      message.setNextColumnGroupId(id);
      return this;
    }

    /** Sets the number that the next new row group gets. */
    public Builder nextRowGroupId(long id) {
      message.setNextRowGroupId(id);
      return this;
    }

    /** Sets the number of rows. */
    public Builder rowCount(long count) {
      message.setRowCount(count);
      return this;
    }

    /** Adds properties of the table, replacing those with the same keys. */
    public Builder putProperties(Map<String, String> properties) {
      message.putAllProperties(properties);
      return this;
    }

    /** Sets the software that writes it. */
    public Builder createdBy(String createdBy) {
      message.setCreatedBy(createdBy);
      return this;
    }

    /** Removes the statistics of the whole table, which are then unknown. */
    public Builder clearStatistics() {
      message.clearStatistics();
      return this;
    }

    /** Builds the snapshot. */
    public Snapshot build() {
      return new Snapshot(message.build());
    }
  }
}
