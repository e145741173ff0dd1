package io.loophalt.configuration;

import io.loophalt.configuration.keys.LadderKeys;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.SourceLocation;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * The bytes of a configuration file as text.
 *
 * <p>Reads through {@code java.io} only: it runs before {@code main}, where touching NIO's file
 * systems would start them ahead of the application's own choice of provider.
 */
final class SourceText {

  /** Far above any configuration a person writes; bounds what a wrong path can cost at start-up. */
  static final int MAX_BYTES = 1_000_000;

  /** What a configuration looks like. */
  private static final String EXAMPLE = LadderKeys.EXAMPLE;

  private SourceText() {}

  /** The text of a file that a source names. */
  static String of(File file, ConfigSource source) {
    SourceLocation place = SourceLocation.of(source.name());
    String origin = source.origin();
    if (!file.exists()) {
      throw ConfigException.ofFile(
          place,
          "no such file, but "
              + origin
              + " names it; create it or correct the path"
              + (source.isAgentOption() ? ", and if it has a blank, quote the whole option" : "")
              + (source.name().chars().allMatch(each -> each < 128)
                  ? ""
                  : ", or if it is there, start this JVM with LC_ALL=C.UTF-8, which can write it"),
          EXAMPLE);
    }
    if (file.isDirectory()) {
      throw ConfigException.ofFile(
          place,
          "a directory, but " + origin + " must name a file, such as loophalt.yaml in it",
          EXAMPLE);
    }
    if (!file.isFile()) {
      // Opening a pipe that nobody writes to would never return.
      throw ConfigException.ofFile(
          place, "a pipe or a device, but " + origin + " must name a regular file", EXAMPLE);
    }
    try (InputStream in = new FileInputStream(file)) {
      return of(source.name(), in);
    } catch (IOException e) {
      throw unreadable(place, e);
    }
  }

  static String of(String name, InputStream in) {
    byte[] bytes;
    try {
      bytes = in.readNBytes(MAX_BYTES + 1);
    } catch (IOException e) {
      throw unreadable(SourceLocation.of(name), e);
    }
    if (bytes.length > MAX_BYTES) {
      throw ConfigException.ofFile(
          SourceLocation.of(name),
          "larger than " + MAX_BYTES + " bytes, which no configuration is; correct the path",
          EXAMPLE);
    }
    return decode(name, bytes);
  }

  private static ConfigException unreadable(SourceLocation place, IOException cause) {
    ConfigException refused =
        ConfigException.ofFile(
            place,
            "cannot be read: "
                + cause.getMessage()
                + "; check owner and permissions, for example with: ls -l "
                + place.file(),
            null);
    refused.initCause(cause);
    return refused;
  }

  private static String decode(String name, byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      int offset = in.position();
      throw ConfigException.ofFile(
          end(name, text),
          String.format(
              Locale.ROOT,
              "not UTF-8 at byte %d (0x%02X); save the file as UTF-8, for example with:"
                  + " iconv -f %s -t UTF-8 %s",
              offset,
              bytes[offset] & 0xFF,
              startsAsUtf16(bytes) ? "UTF-16" : "ISO-8859-1",
              name),
          null);
    }
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  /** Whether there is a byte order mark, of which neither byte is ever part of UTF-8. */
  private static boolean startsAsUtf16(byte[] bytes) {
    char mark = bytes.length < 2 ? 0 : ByteBuffer.wrap(bytes).getChar(0);
    return mark == '\uFEFF' || mark == '\uFFFE';
  }

  /** The place just behind a text. */
  static SourceLocation end(String name, String text) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return new SourceLocation(name, line, text.codePointCount(lineStart, text.length()) + 1);
  }
}
