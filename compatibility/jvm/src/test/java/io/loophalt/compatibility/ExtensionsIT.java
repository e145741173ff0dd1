package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.JarBuilder;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.io.TempDir;

/**
 * Extensions of users, right ones and broken ones: a broken one costs one line, and what else the
 * agent watches it goes on watching.
 */
class ExtensionsIT {

  private static final String SERVICE = "META-INF/services/io.loophalt.extension.Extension";

  /** The application as a framework: its tools are named by an extension and nowhere else. */
  private static final String EXTENSION =
      """
      import io.loophalt.extension.*;
      import java.util.List;

      public class Plain implements Extension {
        public int apiVersion() { return API_VERSION; }
        public String name() { return "plain"; }
        public String title() { return "Plain Agents"; }
        public List<String> packages() {
          return List.of("io.loophalt.compatibility.plain.");
        }
        public List<Artifact> artifacts() {
          String agent = "io.loophalt.compatibility.plain.PlainAgent";
          return List.of(new Artifact("Plain Agents", "a:b", agent, List.of(
              new Artifact.Part("runs", new ChokePoint(agent, "solve", -1, null, new Runs())),
              new Artifact.Part("tools", new ChokePoint(agent, "dispatch", 1, null, new Tools())))));
        }
        static class Runs implements ScopedRuns {
          public String task(MethodCall call) { return "plain"; }
        }
        static class Tools implements ToolCalls {
          public Request request(MethodCall call) {
            return new Request(null, "dispatch", String.valueOf(call.argument(0)));
          }
          public Reply reply(Object returned) { return new Reply(returned.toString(), false); }
          public Object append(Object returned, String message) { return null; }
        }
      }
      """;

  @TempDir Path folder;

  @OnEveryJdk
  void anExtensionWatchesAFrameworkOfItsOwn(ForkedContainer container) throws IOException {
    jar("right", EXTENSION);

    assertThatRun(run(container, "extensions: [right.jar]\n"))
        .endedWell()
        .warns("\\[loophalt] watching Plain Agents.*")
        .reports("named.halted.at", 5);
  }

  @OnEveryJdk
  void oneThatIsSwitchedOffByNameWatchesNothing(ForkedContainer container) throws IOException {
    jar("right", EXTENSION);

    assertThatRun(
            run(
                container,
                "extensions: [right.jar]\nweave: {frameworks: {plain: false, plan: false}}\n"))
        .endedWell()
        .warns(".*'weave\\.frameworks' names plan, which no framework or extension is called.*")
        .doesNotWarn(".*watching Plain Agents.*")
        .reports("named.halted.at", 0);
  }

  @OnEveryJdk
  void whateverIsWrongWithOneIsOneLineAndTheOthersWork(ForkedContainer container)
      throws IOException {
    jar("right", EXTENSION);
    jar("newer", EXTENSION.replace("return API_VERSION", "return 99"));
    jar(
        "unmakeable",
        EXTENSION.replace(
            "public int api", "public Plain() { throw new Error(\"no\"); } public int api"));
    jar(
        "unnamed",
        EXTENSION.replace("return \"plain\"", "throw new IllegalStateException(\"who\")"));
    jar(
        "nowhere",
        EXTENSION.replace(
            "return List.of(\"io.loophalt.compatibility.plain.\")",
            "throw new IllegalStateException(\"where\")"));
    jar("again", EXTENSION);
    Files.writeString(folder.resolve("text.jar"), "no jar");
    new JarBuilder().write(folder.resolve("empty.jar"));

    Outcome outcome =
        run(
            container,
            "extensions: [newer.jar, unmakeable.jar, unnamed.jar, nowhere.jar, text.jar, empty.jar,"
                + " right.jar, again.jar]\n");

    assertThatRun(outcome)
        .endedWell()
        .warns(".*newer\\.jar is NOT loaded.* version 99 of the extension API.*")
        .warns(".*unmakeable\\.jar is NOT loaded.*java\\.lang\\.Error: no")
        .warns(".*unnamed\\.jar is NOT loaded.*IllegalStateException: who")
        .warns(".*nowhere\\.jar is NOT loaded.*IllegalStateException: where")
        .warns(".*text\\.jar is NOT loaded.*it cannot be read: .*")
        .warns(".*empty\\.jar is NOT loaded.*there is no extension in it.*")
        .warns(".*again\\.jar is NOT loaded.*its name plain is that of .*right\\.jar")
        .reports("named.halted.at", 5);
    assertThat(outcome.err()).filteredOn(line -> line.contains("is NOT loaded")).hasSize(7);
  }

  @OnEveryJdk
  void artifactsThatThrowSwitchTheExtensionOffInOneLine(ForkedContainer container)
      throws IOException {
    jar(
        "broken",
        EXTENSION.replace("String agent =", "if (true) throw new Error(\"what\"); String agent ="));

    assertThatRun(run(container, "extensions: [broken.jar]\n"))
        .endedWell()
        .warns(
            ".*the extension plain of .*broken\\.jar is SWITCHED OFF, and Plain Agents is not"
                + " watched.*java\\.lang\\.Error: what")
        .doesNotWarn("\\s+at .*")
        .reports("named.halted.at", 0);
  }

  @OnEveryJdk
  void aRoleThatThrowsIsSwitchedOffAndTheApplicationGoesOn(ForkedContainer container)
      throws IOException {
    jar(
        "throwing",
        EXTENSION.replace(
            "return new Request(null",
            "if (true) throw new Error(\"odd\"); return new Request(null"));

    assertThatRun(run(container, "extensions: [throwing.jar]\n"))
        .endedWell()
        .warns(".* ERROR error of the extension throwing\\.jar .*")
        .warns(
            ".* is SWITCHED OFF after 5 internal errors.*for the author of the extension"
                + " throwing\\.jar")
        .doesNotWarn(".*TURNED OFF.*")
        .reports("named.halted.at", 0);
  }

