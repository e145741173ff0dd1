package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.VirtualMachine;
import io.loophalt.compatibility.forged.HostileNames;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.server.FreePorts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tools are called with, what they return, and secrets of the configuration are in none of the
 * places to which the agent writes, all of which are switched on here at once; and none of them
 * obeys what a name says. Spans, which need a library of the application's, are in {@code
 * TelemetryIT}. There is no output as CSV.
 */
@SpreadOverJdks
class NoContentsLeaveIT {

  private static final String PLANTED = "planted";
  private static final String ARGUMENT = "planted-argument-Zuerich-4711";

  private static final String EVERYTHING =
      """
      control: {folder: sockets}
      events: {file: events.jsonl, steps: true}
      metrics: {prometheus: {port: %d}}
      notify: {url: "%s", secret: {file: planted.key}}
      """;

  /** These say nothing of a single run. */
  private static final Set<String> WITHOUT_NAMES =
      Set.of("ps", "ps --json", "config", "what the exception says");

  /** What the JVM adds to each event. */
  private static final Set<String> JVM_FIELDS = Set.of("eventThread", "stackTrace");

  /** As the console's page is told of it, with the number by which it opens it. */
  private static final Pattern HALTED_RUN =
      Pattern.compile(
          "\"key\":(?<run>\\d+),\"jvm\":(?<jvm>\\d+),\"run\":\"[^{}]*\"state\":\"halted\"");

  @TempDir Path folder;

  @OnEveryJdk
  void noSinkHoldsAnArgumentAResultOrAKey(ForkedContainer container) throws Exception {
    Map<String, List<String>> sinks =
        everything(
            container,
            Applications.steered(),
            jvm -> {
              jvm.awaitLine("ready=true");
              for (int i = 1; i <= 2; i++) {
                call(jvm, "one." + i, "one search " + ARGUMENT);
              }
              call(jvm, "two.1", "two look " + ARGUMENT);
              call(jvm, "two.2", "two write " + ARGUMENT);
              call(jvm, "three.1", "three fail " + ARGUMENT);
              for (int i = 3; i <= 6; i++) {
                call(jvm, "one." + i, "one search " + ARGUMENT);
              }
            },
            List.of("one", "three"),
            jvm -> jvm.send("end end end"));

    assertThat(sinks)
        .allSatisfy(
            (sink, lines) ->
                assertThat(lines)
                    .as(sink)
                    .isNotEmpty()
                    .noneMatch(line -> line.toLowerCase(Locale.ROOT).contains("planted-")));
    assertThat(sinks.get("what the exception says")).anyMatch(line -> line.contains("=halted "));
    assertThat(sinks.get("event log")).as("what is written instead").anyMatch(this::isStepOfOne);
    assertThat(sinks.get("config"))
        .as("the name of a file")
        .anyMatch(line -> line.contains(PLANTED));
  }

  @OnEveryJdk
  void noSinkObeysWhatTheNameOfARunATaskOrAToolSays(ForkedContainer container) throws Exception {
    String run = HostileNames.TEXT + "run";
    Map<String, List<String>> sinks =
        everything(
            container,
            Applications.hostileNames(),
            jvm -> jvm.awaitLine("halted=true"),
            List.of(run),
            ForkedJvm::hangUp);

    assertThat(sinks)
        .allSatisfy(
            (sink, lines) ->
                assertThat(lines)
                    .as(sink)
                    .isNotEmpty()
                    .allMatch(ForgedNamesIT::isHarmless)
                    .noneMatch(line -> line.startsWith("[loophalt] forged")));
    assertThat(sinks.entrySet())
        .filteredOn(sink -> !WITHOUT_NAMES.contains(sink.getKey()))
        .allSatisfy(
            sink ->
                assertThat(sink.getValue())
                    .as(sink.getKey())
                    .anyMatch(line -> line.contains("=HYPERL") || line.contains("alert(2)")));
    assertThat(sinks.get("report"))
        .noneMatch(line -> line.contains("<script>alert") || line.contains("<img"))
        .anyMatch(line -> line.contains("&lt;script&gt;alert"));
    assertThat(timeline(sinks.get("console")))
        .as("the one HTML of the console that holds names")
        .contains("&lt;img src=x")
        .doesNotContain("<script", "<img");
  }

