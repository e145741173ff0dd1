package io.loophalt.agent.extensions;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.Extension;
import io.loophalt.instrumentation.ExtensionClassLoader;
import io.loophalt.runtime.policy.FrameworkSwitches;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever is wrong with one extension is one line, and the others are there. */
class ExtensionJarTest {

  private static final String RIGHT = "/* nothing else */";
  private static final List<KnownExtension> OWN =
      List.of(new KnownExtension("mcp", "MCP", new String[] {"io.modelcontextprotocol."}, "Mcp"));

  private final Path folder;

  ExtensionJarTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void anExtensionIsKnownByWhatItSays() throws IOException {
    ExtensionJar.Found found = read(jar("acme", RIGHT));

    assertThat(found.refusals()).isEmpty();
    assertThat(found.extensions())
        .singleElement()
        .satisfies(
            known -> {
              assertThat(known.name()).isEqualTo("acme");
              assertThat(known.title()).isEqualTo("Title of acme");
              assertThat(known.packages()).containsExactly("com.acme.");
              assertThat(known.described()).startsWith("the extension acme of ");
            });
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void whatIsWrongIsOneLineWithJarAndCause(String mistake, String body, String cause)
      throws IOException {
    ExtensionJar.Found found = read(jar("broken", body), jar("acme", RIGHT));

    assertThat(found.refusals())
        .as(mistake)
        .singleElement()
        .asString()
        .contains("broken.jar is NOT loaded")
        .contains(cause)
        .doesNotContain("\n");
    assertThat(found.extensions()).extracting(KnownExtension::name).containsExactly("acme");
  }

  static Stream<Arguments> whatIsWrongIsOneLineWithJarAndCause() {
    return Stream.of(
        Arguments.of(
            "a newer API",
            "public int apiVersion() { return 99; }",
            "it was built against version 99 of the extension API, and this agent has version 1"),
        Arguments.of(
            "a constructor that throws",
            "public Extension1() { throw new IllegalStateException(\"no licence\"); }",
            "java.lang.IllegalStateException: no licence"),
        Arguments.of(
            "a name that throws",
            "public String name() { throw new UnsupportedOperationException(\"no name\"); }",
            "java.lang.UnsupportedOperationException: no name"),
        Arguments.of("no name", "public String name() { return null; }", "gives no name"),
        Arguments.of(
            "packages that throw",
            "public java.util.List<String> packages() { throw new Error(\"no idea\"); }",
            "java.lang.Error: no idea"),
        Arguments.of(
            "no packages",
            "public java.util.List<String> packages() { return java.util.List.of(); }",
            "packages() names none"),
        Arguments.of(
            "half a package",
            "public java.util.List<String> packages() { return java.util.List.of(\"com.ac\"); }",
            "'com.ac', which must end with a dot"),
        Arguments.of(
            "something that is not in this API",
            "public String title() { throw new NoSuchMethodError(\"Role.later\"); }",
            "java.lang.NoSuchMethodError: Role.later; was it built against a newer version"),
        Arguments.of(
            "a name that is taken",
            "public String name() { return \"mcp\"; }",
            "its name mcp is that of Loophalt's own mcp"),
        Arguments.of(
            "a package that is taken",
            "public java.util.List<String> packages() {"
                + " return java.util.List.of(\"io.modelcontextprotocol.\"); }",
            "its package io.modelcontextprotocol. is that of Loophalt's own mcp"));
  }

  /** Its message, as all of it, throws when it is asked for. */
  private static final String UNPRINTABLE =
      "throw new IllegalStateException() {"
          + " public String getMessage() { throw new IllegalStateException(\"again\"); }"
          + " public String toString() { throw new IllegalStateException(\"again\"); } };";

  @Test
  void whatAStaticInitialiserThrowsIsTheCause() throws IOException {
    Path jar = jar("broken", "static { if (true) throw new IllegalStateException(\"no clock\"); }");

    assertThat(read(jar).refusals())
        .singleElement()
        .asString()
        .endsWith(": its class cannot be initialised: java.lang.IllegalStateException: no clock");
  }

  @Test
  void aClassOfALaterJdkHasNothingToDoWithTheApi() throws IOException {
    Path jar = jar("later", RIGHT);
    Path source = folder.resolve("later").resolve("Extension1.class");
    byte[] later = Files.readAllBytes(source);
    later[7] = 99; // the major version of the class file
    Path changed =
        write(
            "later",
            Map.of(
                "META-INF/services/io.loophalt.extension.Extension",
                "Extension1".getBytes(StandardCharsets.UTF_8),
                "Extension1.class",
                later));
    assertThat(changed).isEqualTo(jar);

    assertThat(read(changed).refusals())
        .singleElement()
        .asString()
        .contains("java.lang.UnsupportedClassVersionError: ")
        .doesNotContain("extension API");
  }

  @Test
  void anExceptionThatCannotBePrintedIsSaidByItsType() throws IOException {
    Path jar = jar("broken", "public Extension1() { if (true) " + UNPRINTABLE + " }");

    assertThat(read(jar).refusals()).singleElement().asString().endsWith(": Extension1$1");

    Path artifacts =
        jar(
            "odd",
            "public java.util.List<io.loophalt.extension.Artifact> artifacts() { "
                + UNPRINTABLE
                + " }");
    assertThat(ExtensionJar.problemOfArtifacts(read(artifacts).extensions().get(0)))
        .isEqualTo("what it says of its artifacts cannot be used: Extension1$1");
  }

  @Test
  void everyPackageOfTheApiIsThereForAnExtension() throws Exception {
    URL api = Extension.class.getProtectionDomain().getCodeSource().getLocation();
    List<String> types = types(Path.of(api.toURI()));
    assertThat(types).hasSizeGreaterThan(10);
    try (URLClassLoader loader =
        new ExtensionClassLoader("acme.jar", folder.resolve("no.jar").toUri().toURL())) {
      for (String each : types) {
        assertThat(loader.loadClass(each).getClassLoader())
            .as(each)
            .isSameAs(Extension.class.getClassLoader());
      }
    }
  }

  /** Of a jar or a folder. */
  private static List<String> types(Path artifact) throws IOException {
    if (Files.isDirectory(artifact)) {
      return typesBelow(artifact);
    }
    try (FileSystem jar = FileSystems.newFileSystem(artifact)) {
      return typesBelow(jar.getPath("/"));
    }
  }

  private static List<String> typesBelow(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(each -> root.relativize(each).toString())
          .filter(each -> each.endsWith(".class") && !each.endsWith("-info.class"))
          .map(each -> each.substring(0, each.length() - ".class".length()).replace('/', '.'))
          .toList();
    }
  }

