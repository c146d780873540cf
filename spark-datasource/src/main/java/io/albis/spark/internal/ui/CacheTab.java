// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.spark.internal.ui;

import org.apache.spark.ui.SparkUI;
import org.apache.spark.ui.SparkUITab;

/** The tab of the page about column caches. */
public final class CacheTab extends SparkUITab {

  static final String NAME = "Column Cache";

  private CacheTab(SparkUI ui) {
    super(ui, "column-cache");
  }

  /** Adds the tab to the user interface of an application, which shows what its store has. */
  public static void attach(SparkUI ui) {
    CacheTab tab = new CacheTab(ui);
    tab.attachPage(new CachePage(tab, ui.store().store()));
    ui.attachTab(tab);
  }

  @Override
  public String name() {
    return NAME;
  }
}
