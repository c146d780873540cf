// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.format.internal.metadata;

import io.albis.format.internal.layout.ColumnGroups;
import io.albis.format.internal.metadata.proto.MetadataProtos;
import io.albis.format.internal.schema.PartitionSpec;
import io.albis.format.internal.schema.SortOrder;
import io.albis.format.schema.Schema;
import io.albis.format.schema.Tag;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The description of a table at one point in time (SPEC.md, section 11). Immutable, thread-safe.
 */
public final class Snapshot {

  /** What the first snapshot of a table builds on: everything in it is empty or 0. */
  public static final Snapshot NONE =
      new Snapshot(
          MetadataProtos.Snapshot.getDefaultInstance(),
          SerializedSchema.of(Schema.of()),
          ColumnGroups.implicit());

  private final MetadataProtos.Snapshot message;
  private final SerializedSchema schema;
  private final ColumnGroups columnGroups;
  private final List<ManifestRef> manifests;

  Snapshot(MetadataProtos.Snapshot message, SerializedSchema schema, ColumnGroups columnGroups) {
    this.message = message;
    this.schema = schema;
    this.columnGroups = columnGroups;
    List<ManifestRef> refs = new ArrayList<>(message.getManifestsCount());
    message.getManifestsList().forEach(ref -> refs.add(new ManifestRef(ref)));
    this.manifests = Collections.unmodifiableList(refs);
  }

  static Snapshot decode(MetadataProtos.Snapshot message, Check check) {
    SerializedSchema schema = SerializedSchema.decode(message.getSchema(), check);
    ColumnGroups groups =
        check.schema(
            "column groups",
            () ->
                ColumnGroupProtos.fromProto(
                    message.getColumnGroupsList(), message.getColumnOrderList()));
    Snapshot snapshot = new Snapshot(message, schema, groups);
    List<PartitionSpec> specs = check.schema("partition specs", snapshot::partitionSpecs);
    check.that(
        snapshot.partitionSpecId() == 0
            || specs.stream().anyMatch(spec -> spec.id() == snapshot.partitionSpecId()),
        "partition spec id",
        "0 or one of the partition specs",
        snapshot.partitionSpecId());
    List<SortOrder> orders = check.schema("sort orders", snapshot::sortOrders);
    check.that(
        snapshot.sortOrderId() == 0
            || orders.stream().anyMatch(order -> order.id() == snapshot.sortOrderId()),
        "sort order id",
        "0 or one of the sort orders",
        snapshot.sortOrderId());
    return snapshot;
  }

  /** Starts a snapshot. */
  public static Builder builder() {
    return NONE.toBuilder();
  }