  @Test
  void whatAnExtensionSaysOfItsArtifactsIsAskedForBeforehand() throws IOException {
    String throwing =
        "public java.util.List<io.loophalt.extension.Artifact> artifacts() {"
            + " throw new NoClassDefFoundError(\"com/acme/Missing\"); }";

    assertThat(ExtensionJar.problemOfArtifacts(read(jar("acme", RIGHT)).extensions().get(0)))
        .isNull();
    assertThat(ExtensionJar.problemOfArtifacts(read(jar("odd", throwing)).extensions().get(0)))
        .contains("com/acme/Missing");
  }

  @Test
  void packagesOfAFrameworkThatIsSwitchedOffMayBeTakenOver() throws IOException {
    Path jar =
        jar(
            "better",
            "public java.util.List<String> packages() {"
                + " return java.util.List.of(\"io.modelcontextprotocol.\"); }");

    ExtensionJar.Found found =
        ExtensionJar.read(List.of(jar.toFile()), OWN, new FrameworkSwitches(true, Set.of("mcp")));

    assertThat(found.refusals()).isEmpty();
    assertThat(found.extensions()).hasSize(1);
  }

  @Test
  void ofTwoWithOneNameTheFirstCounts() throws IOException {
    Path first = jar("acme", RIGHT);
    Path second = Files.copy(first, folder.resolve("again.jar"));

    ExtensionJar.Found found = read(first, second);

    assertThat(found.extensions()).hasSize(1);
    assertThat(found.refusals())
        .singleElement()
        .asString()
        .contains("again.jar is NOT loaded")
        .contains("its name acme is that of the extension acme of " + first);
  }

  @Test
  void whatIsNoJarCannotBeRead() throws IOException {
    Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");

    assertThat(read(text).refusals())
        .singleElement()
        .asString()
        .contains("text.jar is NOT loaded")
        .contains("it cannot be read: ");
  }

