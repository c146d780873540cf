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
assert found.exceptAll(expected).isEmpty() and expected.exceptAll(found).isEmpty()
query = "select k, count(*), sum(v), max(s), max(d) from {} where id % 3 = 0 and s like 'n1%' group by k order by k"
expected.createOrReplaceTempView("expected")
found.createOrReplaceTempView("found")
rows = spark.sql(query.format("found")).collect()
assert rows and rows == spark.sql(query.format("expected")).collect(), rows
print("launchers: ok " + spark.version)
