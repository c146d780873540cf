# Copyright 2026 The Albis Authors
# SPDX-License-Identifier: Apache-2.0
"""Requests the page about column caches, of this application and from the history server."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from pyspark.find_spark_home import _find_spark_home
from pyspark.sql import SparkSession

PORT = 18123


def planned(page):
    """The rows of queries: their planned scans, if the numbers are the last ones."""
    queries = page[page.index('id="column-cache-queries"'):]
    return re.findall(r'<td>ended</td><td sorttable_customkey="(\d+)">', queries)


def get(url, is_ready):
    """Requests a page until it is ready."""
    for _ in range(300):
        try:
            with urllib.request.urlopen(url) as answer:
                page = answer.read().decode("utf-8")
            if "column-cache-queries" in page and is_ready(page):
                return page
        except urllib.error.URLError:
            pass
        time.sleep(0.2)
    sys.exit("no page at " + url)


def main(table, jar):
    logs = tempfile.mkdtemp()
    spark = (
        SparkSession.builder.config("spark.ui.enabled", "true")
        .config("spark.ui.port", "0")
        .config("spark.plugins", "io.albis.spark.AlbisPlugin")
        .config("spark.datasource.albis.cache-size", "64m")
        .config("spark.memory.offHeap.enabled", "true")
        .config("spark.memory.offHeap.size", "256m")
        .config("spark.eventLog.enabled", "true")
        .config("spark.eventLog.dir", pathlib.Path(logs).as_uri())
        .getOrCreate()
    )
    url = spark.sparkContext.uiWebUrl + "/column-cache/"
    spark.read.format("albis").load(table).selectExpr("sum(k)").collect()
    live = planned(get(url, planned))
    application = spark.sparkContext.applicationId
    spark.stop()

    program = os.path.join(_find_spark_home(), "bin", "spark-class")
    options = f"-Dspark.history.fs.logDirectory={pathlib.Path(logs).as_uri()} -Dspark.history.ui.port={PORT}"
    server = subprocess.Popen(
        [program, "org.apache.spark.deploy.history.HistoryServer"],
        env={**os.environ, "SPARK_DAEMON_CLASSPATH": jar, "SPARK_HISTORY_OPTS": options},
    )
    try:
        url = f"http://127.0.0.1:{PORT}/history/{application}/column-cache/"
        history = planned(get(url, planned))
    finally:
        server.terminate()
        server.wait()
    if history != live or int(live[0]) == 0:
        sys.exit(f"{live} planned scans, but {history} in the history server")
    print("launchers: page of caches in Spark", spark.version)


main(*sys.argv[1:])