  @Test
  void aJarWithoutAnExtensionIsTold() throws IOException {
    Path empty = write("empty", Map.of("readme.txt", "nothing".getBytes(StandardCharsets.UTF_8)));

    assertThat(read(empty).refusals())
        .singleElement()
        .asString()
        .contains("there is no extension in it; name the class in META-INF/services/");
  }

  @Test
  void aServiceThatIsNotThereIsTold() throws IOException {
    Path dangling =
        write(
            "dangling",
            Map.of(
                "META-INF/services/io.loophalt.extension.Extension",
                "com.acme.Gone".getBytes(StandardCharsets.UTF_8)));

    assertThat(read(dangling).refusals())
        .singleElement()
        .asString()
        .contains("dangling.jar is NOT loaded")
        .contains("com.acme.Gone");
  }

  @Test
  void nothingOfTheAgentIsSeenButTheApi() throws IOException {
    String looks =
        """
        public String title() {
          String seen = "";
          for (String each : new String[] {"io.loophalt.LoopHaltException",
              "io.loophalt.extension.Role", "io.loophalt.extension.reflect.Getter",
              "io.loophalt.runtime.policy.AgentPolicy", "net.bytebuddy.ByteBuddy",
              "org.yaml.snakeyaml.Yaml", "io.loophalt.agent.extensions.KnownExtension"}) {
            try {
              Class.forName(each);
              seen += each.substring(each.lastIndexOf('.') + 1) + " ";
            } catch (ClassNotFoundException hidden) {
              seen += "- ";
            }
          }
          return seen.trim();
        }
        """;

    assertThat(read(jar("acme", looks)).extensions())
        .singleElement()
        .extracting(KnownExtension::title)
        .isEqualTo("LoopHaltException Role Getter - - - -");
  }

  @Test
  void theIndexOfTheAgentIsWhatItsExtensionsSay() {
    StringBuilder index = new StringBuilder();
    for (KnownExtension each : KnownExtension.ofTheAgent()) {
      assertThat(each.extension().name()).isEqualTo(each.name());
      assertThat(each.extension().title()).isEqualTo(each.title());
      assertThat(each.extension().packages()).containsExactly(each.packages());
      index.append(each.name()).append('\n');
    }
    assertThat(index.toString().lines()).contains("langchain4j", "servlet").isSorted();
  }

  private static ExtensionJar.Found read(Path... jars) {
    return ExtensionJar.read(
        Stream.of(jars).map(Path::toFile).toList(), OWN, FrameworkSwitches.ALL);
  }

  /** An extension in which the methods of this body stand in place of right ones. */
  private Path jar(String name, String body) throws IOException {
    Map<String, String> methods = new TreeMap<>();
    methods.put("int apiVersion()", "API_VERSION");
    methods.put("String name()", '"' + name + '"');
    methods.put("String title()", "\"Title of " + name + '"');
    methods.put("java.util.List<String> packages()", "java.util.List.of(\"com." + name + ".\")");
    methods.put(
        "java.util.List<io.loophalt.extension.Artifact> artifacts()", "java.util.List.of()");
    StringBuilder source =
        new StringBuilder("public class Extension1 implements io.loophalt.extension.Extension {\n");
    methods.forEach(
        (method, value) -> {
          if (!body.contains(method)) {
            source.append("public ").append(method).append(" { return ").append(value);
            source.append("; }\n");
          }
        });
    Path sources = Files.createDirectory(folder.resolve(name));
    Path file =
        Files.writeString(sources.resolve("Extension1.java"), source.append(body).append("}\n"));
    int failed =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                sources.toString(),
                file.toString());
    assertThat(failed).as("errors of the compiler in %s", file).isZero();
    Map<String, byte[]> entries = new TreeMap<>();
    entries.put(
        "META-INF/services/io.loophalt.extension.Extension",
        "Extension1".getBytes(StandardCharsets.UTF_8));
    try (DirectoryStream<Path> classes = Files.newDirectoryStream(sources, "*.class")) {
      for (Path each : classes) {
        entries.put(each.getFileName().toString(), Files.readAllBytes(each));
      }
    }
    return write(name, entries);
  }

  private Path write(String name, Map<String, byte[]> entries) throws IOException {
    Path jar = folder.resolve(name + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      for (String entry : new ArrayList<>(entries.keySet())) {
        out.putNextEntry(new JarEntry(entry));
        out.write(entries.get(entry));
        out.closeEntry();
      }
    }
    return jar;
  }
}