  @OnEveryJdk
  void aReplyThatIsNullIsReadAsWhatTheMethodReturned(ForkedContainer container) throws IOException {
    jar("null", EXTENSION.replace("new Reply(returned.toString(), false)", "null"));

    assertThatRun(run(container, "extensions: [null.jar]\n"))
        .endedWell()
        .doesNotWarn(".* ERROR .*")
        .reports("named.halted.at", 5);
  }

  @OnEveryJdk
  void whatItsFrameworkDoesNotSayCostsNothingElse(ForkedContainer container) throws IOException {
    jar(
        "silent",
        EXTENSION
            .replace("String.valueOf(call.argument(0))", "null")
            .replace("new Reply(returned.toString(), false)", "new Reply(null, false)"));

    assertThatRun(run(container, "extensions: [silent.jar]\n"))
        .endedWell()
        .doesNotWarn(".*internal error .*")
        .doesNotWarn(".*TURNED OFF.*")
        .reports("named.halted.at", 5);
  }

  @OnEveryJdk
  void aMethodThatIsNotThereIsSaidOnceWithTheNearest(ForkedContainer container) throws IOException {
    jar(
        "misspelt",
        EXTENSION
            .replace(
                "String.valueOf(call.argument(0))",
                "MAY.isOn(call.argument(0)) ? \"\" : MAY.text(call.argument(0))"
                    + " + java.util.Optional.of(call.argument(0)).map(LENGTH::of).orElse(\"\")")
            .replace(
                "static class Tools implements ToolCalls {",
                "static class Tools implements ToolCalls {\n"
                    + "static final io.loophalt.extension.reflect.Getter LENGTH ="
                    + " new io.loophalt.extension.reflect.Getter(\"lenght\"), MAY ="
                    + " new io.loophalt.extension.reflect.Getter(\"ofALaterVersion\");"));

    Outcome outcome = run(container, "extensions: [misspelt.jar]\n");

    assertThatRun(outcome)
        .endedWell()
        .warns(
            ".* WARNING the extension misspelt\\.jar reads nothing where Plain\\$Tools.* asks for"
                + " lenght\\(\\): java\\.lang\\.String has no such public method without parameters;"
                + " did you mean length\\(\\)\\?")
        .doesNotWarn(".*ofALaterVersion.*");
    assertThat(outcome.err()).filteredOn(line -> line.contains("lenght()")).hasSize(1);
  }

  @OnEveryJdk
  void oneThatIsMissingIsAMistakeOfTheConfiguration(ForkedContainer container) {
    assertThatRun(run(container, "mode: act\nextensions: [gone.jar]\n"))
        .failed()
        .printedNothing()
        .warns(".*:2:14: the extension 'gone\\.jar' does not exist\\. Example: .*")
        .doesNotWarn("\\s+at .*");
  }

  @OnEveryJdk
  void nothingOfOursForAFrameworkIsLoadedBeforeTheFrameworkIs(ForkedContainer container)
      throws IOException {
    Path loaded = folder.resolve("loaded.txt");

    Outcome outcome =
        container.run(
            Applications.plain().withOptions("-Xlog:class+load:file=" + loaded),
            new Guard.AtStart(Guard.DEFAULTS),
            folder);

    assertThatRun(outcome).endedWell();
    assertThat(Files.readString(loaded))
        .contains("io.loophalt.agent.startup.Extensions ")
        .doesNotContain("io.loophalt.frameworks.")
        .doesNotContain("io.loophalt.extension.Extension ")
        .doesNotContain("io.loophalt.runtime.RoleHandlers")
        .doesNotContain("io.loophalt.instrumentation.GeneratedProxies")
        .doesNotContain("net.bytebuddy.");
  }

  @OnEveryJdk
  void checkConfigSaysWhichAreLoaded(ForkedContainer container) throws IOException {
    jar("right", EXTENSION);
    Files.writeString(folder.resolve("text.jar"), "no jar");
    Path file = ForkedContainer.write("extensions: [right.jar, text.jar]\n", folder);
    List<String> command =
        List.of(
            container.jdk().command("java"),
            "-jar",
            Artifacts.agent().toString(),
            "check-config",
            file.toString());

    try (ForkedJvm checking = ForkedJvm.start(command, folder)) {
      Outcome outcome = checking.finish();

      assertThatRun(outcome).exitedWith(1);
      assertThat(String.join("\n", outcome.out()))
          .containsPattern(
              "the extension plain of .*right\\.jar is loaded: it watches Plain Agents")
          .containsPattern("text\\.jar is NOT loaded, .*it cannot be read");
    }
  }

  private Outcome run(ForkedContainer container, String configuration) {
    return container.run(Applications.plain(), new Guard.AtStart(configuration), folder);
  }

  private void jar(String name, String source) throws IOException {
    Path classes = Files.createDirectory(folder.resolve(name));
    Path file = Files.writeString(classes.resolve("Plain.java"), source);
    Path service = Files.writeString(classes.resolve("service"), "Plain");
    String api = Artifacts.extensionApi() + File.pathSeparator + Artifacts.annotations();
    int failed =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "--release",
                "17",
                "-proc:none",
                "-cp",
                api,
                "-d",
                classes.toString(),
                file.toString());
    assertThat(failed).as("errors of the compiler in %s", file).isZero();
    JarBuilder jar = new JarBuilder().file(service, SERVICE);
    for (String each : List.of("Plain", "Plain$Runs", "Plain$Tools")) {
      jar.file(classes.resolve(each + ".class"), each + ".class");
    }
    jar.write(folder.resolve(name + ".jar"));
  }
}
