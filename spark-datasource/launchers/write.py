# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes and changes tables, and compares them with Parquet files: write.py PARQUET DIRECTORY."""

import sys

from pyspark.sql import SparkSession

parquet, directory = sys.argv[1:]
table, source = directory + "/t", f"parquet.`{parquet}`"
name = f"albis.`{table}`"
spark = (
    SparkSession.builder.config("spark.sql.catalog.lake", "io.albis.spark.AlbisCatalog")
    .config("spark.sql.catalog.lake.warehouse", directory + "/lake")
    .getOrCreate()
)
version = tuple(int(part) for part in spark.version.split(".")[:2])
rows = spark.read.parquet(parquet)


def values(query):
    return spark.sql(query).first()[:]


# Frames and statements write every type.
rows.where("id < 5000").write.format("albis").save(table)
spark.sql(f"INSERT INTO {name} SELECT * FROM {source} WHERE id >= 5000")
written = spark.read.format("albis").load(table)
assert written.schema.simpleString() == rows.schema.simpleString(), written.schema
comparable = [frame.selectExpr("*", "map_entries(map) entries").drop("map") for frame in (written, rows)]
assert comparable[0].exceptAll(comparable[1]).isEmpty() and comparable[1].exceptAll(comparable[0]).isEmpty()

# Changes of rows.
spark.sql(f"DELETE FROM {name} WHERE id % 10 = 3")
spark.sql(f"UPDATE {name} SET s = 'new', point = named_struct('x', 1, 'y', 2) WHERE k = 4")
spark.sql(
    f"MERGE INTO {name} t USING (SELECT * FROM {source} WHERE id % 10 = 3 OR id < 100) s ON t.id = s.id"
    " WHEN MATCHED AND s.id < 50 THEN DELETE WHEN MATCHED THEN UPDATE SET v = -1 WHEN NOT MATCHED THEN INSERT *"
)
found = values(f"SELECT count(*), sum(id), count_if(s = 'new'), count_if(v = -1), count(DISTINCT id) FROM {name}")
deleted = "id < 50 AND id % 10 != 3"
expected = values(
    f"SELECT count(*), sum(id), count_if(k = 4 AND id % 10 != 3), count_if(id >= 50 AND id < 100 AND id % 10 != 3),"
    f" count(*) FROM {source} WHERE NOT ({deleted})"
)
assert found == expected, (found, expected)

# Partitions, and columns that change.
spark.sql(f"CREATE TABLE lake.sales PARTITIONED BY (k) AS SELECT id, k, v FROM {source}")
spark.sql("ALTER TABLE lake.sales ADD COLUMN note STRING")
spark.conf.set("spark.sql.sources.partitionOverwriteMode", "dynamic")
spark.sql("INSERT OVERWRITE lake.sales SELECT id, k, v, 'again' FROM lake.sales WHERE k = 2")
assert values("SELECT count(*), count_if(note = 'again' AND k = 2), count_if(k = 2) FROM lake.sales") == (10000, 1429, 1429)
spark.sql("ALTER TABLE lake.sales RENAME TO sold")
assert [row.tableName for row in spark.sql("SHOW TABLES IN lake").collect()] == ["sold"]
spark.sql("CREATE OR REPLACE TABLE lake.sold AS SELECT 1 AS one")
assert values("SELECT * FROM lake.sold") == (1,)
spark.sql("DROP TABLE lake.sold")
if version >= (4, 1):
    spark.sql(f"CALL albis.merge_row_groups('{table}')")
    assert values(f"SELECT count(*), sum(id) FROM {name}") == expected[:2]

# Defaults, and columns that a write adds.
spark.sql("CREATE TABLE lake.orders (id BIGINT, state STRING DEFAULT 'new')")
# Spark 4.0 has no defaults for columns that a statement does not name, of tables of other sources.
spark.sql("INSERT INTO lake.orders " + ("(id) VALUES (1)" if version >= (4, 1) else "VALUES (1, DEFAULT)"))
spark.sql("ALTER TABLE lake.orders ADD COLUMN priority INT DEFAULT 3")
spark.sql("INSERT INTO lake.orders VALUES (2, DEFAULT, 4)")
assert values("SELECT count(*), count_if(state = 'new'), sum(priority) FROM lake.orders") == (2, 2, 7)
more = spark.sql("SELECT 5L AS id, 'x' AS state, 1 AS priority, named_struct('a', 1) AS place")
more.write.option("mergeSchema", True).format("albis").mode("append").save(directory + "/lake/orders")
assert values("SELECT count(*), sum(place.a) FROM lake.orders") == (3, 1)
if version >= (4, 2):
    spark.sql("INSERT WITH SCHEMA EVOLUTION INTO lake.orders BY NAME SELECT 6L AS id, 'late' AS note")
    assert values("SELECT count(*), count(note) FROM lake.orders") == (4, 1)

