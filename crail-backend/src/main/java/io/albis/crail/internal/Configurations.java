// Copyright 2026 The Albis Authors
// SPDX-License-Identifier: Apache-2.0
package io.albis.crail.internal;

import io.albis.storage.internal.backend.InvalidSettingException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.crail.conf.CrailConfiguration;
import org.apache.crail.conf.CrailConstants;

/**
 * Crail's configuration: that of {@code crail-site.conf}, options, and the address in the URI.
 *
 * <p>Crail keeps it in static fields, so all storages of a process must have the same block size,
 * storage tiers and so on. Only the address of the name node may differ.
 */
final class Configurations {

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)\\}|\\$(\\w+)");

  /** A multiple of the sectors of all devices, in bytes. */
  static final int BLOCK_UNIT = 4096;

  /**
   * What this process uses, without the address; null before the first use. Guarded by this class.
   */
  private static Map<String, String> used;

  private Configurations() {}

  /** Returns Crail's settings for a URI. */
  static Map<String, String> read(URI root, CrailSettings settings) throws IOException {
    Map<String, String> all = new TreeMap<>();
    String home = settings.home();
    if (home.isEmpty() && System.getenv("CRAIL_HOME") != null) {
      home = System.getenv("CRAIL_HOME");
    }
    if (!home.isEmpty()) {
      all.putAll(readFile(Path.of(home, "conf", "crail-site.conf"), root));
    }
    all.putAll(settings.crail());
    if (root.getAuthority() != null) {
      if (root.getPort() < 0) {
        throw new InvalidSettingException(
            "Invalid URI: "
                + root
                + " (expected crail://host:port/path, or crail:///path for the name node of"
                + " crail-site.conf)");
      }
      all.put(CrailConstants.NAMENODE_ADDRESS_KEY, "crail://" + root.getAuthority());
    } else if (!all.containsKey(CrailConstants.NAMENODE_ADDRESS_KEY)) {
      throw new IOException(
          "Cannot open "
              + root
              + ": it names no name node (expected crail://host:port/path, or the environment"
              + " variable CRAIL_HOME, or the option "
              + CrailSettings.HOME
              + ")");
    }
    return all;
  }

  private static Map<String, String> readFile(Path file, URI root) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(
          "Cannot open " + root + ": cannot read Crail's configuration " + file + " (CRAIL_HOME)");
    }
    Properties properties = new Properties();
    try (var reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    Map<String, String> settings = new TreeMap<>();
    for (String name : properties.stringPropertyNames()) {
      settings.put(name.trim(), expanded(properties.getProperty(name).trim(), file));
    }
    return settings;
  }

  /** Replaces environment variables, as Crail does. */
  private static String expanded(String text, Path file) throws IOException {
    Matcher matcher = VARIABLE.matcher(text);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      String name = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
      String value = System.getenv(name);
      if (value == null) {
        throw new IOException(
            "Cannot read " + file + ": the environment variable " + name + " is not set");
      }
      matcher.appendReplacement(result, Matcher.quoteReplacement(value));
    }
    return matcher.appendTail(result).toString();
  }

  /**
   * Makes settings those of the process.
   *
   * @throws IOException if the process already uses others, or they would damage data
   */
  static synchronized CrailConfiguration use(Map<String, String> settings) throws IOException {
    Map<String, String> common = new TreeMap<>(settings);
    common.remove(CrailConstants.NAMENODE_ADDRESS_KEY);
    if (used != null && !used.equals(common)) {
      throw new IOException(
          "Cannot use another configuration of Crail in the same process: it keeps "
              + used
              + ", other than the requested "
              + common);
    }
    CrailConfiguration configuration = CrailConfiguration.createEmptyConfiguration();
    settings.forEach(configuration::set);
    if (used == null) {
      CrailConstants.updateConstants(configuration);
      CrailConstants.verify();
      if (CrailConstants.BLOCK_SIZE % BLOCK_UNIT != 0
          || CrailConstants.BLOCK_SIZE > 1 << 30
          || CrailConstants.BLOCK_SIZE % CrailConstants.DIRECTORY_RECORD != 0) {
        throw new IOException(
            "Invalid crail.blocksize: "
                + CrailConstants.BLOCK_SIZE
                + " (expected a multiple of "
                + BLOCK_UNIT
                + " up to 1 GiB)");
      }
      used = common;
    }
    return configuration;
  }
}
