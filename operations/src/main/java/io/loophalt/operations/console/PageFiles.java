package io.loophalt.operations.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that the page is made of: our own, and those of the libraries. Immutable. */
final class PageFiles {

  /**
   * A file.
   *
   * @param type as in {@code Content-Type}
   */
  record PageFile(String type, String content) {}

  private static final String OWN = "/io/loophalt/operations/console/";
  private static final String UPLOT = "/webjars/uplot/";
  private static final String HTML = "text/html; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";
  private static final String SCRIPT = "text/javascript; charset=utf-8";

  private final Map<String, PageFile> files = new LinkedHashMap<>();

  PageFiles() {
    add("", HTML, OWN + "console.html");
    add("console.css", STYLE, OWN + "console.css");
    add("icon.svg", "image/svg+xml", OWN + "icon.svg");
    add("timeline.css", STYLE, "/io/loophalt/operations/timeline/timeline.css");
    add("uPlot.min.css", STYLE, UPLOT + "uPlot.min.css");
    add("uPlot.iife.min.js", SCRIPT, UPLOT + "uPlot.iife.min.js");
    for (String module : new String[] {"console", "runs", "jvms", "story", "dialogs", "text"}) {
      add(module + ".js", SCRIPT, OWN + module + ".js");
    }
  }

  private void add(String name, String type, String resource) {
    try (InputStream in = PageFiles.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("the jar is incomplete: it has no " + resource);
      }
      files.put(name, new PageFile(type, new String(in.readAllBytes(), StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + resource, e);
    }
  }

  /** The file with this name; null if there is none. */
  @Nullable PageFile file(String name) {
    return files.get(name);
  }
}
