package io.loophalt.runtime.request;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.KnownContents;
import io.loophalt.runtime.value.MemberReader;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Tells apart what stands in messages and results beside text, such as pictures, voice and files,
 * in whatever classes a framework has for it: by the URL, the id or the data that its members of
 * the usual names lead to. Of long data the two ends, pieces in between and the length count, so
 * that a picture costs some microseconds. Thread-safe.
 */
public final class OtherParts {

  /** Longer data is read in pieces. */
  private static final int MOST_WHOLE = 1 << 14;

  private static final int END = 1 << 12;
  private static final int PIECE = 64;
  private static final int PIECES = 32;

  /** From a part of a message to its data, such as {@code part.imageUrl.url}. */
  private static final int DEEPEST = 5;

  private static final int MOST_ELEMENTS = 8;

  /** No vowels, so that no word is made of them. */
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz";

  /** Made when a part is read first: most programs send text alone. */
  private static volatile @Nullable OtherParts known;

  private final List<Member> contents;
  private final List<Member> names;
  private final Member jsonText =
      new Member("asText", 0, MemberReader.calling("asText", "asString", "getAsString"));

  private OtherParts() {
    contents =
        members(
            "url",
            "uri",
            "data",
            "base64",
            "base64Data",
            "bytes",
            "content",
            "source",
            "image",
            "imageUrl",
            "image_url",
            "inputImage",
            "audio",
            "inputAudio",
            "input_audio",
            "video",
            "pdfFile",
            "document",
            "searchResult",
            "search_result",
            "file",
            "fileUri",
            "file_uri",
            "fileUrl",
            "fileData",
            "file_data",
            "fileId",
            "file_id",
            "inputFile",
            "inlineData",
            "inline_data",
            "s3Location",
            "attachment",
            "media",
            "blob",
            "text");
    // Programs may give the same picture another id each time.
    names = members("id", "name", "filename");
  }

  private static List<Member> members(String... names) {
    List<Member> members = new ArrayList<>(names.length);
    for (String name : names) {
      members.add(new Member(name, TextDigest.of(name), MemberReader.of(name)));
    }
    return members;
  }

  private record Member(String name, long digest, MemberReader reader) {

    @Nullable Object of(Object target) {
      if (target instanceof Map<?, ?> map) {
        return map.get(name);
      }
      try {
        return reader.isOn(target) ? reader.of(target) : null;
      } catch (MemberReader.Unreadable notAsDocumented) {
        return null;
      }
    }
  }

  private static OtherParts known() {
    OtherParts made = known;
    if (made == null) {
      made = new OtherParts();
      known = made;
    }
    return made;
  }

  /** A digest of the parts of a message; 0 if there are none. */
  static long digest(List<?> parts) {
    long digest = 0;
    for (Object part : parts) {
      digest = TextDigest.combine(digest, known().part(part));
    }
    return digest;
  }

  /**
   * A text with a word at its end that stands for parts beside it: what compares texts tells them
   * apart, and takes nothing in the word for a number or an id of no meaning.
   */
  public static String behind(String text, List<?> parts) {
    StringBuilder whole = new StringBuilder(text.length() + 40).append(text);
    whole.append(text.isEmpty() ? "[beside the text: " : "\n[beside the text: ");
    int base = LETTERS.length();
    for (long rest = digest(parts); rest != 0; rest = Long.divideUnsigned(rest, base)) {
      whole.append(LETTERS.charAt((int) Long.remainderUnsigned(rest, base)));
    }
    return whole.append(']').toString();
  }

  private long part(Object part) {
    long digest = of(part, contents, 0);
    digest = digest == 0 ? of(part, names, 0) : digest;
    return digest == 0 ? new CanonicalDigest().ofValue(part) : digest;
  }

  /** What a value says itself, or what its members do; 0 if that is nothing. */
  private long of(@Nullable Object value, List<Member> members, int depth) {
    if (value instanceof Optional<?> optional) {
      return of(optional.orElse(null), members, depth);
    }
    if (value == null || depth > DEEPEST) {
      return 0;
    }
    long own = ofData(value);
    own = own == 0 ? ofJson(value) : own;
    if (own != 0) {
      return own;
    }
    if (value instanceof List<?> list) {
      long digest = 0;
      for (Object each : list.subList(0, Math.min(MOST_ELEMENTS, list.size()))) {
        digest = TextDigest.combine(digest, of(each, members, depth + 1));
      }
      return digest;
    }
    // The same in any order, so that it can be added up.
    long sum = 0;
    for (Member each : members) {
      long member = of(each.of(value), members, depth + 1);
      sum += member == 0 ? 0 : TextDigest.combine(each.digest(), member);
    }
    return sum;
  }

  /** Of text, bytes, or what names a place; 0 for anything else. */
  private static long ofData(Object value) {
    if (value instanceof byte[] bytes) {
      return ofBytes(bytes, 0, bytes.length);
    }
    if (value instanceof ByteBuffer buffer && buffer.hasArray()) {
      return ofBytes(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
    }
    if (value instanceof CharSequence) {
      String text = KnownContents.text(value);
      return ofText(text == null ? value.toString() : text);
    }
    if (value instanceof URI
        || value instanceof URL
        || value instanceof File
        || value instanceof Path) {
      return ofText(value.toString());
    }
    return 0;
  }

  /** The text of a node of a JSON tree; unions of SDKs have a method of that name, too. */
  private long ofJson(Object value) {
    Object text = jsonText.of(value);
    return text instanceof CharSequence ? ofData(text) : 0;
  }

  private static long ofText(String text) {
    int length = text.length();
    if (length <= MOST_WHOLE) {
      return text.isEmpty() ? 0 : TextDigest.of(text, 0, withoutSignature(text));
    }
    long digest = TextDigest.combine(length, TextDigest.of(text, 0, END));
    for (int i = 1; i <= PIECES; i++) {
      int from = (int) ((long) (length - PIECE) * i / (PIECES + 1));
      digest = TextDigest.combine(digest, TextDigest.of(text, from, from + PIECE));
    }
    return TextDigest.combine(digest, TextDigest.of(text, length - END, length));
  }

  /** Where a signed URL's query begins: signed anew it is the same place. Else the text's end. */
  private static int withoutSignature(String text) {
    int query = text.startsWith("http") ? text.indexOf('?') : -1;
    boolean isSigned =
        query >= 0
            && (has(text, query, "X-Amz-Signature=")
                || has(text, query, "X-Goog-Signature=")
                || has(text, query, "Signature=")
                || has(text, query, "sig="));
    return isSigned ? query : text.length();
  }

  private static boolean has(String url, int query, String parameter) {
    int at = url.indexOf(parameter, query);
    return at > 0 && (url.charAt(at - 1) == '?' || url.charAt(at - 1) == '&');
  }

  private static long ofBytes(byte[] bytes, int from, int length) {
    if (length <= MOST_WHOLE) {
      return length == 0 ? 0 : TextDigest.of(text(bytes, from, length));
    }
    StringBuilder pieces = new StringBuilder(2 * END + PIECES * PIECE);
    pieces.append(text(bytes, from, END));
    for (int i = 1; i <= PIECES; i++) {
      int at = (int) ((long) (length - PIECE) * i / (PIECES + 1));
      pieces.append(text(bytes, from + at, PIECE));
    }
    pieces.append(text(bytes, from + length - END, END));
    return TextDigest.combine(length, TextDigest.of(pieces));
  }

  private static String text(byte[] bytes, int from, int length) {
    return new String(bytes, from, length, StandardCharsets.ISO_8859_1);
  }
}
