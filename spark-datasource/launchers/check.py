# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Compares a table with the Parquet files that it was made of: check.py PARQUET TABLE."""

import sys

from pyspark.sql import SparkSession

parquet, table = sys.argv[1:]
spark = SparkSession.builder.getOrCreate()
expected = spark.read.parquet(parquet)
found = spark.read.format("albis").load(table)

assert found.schema.simpleString() == expected.schema.simpleString(), found.schema
assert found.count() == expected.count() == 10000
# Maps cannot be compared.
comparable = [table.selectExpr("*", "map_entries(map) entries").drop("map") for table in (found, expected)]
assert comparable[0].exceptAll(comparable[1]).isEmpty() and comparable[1].exceptAll(comparable[0]).isEmpty()
query = "select k, count(*), sum(v), max(s), max(d) from {} where id % 3 = 0 and s like 'n1%' group by k order by k"
expected.createOrReplaceTempView("expected")
found.createOrReplaceTempView("found")
rows = spark.sql(query.format("found")).collect()
assert rows and rows == spark.sql(query.format("expected")).collect(), rows
few = "(select k from {0} where id between 3 and 5)"
query = "select f.k, sum(f.id) from {0} f join " + few + " g on f.k = g.k group by f.k order by f.k"
rows = spark.sql(query.format("found")).collect()
assert len(rows) == 3 and rows == spark.sql(query.format("expected")).collect(), rows
# Since Spark 4.3, two subqueries over different columns share a scan.
merged = spark.sql("select (select sum(v) from found), (select sum(k) from found)")
plan = merged._jdf.queryExecution().executedPlan().toString()
is_merging = tuple(int(part) for part in spark.version.split(".")[:2]) >= (4, 3)
assert ("mergedValue" in plan) == is_merging, plan
assert merged.collect() == spark.sql("select sum(v), sum(k) from expected").collect(), merged.collect()

# The first rows, and a sample that does not depend on the plan.
# Python has no type for months.
readable = [rows.withColumn("months", rows.months.cast("string")) for rows in (found, expected)]
first = [rows.orderBy("id").limit(3).collect() for rows in readable]
assert first[0] == first[1], first
ids = [row.id for row in found.sample(0.1, 1).select("id").collect()]
assert 800 < len(ids) < 1200, len(ids)
assert found.sample(0.1, 1).count() == len(ids)
print("launchers: ok " + spark.version)