  /** The HTML in what the console's page was sent. */
  private static String timeline(List<String> stream) throws IOException {
    for (String line : stream) {
      if (line.contains("\"html\":\"<")) {
        return new ObjectMapper()
            .readTree(line.substring(line.indexOf('{')))
            .findValue("html")
            .asText();
      }
    }
    throw new AssertionError("none in " + stream);
  }

  /** All that the agent writes to, with one line for each of theirs. */
  private Map<String, List<String>> everything(
      ForkedContainer container,
      Application application,
      Consumer<ForkedJvm> plays,
      List<String> runs,
      Consumer<ForkedJvm> ends)
      throws Exception {
    String key = PlantedKey.in(folder);
    Path recording = folder.resolve("agent.jfr");
    int port = FreePorts.next();
    Map<String, List<String>> sinks = new TreeMap<>();
    try (Receiver receiver = new Receiver(0, number -> 200);
        ForkedJvm jvm =
            container.start(
                application.withOptions("-XX:StartFlightRecording:filename=" + recording),
                new Guard.AtStart(key + EVERYTHING.formatted(port, receiver.url())),
                folder)) {
      plays.accept(jvm);
      String pid = Long.toString(jvm.pid());
      sinks.put("ps", command(container, "ps"));
      sinks.put("ps --json", command(container, "ps", "--json"));
      sinks.put("runs", command(container, "runs", pid));
      sinks.put("runs --json", command(container, "runs", pid, "--json"));
      for (int i = 0; i < runs.size(); i++) {
        sinks.put("show " + i, command(container, "show", pid, runs.get(i)));
        sinks.put("show --json " + i, command(container, "show", pid, runs.get(i), "--json"));
      }
      sinks.put("halt", command(container, "halt", pid, runs.get(0)));
      sinks.put("config", command(container, "config", pid));
      sinks.put("console", console(container));
      sinks.put("JMX", management(jvm));
      sinks.put("metrics", metrics(port));
      receiver.await(post -> post.text().contains("\"type\":\"halt\""));
      sinks.put(
          "notifications", receiver.posts().stream().map(post -> post.text().strip()).toList());
      ends.accept(jvm);
      Outcome outcome = jvm.finish();
      assertThatRun(outcome).exitedWith(0).doesNotWarn(".*internal error.*");
      sinks.put("messages", outcome.err());
      sinks.put(
          "what the exception says",
          outcome.out().stream().filter(line -> line.contains("halted")).toList());
    }
    sinks.put("Flight Recorder", recorded(recording));
    sinks.put("event log", EventLog.lines(folder));
    String log = EventLog.files(folder).get(0).toString();
    sinks.put("replay", command(container, "replay", log));
    sinks.put("replay --format json", command(container, "replay", "--format", "json", log));
    sinks.put("report --json", command(container, "report", "--json", "-o", "page.html", log));
    sinks.put("report", Files.readAllLines(folder.resolve("page.html")));
    return sinks;
  }

  private boolean isStepOfOne(String line) {
    return line.contains("\"event\":\"step\"") && line.contains("\"run\":\"one\"");
  }

  private static void call(ForkedJvm jvm, String fact, String order) {
    jvm.send(order);
    jvm.awaitLineThatBegins(fact + "=");
  }

  private List<String> command(ForkedContainer container, String... arguments) {
    try (ForkedJvm tool = AgentCommand.start(container.jdk(), folder, arguments)) {
      Outcome outcome = tool.finish();
      assertThatRun(outcome).exitedWith(0);
      return outcome.out();
    }
  }

