// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.cluster;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.master.Master;
import org.apache.spark.deploy.worker.Worker;
import org.apache.spark.rpc.RpcEnv;
import org.apache.spark.sql.SparkSession;
import scala.Option;

/**
 * The driver of the tests of this package, in a process of its own. It runs scenarios with two
 * executor processes of one core, and prints the name of each that has succeeded.
 */
public final class ClusterProgram {

  /** What is printed before the name of a scenario that has succeeded. */
  static final String SUCCEEDED = "succeeded: ";

  private ClusterProgram() {}

  /**
   * Runs scenarios.
   *
   * @param arguments URI of a table of {@code TestTables}, number of its rows, empty directory,
   *     class path of the executors; settings of Spark, such as {@code spark.hadoop.a=b}; names of
   *     scenarios
   */
  public static void main(String[] arguments) throws Exception {
    Path directory = Path.of(arguments[2]);
    SparkConf common = settings(arguments[3]);
    for (String argument : Arrays.asList(arguments).subList(4, arguments.length)) {
      int equals = argument.indexOf('=');
      if (equals > 0) {
        common.set(argument.substring(0, equals), argument.substring(equals + 1));
        continue;
      }
      Scenario scenario = Scenario.valueOf(argument);
      SparkConf settings = common.clone();
      scenario.settings().forEach(settings::set);
      // Spark starts no second attempt of a task on the host of the first.
      String master =
          scenario == Scenario.SPECULATED
              ? startOnTwoAddresses(directory.resolve("work"), settings)
              : "local-cluster[2,1,1024]";
      SparkSession spark =
          SparkSession.builder().config(settings).master(master).appName("cluster").getOrCreate();
      try {
        Path markers = directory.resolve(scenario.name());
        scenario.run(new ClusterTable(spark, arguments[0], Long.parseLong(arguments[1]), markers));
        System.out.println(SUCCEEDED + scenario);
      } finally {
        spark.stop();
      }
    }
    // The servers of a cluster on two addresses have threads of their own.
    System.exit(0);
  }

  private static SparkConf settings(String classPath) {
    return new SparkConf()
        .set("spark.executor.extraClassPath", classPath)
        .set("spark.driver.host", "127.0.0.1")
        .set("spark.driver.bindAddress", "127.0.0.1")
        .set("spark.ui.enabled", "false")
        .set("spark.master.rest.enabled", "false")
        .set("spark.task.maxFailures", "8")
        .set("spark.sql.shuffle.partitions", "2")
        .set("spark.memory.offHeap.enabled", "true")
        .set("spark.memory.offHeap.size", "64m")
        .set("spark.datasource.albis.task-memory", ClusterTable.TASK_MEMORY + "b")
        .set("spark.datasource.albis.split-size", "256k")
        .set("spark.datasource.albis.min-split-size", "64k");
  }

  /** Starts what {@code local-cluster} starts, but each worker on another address of this host. */
  private static String startOnTwoAddresses(Path work, SparkConf settings) {
    RpcEnv master = Master.startRpcEnvAndEndpoint("127.0.0.1", 0, 0, settings)._1();
    String url = master.address().toSparkURL();
    for (int i : List.of(1, 2)) {
      Worker.startRpcEnvAndEndpoint(
          "127.0.0." + i,
          0,
          0,
          1,
          1024,
          new String[] {url},
          work.toString(),
          Option.apply(i),
          settings,
          Option.empty());
    }
    return url;
  }
}
