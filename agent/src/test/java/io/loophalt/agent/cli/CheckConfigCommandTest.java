package io.loophalt.agent.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.testing.application.Annotated;
import io.loophalt.testing.application.HandLoops;
import io.loophalt.testing.application.House;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said about a configuration before anything is started. */
class CheckConfigCommandTest {

  private static final String LOOPS = HandLoops.class.getName();
  private static final String ANNOTATED = Annotated.class.getName().replace('.', '/') + ".class";

  private final Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  CheckConfigCommandTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Test
  void aFileAloneIsCheckedWithoutAnyClass() throws Exception {
    assertThat(check("mode: observe")).isZero();

    assertThat(out.toString(UTF_8)).contains("is right");
  }

  @Test
  void aCeilingBelowADetectorsHaltIsNotedAndNoMistake() throws Exception {
    assertThat(check("ceilings: {steps: 10}")).isZero();

    assertThat(out.toString(UTF_8))
        .contains("loophalt.yaml:1:19: the ceiling of 10 steps ends a run before")
        .contains("is right");
  }

  @Test
  void whatTheFileMayNotSayWhereItIsOnlyFoundIsNoted() throws Exception {
    Files.createFile(directory.resolve("acme.jar"));
    check("extensions: [acme.jar]");

    assertThat(out.toString(UTF_8))
        .containsOnlyOnce(
            "'extensions' holds where this file is named, as by config=loophalt.yaml; where it is"
                + " only found in the working directory, the JVM does not start with it");
  }

  @Test
  void everyMethodThatAPatternMatchesIsListedWithWhatItsPathsLeadTo() throws Exception {
    int exit =
        check(
            """
            weave:
              models:
                - method: %1$s$Llm.complete
                  model: argument0.model
                  input-tokens: result.usage.promptTokens
                  tool-calls: result.message.toolCalls
                  text: result.message.toolCalls[0]
              runs:
                - {method: %1$s$Chat.turn, conversation: this.llm}
              tools: [%1$s$Chat.look]
            """
                .formatted(LOOPS),
            "--classpath",
            testClasses());

    assertThat(out.toString(UTF_8))
        .contains(
            "3:15: weave.models: " + LOOPS + "$Llm.complete matches 1 method",
            LOOPS + "$Llm.complete(" + LOOPS + "$Request)",
            "model: argument0.model is java.lang.String",
            "input-tokens: result.usage.promptTokens is int",
            "tool-calls: result.message.toolCalls is java.util.List<java.lang.String>",
            "text: result.message.toolCalls[0] is java.lang.String",
            "conversation: this.llm is " + LOOPS + "$Llm",
            LOOPS + "$Chat.look(java.lang.String)",
            "is right");
    assertThat(exit).isZero();
  }

  @Test
  void aPathThatLeadsNowhereIsAMistakeWithItsPlaceAndWhatWasLookedFor() throws Exception {
    int exit =
        check(
            "weave: {models: [{method: %s$Llm.complete, text: result.message.words}]}"
                .formatted(LOOPS),
            "--classpath",
            testClasses());

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .contains(
            "text: result.message.words leads NOWHERE: "
                + LOOPS
                + "$Message has no words(), getWords(), isWords() and no field words")
        .doesNotContain("is right");
  }