  /** What the console's page is sent of the runs, of the first of them, and of the JVM. */
  private List<String> console(ForkedContainer container) throws Exception {
    List<String> shown = new ArrayList<>();
    try (ForkedJvm console = AgentCommand.start(container.jdk(), folder, "console", "--all")) {
      String address = console.awaitRestOfLine("console: ");
      List<String> board = streamed(address + "events?since=0", "\"state\":\"halted\"");
      Matcher one = HALTED_RUN.matcher(String.join("\n", board));
      assertThat(one.find()).as("%s", board).isTrue();
      shown.addAll(board);
      List<String> story =
          streamed(address + "events?since=0&open=" + one.group("run"), "\"html\":\"<");
      assertThat(story).as("the timeline").anyMatch(line -> line.contains("timeline"));
      shown.addAll(story);
      List<String> config = read(address + "config?jvm=" + one.group("jvm"));
      assertThat(config).as("what is in force").anyMatch(line -> line.contains("guard.yaml"));
      shown.addAll(config);
      shown.addAll(read(address));
    }
    return shown;
  }

  /** The lines of a stream, which is never silent for long, up to one that has these words. */
  private static List<String> streamed(String address, String words) throws Exception {
    List<String> lines = new ArrayList<>();
    HttpRequest asked =
        HttpRequest.newBuilder(URI.create(address)).timeout(ForkedJvm.TIME_LIMIT).build();
    try (BufferedReader stream =
        new BufferedReader(
            new InputStreamReader(
                HttpClient.newHttpClient().send(asked, BodyHandlers.ofInputStream()).body(),
                StandardCharsets.UTF_8))) {
      long end = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
      String line = "";
      while (line != null && !line.contains(words) && System.nanoTime() < end) {
        line = stream.readLine();
        lines.add(String.valueOf(line));
      }
      assertThat(line).as("after %s", lines).contains(words);
    }
    return lines;
  }

  private static List<String> read(String address) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofLines())
        .body()
        .toList();
  }

  private static List<String> metrics(int port) throws IOException, InterruptedException {
    return read("http://127.0.0.1:" + port + "/metrics");
  }

  /** All attributes of all beans of ours. */
  @SuppressWarnings("BanJNDI") // the address is that of our own child, and has no name to look up
  private static List<String> management(ForkedJvm jvm) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(Long.toString(jvm.pid()));
    JMXServiceURL address = new JMXServiceURL(machine.startLocalManagementAgent());
    machine.detach();
    List<String> shown = new ArrayList<>();
    try (JMXConnector connector = JMXConnectorFactory.connect(address)) {
      MBeanServerConnection server = connector.getMBeanServerConnection();
      ObjectName ours = new ObjectName("io.loophalt:*");
      long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
      while (server.queryNames(ours, null).size() < 2) {
        assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
      }
      for (ObjectName bean : server.queryNames(ours, null)) {
        for (MBeanAttributeInfo attribute : server.getMBeanInfo(bean).getAttributes()) {
          shown.add(
              attribute.getName() + ": " + text(server.getAttribute(bean, attribute.getName())));
        }
      }
    }
    return shown;
  }

  private static String text(Object value) {
    return value instanceof Object[] rows ? Arrays.deepToString(rows) : String.valueOf(value);
  }

  /** Our events; those of the JVM hold its command line. */
  private static List<String> recorded(Path recording) throws IOException {
    return RecordingFile.readAllEvents(recording).stream()
        .filter(event -> event.getEventType().getName().startsWith("io.loophalt."))
        .map(
            event ->
                event.getFields().stream()
                    .filter(field -> !JVM_FIELDS.contains(field.getName()))
                    .map(field -> field.getName() + "=" + event.getValue(field.getName()))
                    .collect(Collectors.joining(" ", event.getEventType().getName() + ": ", "")))
        .toList();
  }
}
