package io.loophalt.recordings;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.loophalt.PrintableText;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * JSON that is safe to show on a terminal: what {@link PrintableText} would write out is escaped,
 * although JSON asks for that of few characters only. A reader gets the text as it was.
 *
 * <p>Characters of two surrogates, such as emoji, are escaped as well, because what the halves
 * belong to is not told. Thread-safe.
 */
public final class PrintableJson {

  private static final JsonFactory JSON = factory();

  /** Writes the fields of an object. */
  public interface Fields {
    /** Writes them. */
    void write(JsonGenerator json) throws IOException;
  }

  private PrintableJson() {}

  /** Makes generators that write such JSON. */
  static JsonFactory factory() {
    JsonFactory json = new JsonFactory();
    json.setCharacterEscapes(new Escapes());
    return json;
  }

  /** An object on one line, its line feed included. */
  public static String line(Fields fields) {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return line.append('\n').toString();
  }

  private static final class Escapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;
    private static final char DELETE = '\u007f';

    private final int[] ascii = standardAsciiEscapesForJSON();

    Escapes() {
      ascii[DELETE] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return ascii.clone();
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return PrintableText.isPrintable(character)
          ? null
          : new SerializedString(String.format(Locale.ROOT, "\\u%04X", character));
    }
  }
}