  @ParameterizedTest
  @CsvSource({
    "argument7.x, 'the method has 1 parameter, counted from 0'",
    "result.message[0], '$Message has no elements'"
  })
  void aPathThatBeginsOrGoesOnWhereNothingIsLeadsNowhere(String path, String why) throws Exception {
    int exit =
        check(
            "weave: {models: [{method: %s$Llm.complete, text: \"%s\"}]}".formatted(LOOPS, path),
            "--classpath",
            testClasses());

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString(UTF_8)).contains("leads NOWHERE: ", why);
  }

  @Test
  void aTypeThatIsOnlyKnownAtRunTimeIsNoMistake() throws Exception {
    int exit =
        check(
            "weave: {models: [{method: %s$Llm.fill, text: \"argument0[0].message\"}]}"
                .formatted(LOOPS),
            "--classpath",
            testClasses());

    assertThat(out.toString(UTF_8))
        .contains("may lead somewhere: argument0[0] is declared as java.lang.Object");
    assertThat(exit).isZero();
  }

  @Test
  void treesOfJsonInJarsAreReadByTheirKeys() throws Exception {
    int exit =
        check(
            """
            weave:
              models:
                - method: com.fasterxml.jackson.databind.ObjectMapper.readTree(java.lang.String)
                  text: result.choices[0].message
            """,
            "--classpath",
            placeOf(JsonNode.class));

    assertThat(out.toString(UTF_8))
        .contains("text: result.choices[0].message is com.fasterxml.jackson.databind.JsonNode");
    assertThat(exit).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "com.acme.Gone.away, there is no class com.acme.Gone",
    "%s$Llm.answer, declares no answer",
    "%s$Chat.look(int), %s$Chat.look(java.lang.String)"
  })
  void aPatternThatMatchesNothingIsAMistakeAndWhatIsNearIsNamed(String pattern, String hint)
      throws Exception {
    int exit =
        check(
            "weave: {tools: [\"%s\"]}".formatted(pattern.replace("%s", LOOPS)),
            "--classpath",
            testClasses());

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .contains("1:17: weave.tools: ", "matches no method", hint.replace("%s", LOOPS));
  }

  @Test
  void annotationsAreCountedAndOneThatMarksNothingIsAMistake() throws Exception {
    int exit =
        check(
            "weave: {tool-annotations: [\"%s\", com.acme.Mark]}"
                .formatted(House.Bare.class.getName()),
            "--classpath",
            testClasses());

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .contains("@io.loophalt.AgentTool marks", "@" + House.Bare.class.getName() + " marks")
        .contains("weave.tool-annotations: com.acme.Mark marks no method");
  }

  @Test
  void aMethodThatCannotBeWovenIsAMistake() throws Exception {
    int exit =
        check(
            "weave: {tools: [\"%1$s$Wide.*\", \"%1$s.<init>\"]}"
                .formatted(Annotated.class.getName()),
            "--classpath",
            testClasses());

    assertThat(exit).isEqualTo(1);
    assertThat(out.toString(UTF_8))
        .contains(".<init>() is NOT woven: it is a constructor")
        .contains("$Wide.answer(java.lang.Object) is NOT woven: it is abstract")
        .contains("$Wide.byOthers() is NOT woven: it is native");
  }

  @Test
  void annotatedMethodsThatCannotBeWovenAreListedApart() throws Exception {
    int exit = check("mode: act", "--classpath", testClasses());

    String said = out.toString(UTF_8);
    int marked = said.indexOf("@io.loophalt.AgentTool marks");
    int refused = said.indexOf("@io.loophalt.AgentTool has no effect on");
    assertThat(marked).as(said).isNotNegative();
    assertThat(refused).as(said).isGreaterThan(marked);
    assertThat(said.substring(marked, refused)).doesNotContain("$Wide.answer", "$Wide.byOthers");
    assertThat(said.substring(refused))
        .contains(
            "$Wide.answer(java.lang.Object) is NOT woven: it is abstract",
            "$Wide.byOthers() is NOT woven: it is native");
    assertThat(exit).as("what is marked is no matter of the file").isZero();
  }

  @Test
  void aClassPathThatIsNotThereIsRefused() throws Exception {
    assertThat(check("mode: act", "--classpath", "no/such.jar")).isEqualTo(2);
    assertThat(out.toString(UTF_8)).contains("no/such.jar is on the class path and does not exist");
  }

  @Test
  void aFileThatIsNoJarIsRefused() throws Exception {
    Path text = Files.writeString(directory.resolve("a.jar"), "text");

    assertThat(check("mode: act", "--classpath", text.toString())).isEqualTo(2);
    assertThat(out.toString(UTF_8)).contains("a.jar is on the class path and is no jar");
  }

  @Test
  void allJarsOfAFolderAreTakenByAStar() throws Exception {
    Path jar = Path.of(placeOf(JsonNode.class));
    Files.copy(jar, directory.resolve("one.jar"));

    int exit =
        check(
            "weave: {tools: [com.fasterxml.jackson.databind.JsonNode.size]}",
            "--classpath",
            directory + File.separator + "*");

    assertThat(out.toString(UTF_8)).contains("JsonNode.size()");
    assertThat(exit).isZero();
  }

  /** As Spring Boot's and a web container's applications are packed. */
  @ParameterizedTest
  @ValueSource(strings = {"BOOT-INF", "WEB-INF"})
  void classesAndJarsInsideOfAnApplicationAreRead(String inside) throws Exception {
    Path application = directory.resolve("app.jar");
    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(application))) {
      put(jar, inside + "/lib/jackson.jar", Files.readAllBytes(Path.of(placeOf(JsonNode.class))));
      put(jar, inside + "/classes/" + ANNOTATED, annotated());
    }

    int exit =
        check(
            "weave: {tools: [%s.plain, com.fasterxml.jackson.databind.JsonNode.size]}"
                .formatted(Annotated.class.getName()),
            "--classpath",
            application.toString());

    assertThat(out.toString(UTF_8))
        .contains("matches 1 method", "Annotated.plain()", "JsonNode.size()", "is right")
        .doesNotContain(inside);
    assertThat(exit).isZero();

    try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(application))) {
      put(jar, inside + "/lib/broken.jar", new byte[] {1, 2, 3});
    }
    assertThat(check("mode: act", "--classpath", application.toString())).isEqualTo(2);
    assertThat(out.toString(UTF_8))
        .contains("/lib/broken.jar in ", "app.jar is on the class path and is no jar");
  }

  private static byte[] annotated() throws IOException {
    try (InputStream in = Annotated.class.getClassLoader().getResourceAsStream(ANNOTATED)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  private static void put(JarOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(bytes);
    jar.closeEntry();
  }

  @Test
  void aBrokenClassFileIsSaidOnceAndTheOthersAreLookedAt() throws Exception {
    Path classes = Files.createDirectory(directory.resolve("classes"));
    byte[] bytes = annotated();
    Files.createDirectories(classes.resolve(ANNOTATED).getParent());
    Files.write(classes.resolve(ANNOTATED), bytes);
    Files.write(classes.resolve("Broken.class"), Arrays.copyOf(bytes, bytes.length - 40));

    int exit = check("weave: {tools: [\"*.no\", \"*.none\"]}", "--classpath", classes.toString());

    assertThat(out.toString(UTF_8))
        .containsOnlyOnce("Broken cannot be read as a class file: ")
        .contains("@io.loophalt.AgentTool marks")
        .doesNotContain("\tat ");
    assertThat(exit).as("patterns that match nothing").isEqualTo(1);
  }

  private int check(String yaml, String... options) throws Exception {
    Path file = Files.writeString(directory.resolve("loophalt.yaml"), yaml);
    String[] all = new String[options.length + 2];
    all[0] = "check-config";
    all[1] = file.toString();
    System.arraycopy(options, 0, all, 2, options.length);
    PrintStream stream = new PrintStream(out, true, UTF_8);
    return CommandLineMain.run(
        new Terminal(new ByteArrayInputStream(new byte[0]), stream, stream, false), all);
  }

  private static String testClasses() throws URISyntaxException {
    return placeOf(HandLoops.class);
  }

  private static String placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
  }
}
