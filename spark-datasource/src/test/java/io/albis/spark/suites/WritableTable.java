// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import io.albis.spark.internal.table.AlbisTable;
import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.connector.catalog.MetadataColumn;
import org.apache.spark.sql.connector.catalog.SupportsMetadataColumns;
import org.apache.spark.sql.connector.catalog.SupportsRead;
import org.apache.spark.sql.connector.catalog.SupportsWrite;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.connector.read.ScanBuilder;
import org.apache.spark.sql.connector.write.LogicalWriteInfo;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.V1Write;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.sources.InsertableRelation;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** A table of the data source, to which rows can be written. */
final class WritableTable implements SupportsRead, SupportsMetadataColumns, SupportsWrite {

  private final String uri;
  private final AlbisTable table;

  /** Loads the latest snapshot. */
  WritableTable(String uri) {
    this.uri = uri;
    this.table = TableLoader.load(new PathIdentifier(List.of(uri), Map.of()));
  }

  @Override
  public String name() {
    return table.name();
  }

  @Override
  @SuppressWarnings("deprecation") // the columns are derived from it
  public StructType schema() {
    return table.schema();
  }

  @Override
  public Transform[] partitioning() {
    return table.partitioning();
  }

  @Override
  public MetadataColumn[] metadataColumns() {
    return table.metadataColumns();
  }

  @Override
  public Set<TableCapability> capabilities() {
    Set<TableCapability> all = EnumSet.copyOf(table.capabilities());
    all.remove(TableCapability.ACCEPT_ANY_SCHEMA);
    all.add(TableCapability.V1_BATCH_WRITE);
    all.add(TableCapability.TRUNCATE);
    return all;
  }

  @Override
  public ScanBuilder newScanBuilder(CaseInsensitiveStringMap options) {
    return table.newScanBuilder(options);
  }

  @Override
  public WriteBuilder newWriteBuilder(LogicalWriteInfo info) {
    return new Builder(uri, table.schema());
  }

  @Override
  public boolean equals(Object object) {
    return object instanceof WritableTable other && table.equals(other.table);
  }

  @Override
  public int hashCode() {
    return table.hashCode();
  }

  private static final class Builder implements SupportsTruncate {

    private final String uri;
    private final StructType columns;
    private boolean isTruncated;

    Builder(String uri, StructType columns) {
      this.uri = uri;
      this.columns = columns;
    }

    @Override
    public WriteBuilder truncate() {
      isTruncated = true;
      return this;
    }

    @Override
    public Write build() {
      return new V1Write() {
        @Override
        public InsertableRelation toInsertableRelation() {
          return (data, overwrite) -> {
            if (isTruncated || overwrite) {
              SuiteTables.overwrite(uri, columns, data);
            } else {
              SuiteTables.append(uri, columns, data);
            }
          };
        }
      };
    }
  }
}
