// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.tools.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Provides the versions of Albis and Java. */
public final class VersionProvider implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "albis " + albisVersion(),
      "java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
    };
  }

  private static String albisVersion() throws IOException {
    try (InputStream in =
        VersionProvider.class.getResourceAsStream("/io/albis/tools/version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    }
  }
}
