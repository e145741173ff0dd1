package io.loophalt.configuration;

import io.loophalt.configuration.settings.FrameworkNames;
import io.loophalt.configuration.settings.PresetCatalog;
import io.loophalt.extension.Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The project's own pages, as far as they speak of the configuration. */
final class Docs {

  /** The presets and detectors that the pages speak of. */
  static final PresetCatalog CATALOG = new BuiltInPresets();

  /** The frameworks that the pages speak of. */
  static final FrameworkNames FRAMEWORKS = Docs::frameworks;

  /** Tests run in the module's folder; the pages are beside it. */
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final String FENCE = "```";

  /**
   * A block of YAML in a page.
   *
   * @param name the page and the line in which the block begins
   */
  record Block(String name, String yaml) {

    @Override
    public String toString() {
      return name;
    }
  }

  private Docs() {}

  private static Map<String, String> frameworks() {
    Map<String, String> titles = new TreeMap<>();
    for (Extension each : ServiceLoader.load(Extension.class)) {
      titles.put(each.name(), each.title());
    }
    return titles;
  }

  static Path file(String name) {
    return ROOT.resolve("docs").resolve(name);
  }

  /** All blocks that a page marks as {@code yaml}. */
  static List<Block> yamlBlocks() throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path page : pages()) {
      List<String> lines = Files.readAllLines(page);
      for (int i = 0; i < lines.size(); i++) {
        if (lines.get(i).strip().equals(FENCE + "yaml")) {
          int begin = i + 1;
          int end = begin;
          while (!lines.get(end).strip().equals(FENCE)) {
            end++;
          }
          String yaml = String.join("\n", lines.subList(begin, end));
          blocks.add(new Block(ROOT.relativize(page) + ":" + begin, yaml));
          i = end;
        }
      }
    }
    return blocks;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"));
        Stream<Path> root = Files.list(ROOT)) {
      return Stream.concat(root, docs)
          .filter(path -> path.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }
}