  /** Creates a builder with the values of this snapshot. */
  public Builder toBuilder() {
    return new Builder(this);
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
    return Ids.of(message.getTableId());
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

  /** What was done, such as create, append, overwrite or schema. */
  public String operation() {
    return message.getOperation();
  }

  /** The schema, parsed lazily. */
  public SerializedSchema schema() {
    return schema;
  }

  /** The column groups. */
  public ColumnGroups columnGroups() {
    return columnGroups;
  }

  /** The manifests, in the order of their rows. */
  public List<ManifestRef> manifests() {
    return manifests;
  }

  /** The id that the next new field, column group or partition field gets. */
  public int nextId() {
    return message.getNextId();
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

  /** All partition specs of present and earlier row groups. */
  public List<PartitionSpec> partitionSpecs() {
    return PartitionProtos.specs(message.getPartitionSpecsList());
  }

  /** Id of the partition spec of new row groups; 0 for none. */
  public int partitionSpecId() {
    return message.getPartitionSpecId();
  }

  /** The partition spec of new row groups. */
  public Optional<PartitionSpec> partitionSpec() {
    return partitionSpecs().stream().filter(spec -> spec.id() == partitionSpecId()).findFirst();
  }

  /** All sort orders of present and earlier row groups. */
  public List<SortOrder> sortOrders() {
    return PartitionProtos.orders(message.getSortOrdersList());
  }

  /** Id of the sort order of new row groups; 0 for none. */
  public int sortOrderId() {
    return message.getSortOrderId();
  }

  /** The sort order of new row groups. */
  public Optional<SortOrder> sortOrder() {
    return sortOrders().stream().filter(order -> order.id() == sortOrderId()).findFirst();
  }

  /** Names of snapshots. */
  public List<Tag> tags() {
    return message.getTagsList().stream()
        .map(tag -> new Tag(tag.getName(), tag.getSnapshotId(), tag.getTimestampMillis()))
        .toList();
  }

  /**
   * Snapshots of lesser ids have expired, unless this snapshot has a tag of them. Their files may
   * be missing.
   */
  public long expiredBefore() {
    return message.getExpiredBefore();
  }

  /** Whether this snapshot of a table says that another one has expired. */
  public boolean hasExpired(long id) {
    return id < expiredBefore()
        && message.getTagsList().stream().noneMatch(tag -> tag.getSnapshotId() == id);
  }

  /** Whether another snapshot has the same schema, field ids included, and column groups. */
  public boolean hasSameColumns(Snapshot other) {
    return schema.equals(other.schema) && columnGroups.listed().equals(other.columnGroups.listed());
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

  /** Collects the description of a table. For one thread. */
  public static final class Builder {

    private final MetadataProtos.Snapshot.Builder message;
    private SerializedSchema schema;
    private ColumnGroups columnGroups;

    private Builder(Snapshot base) {
      this.message = base.message.toBuilder();
      this.schema = base.schema;
      this.columnGroups = base.columnGroups;
    }

    /** Sets the id of the table. */
    public Builder tableId(UUID id) {
      message.setTableId(Ids.toProto(id));
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
     * @throws io.albis.format.error.InvalidArgumentException if a field has no id
     */
    public Builder schema(Schema newSchema) {
      return schema(SerializedSchema.of(newSchema));
    }

    /** Sets the schema. */
    public Builder schema(SerializedSchema newSchema) {
      schema = newSchema;
      message.setSchema(newSchema.toProto());
      return this;
    }

    /** Sets the column groups and their order. */
    public Builder columnGroups(ColumnGroups groups) {
      columnGroups = groups;
      message
          .clearColumnGroups()
          .addAllColumnGroups(ColumnGroupProtos.toProto(groups))
          .clearColumnOrder()
          .addAllColumnOrder(groups.order());
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

    /** Sets the id that the next new field, column group or partition field gets. */
    public Builder nextId(int id) {
      message.setNextId(id);
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
      message.putAllProperties(new TreeMap<>(properties));
      return this;
    }

    /** Removes properties of the table that it has. */
    public Builder dropProperties(Iterable<String> keys) {
      keys.forEach(message::removeProperties);
      return this;
    }

    /** Sets the software that writes it. */
    public Builder createdBy(String createdBy) {
      message.setCreatedBy(createdBy);
      return this;
    }

    /**
     * Sets the partition specs.
     *
     * @param currentId id of the one of new row groups; 0 for none
     */
    public Builder partitionSpecs(List<PartitionSpec> specs, int currentId) {
      message.clearPartitionSpecs().setPartitionSpecId(currentId);
      specs.forEach(spec -> message.addPartitionSpecs(PartitionProtos.toProto(spec)));
      return this;
    }

    /**
     * Sets the partition spec of new row groups, and adds it if it is new. The others stay as they
     * are, also those with transforms that are not known.
     *
     * @param spec empty for no partitions
     */
    public Builder currentPartitionSpec(Optional<PartitionSpec> spec) {
      message.setPartitionSpecId(spec.map(PartitionSpec::id).orElse(0));
      if (spec.isPresent()
          && message.getPartitionSpecsList().stream()
              .noneMatch(known -> known.getId() == spec.get().id())) {
        message.addPartitionSpecs(PartitionProtos.toProto(spec.get()));
      }
      return this;
    }

    /**
     * Sets the sort orders.
     *
     * @param currentId id of the one of new row groups; 0 for none
     */
    public Builder sortOrders(List<SortOrder> orders, int currentId) {
      message.clearSortOrders().setSortOrderId(currentId);
      orders.forEach(order -> message.addSortOrders(PartitionProtos.toProto(order)));
      return this;
    }

    /**
     * Takes over all partition specs and sort orders of another snapshot, as they are stored there.
     * Those of new row groups stay the same.
     */
    public Builder specsAndOrdersOf(Snapshot other) {
      message
          .clearPartitionSpecs()
          .addAllPartitionSpecs(other.message.getPartitionSpecsList())
          .clearSortOrders()
          .addAllSortOrders(other.message.getSortOrdersList());
      return this;
    }

    /** Sets the tags. */
    public Builder tags(List<Tag> tags) {
      message.clearTags();
      for (Tag tag : tags) {
        message.addTags(
            MetadataProtos.Tag.newBuilder()
                .setName(tag.name())
                .setSnapshotId(tag.snapshotId())
                .setTimestampMillis(tag.timestampMillis()));
      }
      return this;
    }

    /** Sets the id before which all snapshots without a tag have expired. */
    public Builder expiredBefore(long id) {
      message.setExpiredBefore(id);
      return this;
    }

    /** Builds the snapshot. */
    public Snapshot build() {
      return new Snapshot(message.build(), schema, columnGroups);
    }
  }
}
