/*
 * Copyright 2026 The Albis Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.albis.cli.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Says which Albis and which Java this is. */
public final class VersionProvider implements IVersionProvider {
  /** Made by the command line parser. */
  public VersionProvider() {}

  @Override
  public String[] getVersion() throws IOException {
    return new String[] {
      "albis " + albisVersion(),
      "java " + Runtime.version() + " (" + System.getProperty("java.vm.name") + ")"
    };
  }

  private static String albisVersion() throws IOException {
    try (InputStream in =
        VersionProvider.class.getResourceAsStream("/io/albis/cli/version.properties")) {
      Properties properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    }
  }
}
