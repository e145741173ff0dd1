package io.loophalt.operations.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The style sheets and scripts of the page: our own, and those of uPlot, which draws the charts.
 * They are named in the page's policy by their digests, so that nothing else runs in it.
 *
 * @see <a href="https://www.w3.org/TR/CSP3/#match-element-to-source-list">CSP 3, 6.7.3.3</a>
 */
final class PageAssets {

  private static final String OWN = "/io/loophalt/operations/report/";
  private static final String SHARED = "/io/loophalt/operations/timeline/";
  private static final String UPLOT = "/webjars/uplot/";

  final String chartStyle = read(UPLOT + "uPlot.min.css");
  final String timelineStyle = read(SHARED + "timeline.css");
  final String style = read(OWN + "report.css");
  final String chartScript = read(UPLOT + "uPlot.iife.min.js");
  final String script = read(OWN + "report.js");
  final String chartLicense = read(UPLOT + "LICENSE");

  /** What the page may do: show itself. No network, no frames, no forms, no other script. */
  String policy() {
    return "default-src 'none'; script-src "
        + source(chartScript)
        + ' '
        + source(script)
        + "; style-src "
        + source(chartStyle)
        + ' '
        + source(timelineStyle)
        + ' '
        + source(style)
        + "; base-uri 'none'; form-action 'none'";
  }

  private static String source(String content) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException impossible) { // Each Java platform has it.
      throw new IllegalStateException(impossible);
    }
  }

  /** Browsers read a carriage return as a line feed before they compute the digest. */
  private static String read(String name) {
    try (InputStream in = PageAssets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("the jar is incomplete: it has no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }
}
