package io.loophalt.core.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Languages other than English, on messages that programs write in them: {@code
 * src/test/resources/languages} has one file each, with what a message is (a failure or not), where
 * it comes from, the English message and the translated one.
 */
class LanguagesTest {

  private static final Path MESSAGES = Path.of("src", "test", "resources", "languages");
  private static final Path WORDS = Path.of("src", "main", "languages");

  /** Their words say something only beside a number or a word of another list. */
  private static final Set<String> NEVER_ALONE =
      Set.of(
          "months",
          "words of a date",
          "negations",
          "units of time",
          "units of a duration",
          "words beside the time");

  private static final Pattern ENTRY = Pattern.compile("\"[^\"]*\"|[^,\"]+");

  private record Message(String kind, String source, String english, String translated) {}

  @ParameterizedTest
  @ValueSource(strings = {"german", "chinese", "japanese", "portuguese", "spanish"})
  void recognisesAFailureWhereverItIsRecognisedInEnglish(String language) throws IOException {
    List<Message> missed = new ArrayList<>();
    for (Message each : messages(language)) {
      if (each.kind.equals("failure")
          && FailureText.tellsOfFailure(each.english)
          && !FailureText.tellsOfFailure(each.translated)) {
        missed.add(each);
      }
    }
    assertThat(missed).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"german", "chinese", "japanese", "portuguese", "spanish"})
  void takesNothingElseForAFailure(String language) throws IOException {
    for (Message each : messages(language)) {
      if (!each.kind.equals("failure")) {
        assertThat(FailureText.tellsOfFailure(each.translated)).as(each.toString()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"german", "chinese", "japanese", "portuguese", "spanish", "others"})
  void hasNoWordThatEnglishTextsHold(String language) throws IOException {
    String texts = englishTexts();
    Set<String> words = new HashSet<>(List.of(texts.split("[^\\p{L}]+")));
    Set<String> found = new TreeSet<>();
    String list = "";
    for (String line : Files.readAllLines(WORDS.resolve(language + ".words"))) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        list = line.substring(0, line.length() - 1);
        continue;
      }
      Matcher entries = ENTRY.matcher(line.strip());
      while (entries.find()) {
        String bare = entries.group().replace("\"", "").strip().toLowerCase(Locale.ROOT);
        boolean english = bare.contains(" ") ? texts.contains(bare) : words.contains(bare);
        if (english && !bare.isEmpty() && !NEVER_ALONE.contains(list)) {
          found.add(list + " " + bare);
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void takesNoWordForAnotherThatIsCutOffWhereReadingEnds() {
    String beforeTheEnd = "x".repeat(95) + " erro";

    assertThat(FailureText.beginsWithFailure(beforeTheEnd)).isTrue();
    assertThat(FailureText.beginsWithFailure(beforeTheEnd + "r\": null")).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "am 23. November 2026 | am <date>",
        "el 23 de noviembre de 2026 | el <date>",
        "em 23 de novembro de 2026 | em <date>",
        "lunes, 23 de noviembre de 2026 10:11:12 | <time>",
        "2026年11月23日に失敗しました | <date>に失敗しました",
        "第3行错误 | 第<n>行错误",
        "30 秒后重试 | <duration>后重试",
        "30秒でタイムアウトしました | <duration>でタイムアウトしました",
        "nach 30 Sekunden | nach <duration>",
        "tras 5 segundos | tras <duration>",
        "após 5 minutos | após <duration>",
      })
  void leavesOutDatesAndDurations(String text, String normal) {
    assertThat(ErrorNormalizer.normalize(text)).isEqualTo(normal);
    assertThat(ErrorNormalizer.normalize(normal)).isEqualTo(normal);
  }

  @ParameterizedTest
  @CsvSource({
    "第 3 行：语法错误, 第 17 行：语法错误",
    "3行目でエラー, 17行目でエラー",
    "Zeile 3 ist ungültig, Zeile 17 ist ungültig",
    "error en la línea 3, error en la línea 17",
    "erro na linha 3, erro na linha 17",
    "Versuch 3 fehlgeschlagen, Versuch 4 fehlgeschlagen",
  })
  void leavesOutLinesAndAttempts(String one, String other) {
    assertThat(FailureText.ofOutput(one, "{}")).isEqualTo(FailureText.ofOutput(other, "{}"));
  }

  @ParameterizedTest
  @CsvSource({
    "3 个测试失败, 2 个测试失败",
    "エラー3個, エラー2個",
    "3 Fehler, 2 Fehler",
    "3 errores, 2 errores",
    "3 erros, 2 erros",
  })
  void keepsNumbersThatCountFailures(String one, String other) {
    assertThat(FailureText.ofMessage(one, "{}")).isNotEqualTo(FailureText.ofMessage(other, "{}"));
  }

  @ParameterizedTest
  @CsvSource({
    "dateiLesen, READ",
    "datei_schreiben, WRITE",
    "ler_arquivo, READ",
    "criarPedido, WRITE",
    "buscar_productos, READ",
    "eliminarPedido, WRITE",
    "读取文件, READ",
    "删除文件, WRITE",
    "list文件, READ",
    "ファイル読み取り, READ",
    "ファイル編集, WRITE",
    "get_ver, READ",
    "art_gift_die, UNKNOWN",
  })
  void readsTheNamesOfTools(String tool, Effect effect) {
    assertThat(ToolVerbs.effectOf(tool)).isEqualTo(effect);
  }

  @Test
  void readsWhatToWaitFor() {
    assertThat(WaitText.retryAfterSeconds("请求过多，30 秒后重试")).isEqualTo(30);
    assertThat(WaitText.retryAfterSeconds("30秒後に再試行してください")).isEqualTo(30);
    assertThat(WaitText.retryAfterSeconds("Bitte versuchen Sie es in 2 Minuten wieder"))
        .isEqualTo(120);
    assertThat(WaitText.retryAfterSeconds("inténtelo de nuevo en 5 segundos")).isEqualTo(5);
    assertThat(WaitText.saysNotYet("{\"status\":\"处理中\"}")).isTrue();
    assertThat(WaitText.saysNotYet("Auftrag läuft")).isTrue();
  }

  private static List<Message> messages(String language) throws IOException {
    List<Message> messages = new ArrayList<>();
    for (String line : Files.readAllLines(MESSAGES.resolve(language + ".tsv"))) {
      String[] columns = line.split("\t", -1);
      messages.add(new Message(columns[0], columns[1], columns[2], columns[3]));
    }
    return messages;
  }

  /** What the recorded runs and the scenarios say, and the English messages. */
  private static String englishTexts() throws IOException {
    StringBuilder texts = new StringBuilder();
    Path resources = Path.of("..", "recordings", "src", "test", "resources");
    try (InputStream runs =
        new GZIPInputStream(
            Files.newInputStream(resources.resolve("trajectories/sample.jsonl.gz")))) {
      texts.append(new String(runs.readAllBytes(), UTF_8).replaceAll("\\\\[nrt]", " "));
    }
    texts.append(Files.readString(resources.resolve("scenarios/scenarios.jsonl")));
    try (Stream<Path> files = Files.list(MESSAGES)) {
      for (Path file : files.sorted().toList()) {
        Matcher english =
            Pattern.compile("(?m)^[^\t]*\t[^\t]*\t([^\t]*)\t").matcher(Files.readString(file));
        while (english.find()) {
          texts.append(' ').append(english.group(1)).append('\n');
        }
      }
    }
    return texts.toString().toLowerCase(Locale.ROOT);
  }
}
