# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Runs the SQL and the Python of each section of the guide, with its settings: guide.py GUIDE DIRECTORY."""

import re
import sys

from pyspark.sql import SparkSession

guide, directory = sys.argv[1:]
sections = {}
for section in re.split(r"\n#+ ", open(guide, encoding="utf-8").read()):
    blocks = re.findall(r"```(\w*)\n(.*?)```", section.replace("/data/", directory + "/"), re.DOTALL)
    sections[section.split("\n")[0]] = blocks

# The settings of all examples at once. Views need the other class of catalogs, which does the same apart from them.
builder = SparkSession.builder
for blocks in sections.values():
    for language, text in blocks:
        for name, value in re.findall(r"--conf (\S+?)=(\S+)", "" if language else text):
            builder.config(name, value.replace("io.albis.spark.AlbisCatalog", "io.albis.spark.AlbisViewCatalog"))
spark = builder.getOrCreate()
assert spark.conf.get("spark.plugins") == "io.albis.spark.AlbisPlugin"

# What the examples read.
rows = spark.range(300).selectExpr("'store ' || id % 3 AS store", "CAST(id AS DOUBLE) AS price")
rows.write.format("albis").save(directory + "/sales")
rows.write.parquet(directory + "/in")
scope = {"spark": spark, "events": spark.readStream.schema(rows.schema).parquet(directory + "/in")}

results, ran = {}, []
for section, blocks in sections.items():
    languages = {language for language, _ in blocks}
    assert "java" not in languages or "python" in languages, section
    for language, text in blocks:
        if language == "python":
            exec(text, scope)
        elif language == "sql":
            for statement in filter(str.strip, text.split(";\n")):
                results[statement.strip()] = spark.sql(statement).collect()
    ran += [section] if languages & {"python", "sql"} else []
for query in spark.streams.active:
    query.awaitTermination()


def rows_of(part):
    found = [rows for statement, rows in results.items() if part in statement]
    assert len(found) == 1, (part, found)
    return len(found[0])


assert rows_of("GROUP BY store") == 3
assert rows_of("CHANGES FROM VERSION 1 WITH") == 2
assert rows_of("SELECT _file") == 1
assert scope["first"].count() == 300
assert sorted(row["_change_type"] for row in scope["changes"].collect()) == ["delete", "insert"] + ["insert"] * 3
assert spark.read.format("albis").load(directory + "/events").count() == 300
expensive = spark.read.format("albis").load(directory + "/expensive")
assert expensive.count() == 799 and expensive.where("visits = 1").count() == 300
# A cached data frame, in the format of the setting.
assert spark.conf.get("spark.sql.cache.serializer") == "io.albis.spark.AlbisCacheSerializer"
assert scope["sales"].cache().where("price > 100").count() == 199
print(f"launchers: guide of {len(ran)} sections in Spark {spark.version}, {len(results)} statements")
