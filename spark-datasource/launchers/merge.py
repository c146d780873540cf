# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Times MERGE in one of 100 files of a table: merge.py FORMAT ROWS UPDATES ROUNDS DIRECTORY."""

import os
import sys
import time

from pyspark.sql import SparkSession

form, directory = sys.argv[1], sys.argv[5]
rows, updates, rounds = (int(argument) for argument in sys.argv[2:5])
FILES = 100
spark = SparkSession.builder.getOrCreate()
spark.sparkContext.setLogLevel("ERROR")
name, using = {
    "albis": (f"albis.`{directory}/albis`", ""),
    # Rows go to the files of their tasks, as with the others.
    "iceberg": (
        "iceberg.db.t",
        "USING iceberg TBLPROPERTIES ('write.merge.mode' = 'copy-on-write', 'write.distribution-mode' = 'none')",
    ),
    "delta": (f"delta.`{directory}/delta`", "USING delta"),
}[form]
jvm = int(spark._jvm.java.lang.management.ManagementFactory.getRuntimeMXBean().getName().split("@")[0])


def cpu_seconds():
    with open(f"/proc/{jvm}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


spark.range(0, rows, 1, FILES).selectExpr(
    "id",
    "id * 7 % 1000003 AS a",
    "CAST(id AS DOUBLE) / 3 AS price",
    "concat('name of ', id % 100000) AS name",
    "CAST(id % 366 AS INT) AS day",
    "id * 31 AS b",
).createOrReplaceTempView("source")
spark.sql(f"CREATE TABLE {name} {using} AS SELECT * FROM source")
of_file = rows // FILES
for i in range(rounds):
    # Spread over one file, and another one in each round.
    spark.range(updates).selectExpr(
        f"{(10 + i) * of_file} + id * {of_file // updates} AS id", "CAST(-id AS DOUBLE) AS price"
    ).write.mode("overwrite").parquet(directory + "/updates")
    spark.read.parquet(directory + "/updates").createOrReplaceTempView("updates")
    cpu, start = cpu_seconds(), time.monotonic()
    spark.sql(f"MERGE INTO {name} t USING updates u ON t.id = u.id WHEN MATCHED THEN UPDATE SET price = u.price")
    print(f"merge: {form}: {time.monotonic() - start:.2f} s, {cpu_seconds() - cpu:.2f} CPU s", flush=True)
count, changed = spark.sql(f"SELECT count(*), count_if(price <= 0 AND id > 0) FROM {name}").first()
assert (count, changed) == (rows, rounds * updates), (count, changed)
