package io.loophalt.runtime.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.text.ErrorNormalizer;
import io.loophalt.core.text.LineDigests;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OtherPartsTest {

  /** A picture as frameworks have it: the part, what it is, where it comes from. */
  record Part(Optional<Picture> image, Optional<Picture> video) {}

  record Picture(Source source, String detail) {}

  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Source(byte[] data, Object cached) {}

  record Unknown(int pages) {}

  /** A picture or a text, as SDKs have it. */
  record Union(String url, @Nullable String text) {
    public String asText() {
      return Objects.requireNonNull(text, "a picture");
    }
  }

  @Test
  void partsAreToldApartByWhatTheirMembersLeadTo() {
    assertThat(of(url("https://example.org/1.png")))
        .isEqualTo(of(url("https://example.org/1.png")))
        .isNotEqualTo(of(url("https://example.org/2.png")))
        .isNotZero();
    assertThat(of(new Union("a", null)))
        .isEqualTo(of(new Union("a", null)))
        .isNotEqualTo(of(new Union("b", null)));
    assertThat(of(picture(1))).isEqualTo(of(picture(1))).isNotEqualTo(of(picture(2)));
    assertThat(of(URI.create("file:/a"))).isNotEqualTo(of(URI.create("file:/b")));
    assertThat(of(ByteBuffer.wrap(new byte[] {1}))).isNotEqualTo(of(new byte[] {2}));
    assertThat(of(Map.of("type", "file", "id", "file-1")))
        .isNotEqualTo(of(Map.of("type", "file", "id", "file-2")));
  }

  @Test
  void aUrlThatIsSignedAnewIsTheSamePlace() {
    String place = "https://store.example/chart.png";
    assertThat(of(url(place + "?X-Amz-Date=1&X-Amz-Signature=ab")))
        .isEqualTo(of(url(place + "?X-Amz-Date=2&X-Amz-Signature=cd")))
        .isNotEqualTo(of(url("https://store.example/other.png?X-Amz-Signature=ab")));
    assertThat(of(url(place + "?sv=1&sig=a%2B"))).isEqualTo(of(url(place + "?sv=2&sig=b")));
    assertThat(of(url(place + "?id=1"))).isNotEqualTo(of(url(place + "?id=2")));
    assertThat(of(url(place + "?design=1"))).isNotEqualTo(of(url(place + "?design=2")));
  }

  @Test
  void howManyThereAreAndInWhichOrderMakesADifference() {
    Object one = url("https://example.org/1.png");
    Object two = url("https://example.org/2.png");

    assertThat(OtherParts.digest(List.of())).isZero();
    assertThat(OtherParts.digest(List.of(one, two)))
        .isNotEqualTo(OtherParts.digest(List.of(two, one)))
        .isNotEqualTo(OtherParts.digest(List.of(one)));
  }

  @Test
  void longDataCountsByItsEndsItsLengthAndPieces() {
    byte[] data = new byte[1 << 20];
    long whole = of(data.clone());
    assertThat(of(data.clone())).isEqualTo(whole);
    assertThat(of(Arrays.copyOf(data, data.length - 1))).isNotEqualTo(whole);
    for (int changed : new int[] {0, data.length - 1}) {
      byte[] other = data.clone();
      other[changed] = 1;
      assertThat(of(other)).as("byte %s", changed).isNotEqualTo(whole);
    }
    byte[] middle = data.clone();
    Arrays.fill(middle, data.length / 4, data.length / 2, (byte) 1);
    assertThat(of(middle)).isNotEqualTo(whole);

    String text = "A".repeat(1 << 20);
    String changed = "A".repeat(1 << 19) + "B".repeat(1 << 19);
    assertThat(of(text)).isNotEqualTo(of(changed)).isNotEqualTo(of(text + "A"));
  }

  @Test
  void whatHasNoMemberThatIsKnownCountsByItsFields() {
    assertThat(of(new Unknown(1))).isEqualTo(of(new Unknown(1))).isNotEqualTo(of(new Unknown(2)));
  }

  @Test
  void whatStandsForThemInATextIsAWordThatIsLookedAt() {
    String one = OtherParts.behind("Scrolled.", List.of(picture(1)));

    assertThat(one)
        .matches("Scrolled\\.\n\\[beside the text: [a-z]{8,}]")
        .isEqualTo(OtherParts.behind("Scrolled.", List.of(picture(1))));
    assertThat(OtherParts.behind("", List.of(picture(1)))).startsWith("[beside");
    for (int other = 2; other < 100; other++) {
      String text = OtherParts.behind("Scrolled.", List.of(picture(other)));
      assertThat(ErrorNormalizer.digest(text)).isNotEqualTo(ErrorNormalizer.digest(one));
      assertThat(lines(text)).isNotEqualTo(lines(one));
    }
  }

  private static List<Integer> lines(String text) {
    DigestList lines = new DigestList(LineDigests.CAPACITY);
    LineDigests.read(text, /* exactly= */ false, /* cursors= */ false, lines);
    return IntStream.range(0, lines.size()).mapToObj(lines::get).toList();
  }

  private static Object url(String url) {
    return Map.of("type", "image_url", "image_url", Map.of("url", url));
  }

  /** What is no data of it, such as what it has cached, makes no difference. */
  private static Object picture(int content) {
    Source source = new Source(new byte[] {(byte) content}, new Object());
    return new Part(Optional.of(new Picture(source, "high")), Optional.empty());
  }

  private static long of(Object part) {
    return OtherParts.digest(List.of(part));
  }
}
