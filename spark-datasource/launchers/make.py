# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Writes Parquet files of many types: make.py DIRECTORY."""

import sys

from pyspark.sql import SparkSession

spark = SparkSession.builder.getOrCreate()
spark.range(10000).selectExpr(
    "id",
    "cast(id % 7 as int) k",
    "if(id % 11 = 0, null, id / 8) v",
    "concat('n', cast(id as string)) s",
    "cast(id as decimal(20, 3)) d",
    "date_add(date'2000-01-01', cast(id as int)) day",
    "timestamp_seconds(id * 1000) at",
    "cast(timestamp_seconds(id * 1000) as timestamp_ntz) local",
    "make_ym_interval(0, cast(id as int)) months",
    "make_dt_interval(0, 0, 0, id / 8) duration",
    "array(id, null, id + 1) list",
    "map('a', id) map",
    "named_struct('x', cast(id as short), 'y', cast(id as float)) point",
    "cast(cast(id as string) as binary) bytes",
    "id % 2 = 0 even",
).coalesce(2).write.parquet(sys.argv[1])
