// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.suites;

import org.apache.spark.sql.execution.datasources.orc.OrcSourceSuite;

/** What is common to all file sources: the options of a read are settings of Hadoop, too. */
public final class HadoopOptionsSuite extends OrcSourceSuite {

  private static final long serialVersionUID = 1L;

  /** For the runner. */
  public HadoopOptionsSuite() {}

  @Override
  public String dataSourceFormat() {
    return WritableSource.NAME;
  }
}