# Constraints, the first one of another writer.
update = spark._jvm.io.albis.writer.TableUpdate.open(directory + "/lake/orders")
update.setProperty("constraint.early", "CHECK (id < 9)").commit()
update.close()
assert values("SELECT count(*) FROM lake.orders") in ((3,), (4,))
refusal = "CHECK_CONSTRAINT_VIOLATION" if version >= (4, 1) else "does not check its constraints"
statement = "INSERT INTO lake.orders SELECT * FROM lake.orders" if version < (4, 1) else "UPDATE lake.orders SET id = 9"
late = spark.sql("SELECT * EXCEPT (id), 10L AS id FROM lake.orders").write.format("albis").mode("append")
for write in (lambda: spark.sql(statement), lambda: late.save(directory + "/lake/orders")):
    try:
        write()
        raise AssertionError(statement)
    except Exception as e:
        assert refusal in str(e), e
if version >= (4, 1):
    spark.sql("ALTER TABLE lake.orders DROP CONSTRAINT early")
    spark.sql("ALTER TABLE lake.orders ADD CONSTRAINT k PRIMARY KEY (id)")
    spark.sql("ALTER TABLE lake.orders ADD CONSTRAINT positive CHECK (id > 0)")
    spark.sql("CREATE TABLE lake.paid (id BIGINT, CONSTRAINT c CHECK (id IN (1, 2)))")
    spark.sql("INSERT INTO lake.paid VALUES (1), (NULL)")
    spark.sql("DROP TABLE lake.paid")

# Changes between snapshots, and views.
if version >= (4, 2):
    spark.sql("CREATE TABLE lake.history (id BIGINT NOT NULL, v INT, CONSTRAINT k PRIMARY KEY (id))")
    spark.sql("INSERT INTO lake.history VALUES (1, 1), (2, 2), (3, 3)")
    spark.sql("UPDATE lake.history SET v = 20 WHERE id = 2")
    changes = "SELECT _change_type, id, v FROM lake.history CHANGES FROM VERSION 2 EXCLUSIVE"
    changed = [row[:] for row in spark.sql(changes + " ORDER BY ALL").collect()]
    assert changed == [("delete", 2, 2), ("insert", 2, 20)], changed
    changed = [row[:] for row in spark.sql(changes + " WITH (computeUpdates = 'true') ORDER BY ALL").collect()]
    assert changed == [("update_postimage", 2, 20), ("update_preimage", 2, 2)], changed
    spark.conf.set("spark.sql.catalog.views", "io.albis.spark.AlbisViewCatalog")
    spark.conf.set("spark.sql.catalog.views.warehouse", directory + "/lake")
    spark.sql("CREATE NAMESPACE views.a")
    spark.sql("CREATE VIEW views.a.large AS SELECT * FROM views.history WHERE v > 2")
    spark.sql("CREATE OR REPLACE VIEW views.a.large AS SELECT * FROM views.history WHERE v > 5")
    assert values("SELECT id FROM views.a.large") == (2,)
    assert [row.viewName for row in spark.sql("SHOW VIEWS IN views.a").collect()] == ["large"]
    spark.sql("DROP NAMESPACE views.a CASCADE")

# A stream of what is appended, into another table.
stream = (
    spark.readStream.format("albis").load(table).writeStream.format("albis").trigger(availableNow=True)
    .option("checkpointLocation", directory + "/checkpoint")
)
for added in (0, 7):
    if added:
        rows.limit(added).write.format("albis").mode("append").save(table)
    stream.start(directory + "/copy").awaitTermination()
    copied = spark.read.format("albis").load(directory + "/copy").count()
    assert copied == spark.read.format("albis").load(table).count() == expected[0] + added, copied
print("launchers: ok " + spark.version)
