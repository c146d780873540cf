# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes tables of Albis through the session catalog of another format: catalogs.py FORMAT DIRECTORY."""

import os
import sys

from pyspark.sql import SparkSession

form, directory = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
spark.sparkContext.setLogLevel("ERROR")


def rows(query):
    return [tuple(row) for row in spark.sql(query + " ORDER BY ALL").collect()]


def refused(write, message):
    try:
        write()
    except Exception as e:
        assert message in str(e), e
        return
    raise AssertionError(message)


spark.sql(f"CREATE DATABASE other LOCATION '{directory}/other'")
spark.sql("USE other")
spark.sql("CREATE TABLE t USING albis PARTITIONED BY (p) AS SELECT 1L AS id, 'a' AS p")
assert os.path.isdir(directory + "/other/t/_albis")
spark.sql("INSERT INTO t VALUES (2, 'a'), (3, 'b'), (60, 'c')")
spark.sql("INSERT OVERWRITE t PARTITION (p = 'c') SELECT id - 20 FROM t WHERE p = 'c'")
spark.sql("UPDATE t SET p = 'u' WHERE id = 2")
spark.sql("DELETE FROM t WHERE id IN (SELECT id FROM t WHERE p = 'a')")
assert rows("SELECT * FROM t") == [(2, "u"), (3, "b"), (40, "c")], rows("SELECT * FROM t")
spark.sql(f"CREATE TABLE s USING {form} AS SELECT 3L AS id UNION ALL SELECT 7L")
spark.sql(
    "MERGE INTO other.t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET p = 'm'"
    " WHEN NOT MATCHED THEN INSERT (id, p) VALUES (s.id, 'n') WHEN NOT MATCHED BY SOURCE AND t.id > 30 THEN DELETE"
)
assert rows("SELECT * FROM t") == [(2, "u"), (3, "m"), (7, "n")], rows("SELECT * FROM t")

# Frames.
more = spark.sql("SELECT 'b' AS p, 5L AS id")
refused(lambda: more.write.format("albis").saveAsTable("t"), "ALREADY_EXISTS")
more.write.format("albis").mode("append").saveAsTable("t")
more.writeTo("other.t").append()
more.select("id", "p").write.insertInto("t")
assert rows("SELECT * FROM t WHERE id = 5") == 3 * [(5, "b")]
spark.sql("SELECT 6L AS id, 'b' AS p").writeTo("t").overwritePartitions()
wider = spark.sql("SELECT 7L AS id, 'c' AS p, 1 AS added").write.format("albis").mode("append")
wider.option("mergeSchema", True).saveAsTable("t")
last = [(2, "u", None), (3, "m", None), (6, "b", None), (7, "c", 1), (7, "n", None)]
assert rows("SELECT * FROM t") == last, rows("SELECT * FROM t")
refused(lambda: more.write.format("albis").mode("overwrite").saveAsTable("t"), "by a query")
assert rows("SELECT * FROM t") == last
more.write.format("albis").saveAsTable("saved")
assert rows("SELECT id, p FROM saved") == [(5, "b")]
refused(lambda: spark.sql("CREATE TABLE failed USING albis AS SELECT raise_error('no') AS id"), "no")
assert not spark.catalog.tableExists("failed")

# Tables of the other format stay what they are.
spark.sql("INSERT INTO s SELECT id FROM t WHERE p = 'b'")
spark.sql("SELECT 8L AS id").writeTo("s").append()
spark.sql("SELECT 9L AS id").write.format(form).mode("append").saveAsTable("s")
assert rows("SELECT id FROM s") == [(3,), (6,), (7,), (8,), (9,)]

spark.sql("TRUNCATE TABLE t")
assert rows("SELECT * FROM t") == []
spark.sql("DROP TABLE t")
assert not os.path.exists(directory + "/other/t")
print(f"catalogs: ok {form} {spark.version}", flush=True)
