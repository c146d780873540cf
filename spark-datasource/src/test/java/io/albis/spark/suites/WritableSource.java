// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import static org.apache.spark.sql.functions.col;

import io.albis.spark.internal.table.PathIdentifier;
import io.albis.spark.internal.table.TableLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SQLContext;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.connector.catalog.Table;
import org.apache.spark.sql.connector.catalog.TableCapability;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.connector.expressions.Transform;
import org.apache.spark.sql.execution.datasources.DataSourceUtils;
import org.apache.spark.sql.sources.BaseRelation;
import org.apache.spark.sql.sources.CreatableRelationProvider;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import scala.jdk.javaapi.CollectionConverters;

/**
 * The data source of Albis, and {@code df.write.format(WritableSource.NAME).save(path)}. Like the
 * file sources of Spark, it moves partition columns to the end, and makes all columns nullable.
 *
 * <p>What is saved to {@code table/p=1} becomes the rows with {@code p = 1} of {@code table}, which
 * is partitioned by this column. A schema for reading is taken for that of the table.
 */
public final class WritableSource implements TableProvider, CreatableRelationProvider {

  /** The name of the format: this class. */
  static final String NAME = WritableSource.class.getName();

  /** For Spark, which creates sources by the name of their class. */
  public WritableSource() {}

  private static PathIdentifier identifier(Map<String, String> properties) {
    return PathIdentifier.of(new CaseInsensitiveStringMap(properties));
  }

  @Override
  public StructType inferSchema(CaseInsensitiveStringMap options) {
    return TableLoader.load(PathIdentifier.of(options)).schema();
  }

  /** Spark writes with {@link #createRelation}, as no table can be written to. */
  @Override
  public Table getTable(
      StructType schema, Transform[] partitioning, Map<String, String> properties) {
    PathIdentifier identifier = identifier(properties);
    return SuiteTables.exists(identifier.paths().get(0))
        ? TableLoader.load(identifier)
        : new MissingTable(identifier.name(), schema);
  }

  @Override
  public boolean supportsExternalMetadata() {
    return true;
  }

  @Override
  public boolean supportsDataType(DataType type) {
    return true;
  }

  @Override
  public BaseRelation createRelation(
      SQLContext context,
      SaveMode mode,
      scala.collection.immutable.Map<String, String> parameters,
      Dataset<Row> data) {
    Map<String, String> options = CollectionConverters.asJava(parameters);
    String path = options.get("path");
    Path directory = Path.of(path);
    String last = directory.getFileName().toString();
    if (last.contains("=")) {
      String[] partition = last.split("=", 2);
      savePartition(directory.getParent().toString(), data, partition[0], partition[1], options);
    } else {
      save(path, mode, data, partitionColumns(options), options);
    }
    return new Relation(context, data.schema());
  }

  private static List<String> partitionColumns(Map<String, String> options) {
    String encoded = options.get(DataSourceUtils.PARTITIONING_COLUMNS_KEY());
    return encoded == null
        ? List.of()
        : CollectionConverters.asJava(DataSourceUtils.decodePartitioningColumns(encoded));
  }

  private static void save(
      String path,
      SaveMode mode,
      Dataset<Row> data,
      List<String> partitions,
      Map<String, String> options) {
    List<String> names = new ArrayList<>(Arrays.asList(data.schema().fieldNames()));
    names.removeIf(name -> partitions.stream().anyMatch(name::equalsIgnoreCase));
    names.addAll(partitions);
    Dataset<Row> ordered =
        partitions.isEmpty()
            ? data
            : data.select(
                names.stream().map(name -> col("`" + name + "`").as(name)).toArray(Column[]::new));
    StructType columns = ordered.schema().asNullable();
    boolean exists = SuiteTables.exists(path);
    if (exists && mode == SaveMode.ErrorIfExists) {
      throw new IllegalArgumentException("Cannot create table " + path + ": it exists");
    }
    if (!exists) {
      SuiteTables.create(path, columns, partitions, options);
    }
    if (mode == SaveMode.Overwrite) {
      SuiteTables.overwrite(path, columns, ordered, options);
    } else {
      SuiteTables.append(path, columns, ordered, options);
    }
  }

  private static void savePartition(
      String path, Dataset<Row> data, String column, String value, Map<String, String> options) {
    if (!SuiteTables.exists(path)) {
      StructType columns = data.schema().asNullable();
      boolean isStored = Arrays.asList(columns.fieldNames()).contains(column);
      SuiteTables.create(
          path,
          isStored ? columns : columns.add(column, DataTypes.IntegerType),
          List.of(column),
          options);
    }
    StructType columns = TableLoader.load(identifier(Map.of("path", path))).schema();
    SuiteTables.append(path, columns, data, column, Integer.valueOf(value), options);
  }

  @SuppressWarnings("deprecation") // the columns are derived from it
  private record MissingTable(String name, StructType schema) implements Table {

    @Override
    public Set<TableCapability> capabilities() {
      return Set.of();
    }
  }

  private static final class Relation extends BaseRelation {

    private final SQLContext context;
    private final StructType schema;

    Relation(SQLContext context, StructType schema) {
      this.context = context;
      this.schema = schema;
    }

    @Override
    public SQLContext sqlContext() {
      return context;
    }

    @Override
    public StructType schema() {
      return schema;
    }
  }
}
