package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.settings.Defaults;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.policy.VolatileParts;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.CapturePolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.JoinPolicy;
import io.loophalt.runtime.policy.JoinPolicy.TrustedIds;
import io.loophalt.runtime.policy.StorePolicy;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a valid file means. */
class PolicyTest {

  @Test
  void aLadderIsAListOfRungsWithMessages() {
    assertThat(
            ladderOf(
                "identical-call",
                """
                ladder:
                  - {at: 2, do: nudge, message: "Try another way: 1"}
                  - {at: 4, do: escalate}
                  - {at: 9, do: halt}
                """))
        .isEqualTo(
            new Ladder(
                List.of(
                    new Rung(2, Intervention.NUDGE, "Try another way: 1"),
                    new Rung(4, Intervention.ESCALATE, null),
                    new Rung(9, Intervention.HALT, null))));
  }

  @Test
  void aLadderHasAShortForm() {
    assertThat(ladderOf("identical-call", "ladder: {halt: 7, nudge: 2}"))
        .isEqualTo(Ladder.nudgeThenHalt(2, 7));
  }

  @Test
  void anEscalationMayNameTheModelToGoOnWith() {
    Ladder ladder =
        new Ladder(
            List.of(
                new Rung(4, Intervention.ESCALATE, null, "big-one"),
                new Rung(9, Intervention.HALT, null)));

    assertThat(ladderOf("identical-call", "ladder: {escalate: {at: 4, model: big-one}, halt: 9}"))
        .isEqualTo(ladder);
    assertThat(
            ladderOf(
                "identical-call",
                "ladder: [{at: 4, do: escalate, model: big-one}, {at: 9, do: halt}]"))
        .isEqualTo(ladder);
  }

  @Test
  void anEmptyLadderOnlyWatches() {
    assertThat(ladderOf("identical-call", "ladder: []")).isEqualTo(Ladder.NONE);
  }

  @Test
  void aDetectorWithALadderOfItsOwnKeepsIt() {
    assertThat(ladderOf("polling", "ladder: {nudge: 2, halt: 4}"))
        .isEqualTo(SampleCatalog.POLLING_LADDER);
    assertThat(ladderOf("polling", "detectors: {polling: {ladder: {halt: 15}}}"))
        .isEqualTo(new Ladder(List.of(new Rung(15, Intervention.HALT, null))));
  }

  @Test
  void aDetectorThePresetDoesNotHaveIsAddedBehindItsOwn() {
    TaskPolicy task =
        parse("ladder: {halt: 4}\ndetectors: {four-dimension-streak: observe}").defaults();

    assertThat(task.detectors())
        .extracting(DetectorPolicy::detector)
        .containsExactly("identical-call", "polling", "four-dimension-streak");
    assertThat(task.detectors().get(2).mode()).isEqualTo(Mode.OBSERVE);
    assertThat(task.detectors().get(2).ladder().rungs()).extracting(Rung::at).containsExactly(4);
  }

  @Test
  void aDetectorThatIsOffIsNotThere() {
    assertThat(parse("detectors: {polling: off}").defaults().detectors())
        .extracting(DetectorPolicy::detector)
        .containsExactly("identical-call");
  }

  @Test
  void aDetectorsOwnNumbersAreTunedOneByOne() {
    assertThat(detector(parse("detectors: {polling: {window: 50}}").defaults(), "polling"))
        .isEqualTo(
            new DetectorPolicy(
                "polling", Mode.ACT, SampleCatalog.POLLING_LADDER, Map.of("window", 50)));
  }

  @Test
  void aTaskHasWhatTheTopLevelSaysAndWhatItSaysItself() {
    AgentPolicy policy =
        parse(
            """
            ladder: {nudge: 2, halt: 4}
            on-halt: finish
            ceilings: {steps: 200, cost: 5.00}
            tasks:
              code-search:
                ceilings: {steps: 50}
                detectors: {polling: off}
            """);
    TaskPolicy task = policy.forTask("code-search");

    assertThat(task.task()).isEqualTo("code-search");
    assertThat(task.detectors())
        .containsExactly(
            new DetectorPolicy("identical-call", Mode.ACT, Ladder.nudgeThenHalt(2, 4), Map.of()));
    assertThat(task.ceilings().steps()).isEqualTo(50);
    assertThat(task.ceilings().cost()).isEqualTo(new BigDecimal("5.00"));
    assertThat(task.onHalt()).isEqualTo(OnHalt.FINISH);
    assertThat(policy.forTask("another")).isEqualTo(policy.defaults());
    assertThat(policy.defaults().ceilings().steps()).isEqualTo(200);
  }

  @Test
  void aTasksMessagesComeBeforeThoseOfTheTopLevel() {
    AgentPolicy policy =
        parse(
            """
            messages: {nudge: for all, finish: ended}
            tasks:
              chat: {messages: {nudge: for chats}}
            """);

    assertThat(policy.defaults().messages())
        .isEqualTo(new Messages("for all", null, null, "ended"));
    assertThat(policy.forTask("chat").messages())
        .isEqualTo(new Messages("for chats", null, null, "ended"));
  }

  @Test
  void bracesAroundMoreThanAWordAreText() {
    String text = "{seen}, {call}: answer as {\"found\": 1}, { word } or {two words}, {}, {1}";

    assertThat(parse("messages: {again: '" + text + "'}").defaults().messages().again())
        .isEqualTo(text);
  }

  @Test
  void aTaskThatNamesAPresetStartsFromItAndKeepsTheTopLevelsOtherLimits() {
    TaskPolicy task =
        parse(
                """
                ladder: {nudge: 2, halt: 4}
                detectors: {polling: observe}
                ceilings: {steps: 200, cost: 5.00}
                tasks: {code-search: {preset: runaway, ceilings: {wall-clock: none}}}
                """)
            .forTask("code-search");

    assertThat(task.preset()).isEqualTo("runaway");
    assertThat(task.detectors())
        .containsExactlyElementsOf(new SampleCatalog().detectors("runaway"));
    assertThat(task.ceilings().steps()).isEqualTo(12);
    assertThat(task.ceilings().cost()).isEqualTo(new BigDecimal("5.00"));
    assertThat(task.ceilings().wallClock()).isNull();
  }

  @Test
  void thePresetsInForceAreNamedWithTheirVersionsAndThoseOfTasksWhereTheyDiffer() {
    AgentPolicy policy =
        parse(
            "tasks: {\"b\\e[2J\": {preset: karimo}, a: {preset: runaway}, c: {preset: standard}}");

    assertThat(policy.presets()).isEqualTo("standard@7, runaway for a, karimo for b\\u001b[2J");
    assertThat(policy.forTask("c").preset()).isEqualTo("standard@7");
    assertThat(parse("preset: karimo").presets()).isEqualTo("karimo");
    assertThat(Defaults.policy(new SampleCatalog()).presets()).isEqualTo("standard@7");
  }

  @Test
  void aTasksLadderReplacesWhatTheTopLevelSaysForASingleDetector() {
    TaskPolicy task =
        parse(
                """
                detectors: {identical-call: {ladder: {halt: 30}}}
                tasks: {t: {ladder: {halt: 6}}}
                """)
            .forTask("t");

    assertThat(detector(task, "identical-call").ladder().rungs())
        .extracting(Rung::at)
        .containsExactly(6);
  }

  @Test
  void allCeilingsAreRead() {
    assertThat(
            parse(
                    """
                    ceilings:
                      steps: 200
                      tool-calls: {total: 100, "search*": 20}
                      turns: 50
                      input-tokens: 150_000
                      output-tokens: 50_000
                      total-tokens: 200_000
                      cost: 5
                      wall-clock: 10m
                      idle-turns: 5
                      warn-at: 75%
                    """)
                .defaults()
                .ceilings())
        .isEqualTo(
            new Ceilings(
                200,
                Map.of("*", 100L, "search*", 20L),
                50,
                150_000,
                50_000,
                200_000,
                new BigDecimal(5),
                Duration.ofMinutes(10),
                5,
                75));
  }

  @Test
  void aNumberOfToolCallsAloneIsTheirTotal() {
    assertThat(parse("ceilings: {tool-calls: 9}").defaults().ceilings().toolCalls())
        .isEqualTo(Map.of("*", 9L));
  }

  @Test
  void toolsKeepTheirOrderATasksFirst() {
    TaskPolicy task =
        parse(
                """
                tools:
                  "read_*": {effect: read, files: [path]}
                  "*": {effect: write}
                tasks:
                  t:
                    tools:
                      ping: {ignore: true}
                      "*": {action-class: other, ignore-arguments: [id]}
                """)
            .forTask("t");

    assertThat(task.tools())
        .extracting(t -> t.pattern() + " " + t.effect() + " " + t.actionClass() + " " + t.ignored())
        .containsExactly("ping null null true", "* WRITE other false", "read_* READ null false");
    assertThat(task.tools().get(1).ignoredArguments()).containsExactly("id");
    assertThat(task.tools().get(2).fileArguments()).containsExactly("path");
  }

  @Test
  void whatIsVolatileAndWhetherAToolTriesManyAreSaidByTheNarrowestScope() {
    TaskPolicy task =
        parse(
                """
                tools:
                  search: {volatile: ["$.took", "served by *"], exhaustive: true}
                  other: {volatile: []}
                  third: {effect: read}
                tasks:
                  t:
                    tools:
                      search: {volatile: ["$.id"], ignore-arguments: [at, "$.meta.id", "--n=*"]}
                """)
            .forTask("t");

    ToolPolicy search = task.tools().get(0);
    assertThat(search.volatileParts()).isEqualTo(VolatileParts.of("$.id"));
    assertThat(search.exhaustive()).isTrue();
    assertThat(search.ignoredArguments()).containsExactly("at");
    assertThat(search.ignoredParts()).isEqualTo(VolatileParts.of("$.meta.id", "--n=*"));
    assertThat(task.tools().get(1).volatileParts()).as("nothing").isEqualTo(VolatileParts.NONE);
    assertThat(task.tools().get(2).volatileParts()).as("what is shipped").isNull();
    assertThat(task.tools().get(2).exhaustive()).as("what the annotation says").isNull();
  }

  @Test
  void aToolsLadderIsForDetectorsWithoutOneOfTheirOwn() {
    assertThat(
            parse("tools: {\"run_*\": {ladder: {nudge: 6, halt: 9}}}")
                .defaults()
                .tools()
                .get(0)
                .ladders())
        .isEqualTo(Map.of("identical-call", Ladder.nudgeThenHalt(6, 9)));
    assertThat(
            parse("tools: {\"run_*\": {detectors: {polling: {nudge: 12, halt: 14}}}}")
                .defaults()
                .tools()
                .get(0)
                .ladders())
        .isEqualTo(Map.of("polling", Ladder.nudgeThenHalt(12, 14)));
  }

  @Test
  void anActionClassHasLaddersAndATaskRefinesThem() {
    TaskPolicy task =
        parse(
                """
                action-classes:
                  test_run: {ladder: {nudge: 6, halt: 9}, detectors: {polling: {halt: 11}}}
                tasks: {t: {action-classes: {test_run: {detectors: {polling: {halt: 13}}}}}}
                """)
            .forTask("t");

    assertThat(task.actionClassLadders())
        .isEqualTo(
            Map.of(
                "test_run",
                Map.of(
                    "identical-call",
                    Ladder.nudgeThenHalt(6, 9),
                    "polling",
                    new Ladder(List.of(new Rung(13, Intervention.HALT, null))))));
  }

  @Test
  void methodsAreNamedByPatternWithOrWithoutTypes() {
    AgentPolicy policy =
        parse(
            """
            weave:
              tool-annotations: [com.acme.MyTool, "com.acme.Outer$Inner"]
              tools:
                - com.acme.*Tools.search?
                - "com.acme.Loop.dispatch(java.lang.String, byte[] , int...)"
                - {method: com.acme.Shell.run(), name: shell, action-class: exec, effect: write}
              runs:
                - {method: com.acme.Agent.solve, task: code-search}
              frameworks: false
            """);

    assertThat(policy.weaving().toolAnnotations())
        .isEqualTo(Set.of("com.acme.MyTool", "com.acme.Outer$Inner"));
    assertThat(policy.weaving().tools())
        .containsExactly(
            new ToolPattern(
                new MethodPattern("com.acme.*Tools", "search?", null, "loophalt.yaml:4:7"),
                null,
                null,
                Effect.UNKNOWN),
            new ToolPattern(
                new MethodPattern(
                    "com.acme.Loop",
                    "dispatch",
                    List.of("java.lang.String", "byte[]", "int[]"),
                    "loophalt.yaml:5:7"),
                null,
                null,
                Effect.UNKNOWN),
            new ToolPattern(
                new MethodPattern("com.acme.Shell", "run", List.of(), "loophalt.yaml:6:16"),
                "shell",
                "exec",
                Effect.WRITE));
    assertThat(policy.weaving().runs())
        .containsExactly(
            new RunPattern(
                new MethodPattern("com.acme.Agent", "solve", null, "loophalt.yaml:8:16"),
                "code-search",
                null));
    assertThat(policy.weaving().frameworks()).isEqualTo(FrameworkSwitches.NONE);
  }

  @Test
  void singleFrameworksAreSwitchedOffByName() {
    FrameworkSwitches switches =
        parse("weave: {frameworks: {langchain4j: false, mcp: false, koog: true}}")
            .weaving()
            .frameworks();

    assertThat(new SampleFrameworks().titles().keySet())
        .filteredOn(name -> !switches.isOn(name))
        .containsExactlyInAnyOrder("langchain4j", "mcp");
    assertThat(new SampleFrameworks().titles().keySet())
        .allMatch(parse("weave: {frameworks: true}").weaving().frameworks()::isOn)
        .noneMatch(parse("weave: {frameworks: false}").weaving().frameworks()::isOn);
  }

  @Test
  void modelsAndConversationsAreReadByPaths() {
    AgentPolicy policy =
        parse(
            """
            weave:
              models:
                - com.acme.Llm.ask
                - method: com.acme.Llm.complete
                  model: argument0.model
                  input-tokens: result.usage.promptTokens
                  cached-input-tokens: result.usage.cached_tokens
                  output-tokens: this.last.output
                  tool-calls: result.choices[0].message.toolCalls
                  text: result
              runs:
                - {method: com.acme.Chat.reply, conversation: argument12.id}
              framework-runs: false
              servlet-requests: false
            """);

    ModelPattern model = policy.weaving().models().get(1);
    assertThat(policy.weaving().models().get(0).paths()).isEmpty();
    assertThat(model.paths())
        .hasToString(
            "{model=argument0.model, input-tokens=result.usage.promptTokens,"
                + " cached-input-tokens=result.usage.cached_tokens,"
                + " output-tokens=this.last.output,"
                + " tool-calls=result.choices[0].message.toolCalls, text=result}");
    assertThat(model.toolCalls())
        .isEqualTo(
            new ValuePath(
                ValuePath.Root.RESULT,
                0,
                List.of(
                    new ValuePath.Member("choices"),
                    new ValuePath.Element(0),
                    new ValuePath.Member("message"),
                    new ValuePath.Member("toolCalls")),
                "loophalt.yaml:9:19"));
    assertThat(policy.weaving().runs().get(0).conversation())
        .isEqualTo(
            new ValuePath(
                ValuePath.Root.ARGUMENT,
                12,
                List.of(new ValuePath.Member("id")),
                "loophalt.yaml:12:51"));
    assertThat(policy.weaving().frameworkRuns()).isFalse();
    assertThat(policy.weaving().servletRequests()).isFalse();
  }

  @Test
  void joinedRunsAndWhoseIdsNameThem() {
    AgentPolicy policy =
        parse(
            """
            join-gap: 2h
            tasks:
              weekly: {join-gap: 8d}
              other: {on-halt: throw}
            trusted-ids:
              {header: X-Agent-Run, baggage: agent.run, span-attribute: job.id, task: order}
            weave: {runs: [{method: com.acme.Worker.onMessage, join: argument0.jobId}]}
            """);

    assertThat(policy.joins().gap("weekly")).isEqualTo(Duration.ofDays(8));
    assertThat(policy.joins().gap("other")).isEqualTo(Duration.ofHours(2));
    assertThat(policy.joins().trusted())
        .isEqualTo(new TrustedIds("X-Agent-Run", "agent.run", "job.id", "order"));
    assertThat(policy.weaving().runs().get(0).paths()).hasToString("{join=argument0.jobId}");
    assertThat(parse("mode: act").joins()).isEqualTo(JoinPolicy.DEFAULT);
    assertThat(parse("trusted-ids: {baggage: agent.run}").joins().trusted())
        .isEqualTo(new TrustedIds(null, "agent.run", null, "default"));
  }

  @Test
  void aStoreHasAnAddressAndItsTtlIsTheGapOfJoinedRunsWhereNothingElseIsSaid() {
    String store =
        """
        store: {url: "rediss://agent:p%40ss+w@cache.acme.com:7000/3", key-prefix: a, ttl: 2h}
        digest-key: {file: digest.key}
        tasks: {weekly: {join-gap: 8d}}
        """;
    CheckedConfig config = check(store);
    StorePolicy policy = config.store().orElseThrow();

    assertThat(policy.tls()).isTrue();
    assertThat(policy.user()).isEqualTo("agent");
    assertThat(policy.password()).isEqualTo("p@ss+w");
    assertThat(policy.place()).isEqualTo("cache.acme.com:7000");
    assertThat(policy.database()).isEqualTo(3);
    assertThat(policy.keyPrefix()).isEqualTo("a");
    assertThat(policy.timeout()).isEqualTo(Duration.ofMillis(20));
    assertThat(policy.toString()).doesNotContain("ss");
    assertThat(config.policy().joins().gap("other")).isEqualTo(Duration.ofHours(2));
    assertThat(config.policy().joins().gap("weekly")).isEqualTo(Duration.ofDays(8));
    assertThat(check("join-gap: 3h\n" + store).policy().joins().gap("other"))
        .isEqualTo(Duration.ofHours(3));
    StorePolicy plain =
        check("{store: {url: \"redis://localhost\"}, digest-key: {file: k}}").store().orElseThrow();
    assertThat(plain.user()).isNull();
    assertThat(plain.password()).isNull();
    assertThat(plain.tls()).isFalse();
    assertThat(plain.place()).isEqualTo("localhost:6379");
    assertThat(plain.database()).isZero();
    assertThat(plain.trusted()).isNull();
    StorePolicy watched =
        check(
                "{store: {url: \"redis://mymaster/1\", sentinels: [\"a:26379\", \"b:26380\"]},"
                    + " digest-key: {file: k}}")
            .store()
            .orElseThrow();
    assertThat(watched.host()).isEqualTo("mymaster");
    assertThat(watched.sentinels()).containsExactly("a:26379", "b:26380");
    assertThat(watched.place()).isEqualTo("mymaster of a:26379, b:26380");
    assertThat(watched.sentinelUser()).isNull();
    assertThat(watched.sentinelPassword()).isNull();
    StorePolicy guarded =
        check(
                "{store: {url: \"redis://mymaster\", sentinels: [\"a:26379\"], sentinel-user: me,"
                    + " sentinel-password: s3cret}, digest-key: {file: k}}")
            .store()
            .orElseThrow();
    assertThat(guarded.sentinelUser()).isEqualTo("me");
    assertThat(guarded.sentinelPassword()).isEqualTo("s3cret");
    assertThat(guarded.toString()).doesNotContain("s3cret");
    StorePolicy cluster =
        check(
                "{store: {url: \"redis://a:7000\", cluster: [\"b:7001\", \"c:7002\"]}, digest-key:"
                    + " {file: k}}")
            .store()
            .orElseThrow();
    assertThat(cluster.cluster()).containsExactly("b:7001", "c:7002");
    assertThat(cluster.place()).isEqualTo("a:7000, b:7001, c:7002");
    assertThat(cluster.at(URI.create("redis://d"), Duration.ofSeconds(1)).cluster())
        .isEqualTo(cluster.cluster());
  }

  @ParameterizedTest
  @ValueSource(strings = {"team*", "team?", "[ab]", "]", "a\\b", "{a", "a}", "équipe", "a b", "a "})
  void aPrefixOfKeysIsNoPatternNamesNoServerAndIsAscii(String prefix) {
    assertThatThrownBy(() -> prefixed(prefix))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("1:40: 'key-prefix' must be ASCII without spaces");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "9", "team-a:agents/prod_2.x", "!\"#$%&'()+,-./:;<=>@^_`|~"})
  void anyOtherPrefixOfKeysWillDo(String prefix) {
    assertThat(prefixed(prefix).keyPrefix()).isEqualTo(prefix);
  }

  private static StorePolicy prefixed(String prefix) {
    return check(
            "{store: {url: \"redis://l\", key-prefix: '"
                + prefix.replace("'", "''")
                + "'}, digest-key: {file: k}}")
        .store()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"p@ss", "a/b#c?d", "50%", "100% [sure]", "a:b\\c", "ü€😀", "x%zz@", "+ +"})
  void aPasswordOfAStoreIsTakenAsItIs(String password) {
    StorePolicy policy =
        new ConfigLoader(new SampleCatalog(), new SampleFrameworks(), name -> password)
            .parse(
                "loophalt.yaml",
                "{store: {url: \"redis://agents:${PASSWORD}@cache.acme.com:7000/3\"}, digest-key:"
                    + " {file: k}}")
            .store()
            .orElseThrow();

    assertThat(policy.password()).isEqualTo(password);
    assertThat(policy.user()).isEqualTo("agents");
    assertThat(policy.place()).isEqualTo("cache.acme.com:7000");
    assertThat(policy.database()).isEqualTo(3);
  }

  @Test
  void runsGoWithTasksOfExecutorsOnlyWhereThatIsSaid() {
    assertThat(parse("weave: {executors: true}").weaving().executors()).isTrue();
    assertThat(parse("weave: {servlet-requests: true}").weaving().executors()).isFalse();
    assertThat(parse("mode: observe").weaving().executors()).isFalse();
  }

  @Test
  void pricesKeepTheirOrderAndCachedInputCostsTheSameUnlessSaid() {
    assertThat(
            parse(
                    """
                    prices:
                      "gpt-4o*": {input: 2.50, cached-input: 1.25, output: 10.00}
                      "*": {input: 1, output: .5}
                    """)
                .prices())
        .containsExactly(
            new ModelPrice(
                "gpt-4o*", new BigDecimal("2.50"), new BigDecimal("1.25"), new BigDecimal("10.00")),
            new ModelPrice("*", BigDecimal.ONE, BigDecimal.ONE, new BigDecimal(".5")));
  }

  @Test
  void theRestOfTheTopLevelIsRead() {
    AgentPolicy policy =
        parse(
            """
            mode: observe
            events: {file: logs/events.jsonl, max-size: 5MiB, max-files: 3, max-age: 30d, queue-length: 100}
            idle-gap: 90s
            halted-for: 12h
            max-runs: 2_000
            """);

    assertThat(policy.mode()).isEqualTo(Mode.OBSERVE);
    assertThat(policy.eventLog())
        .isEqualTo(
            new EventLogPolicy(
                Path.of("logs", "events.jsonl"), 5 << 20, 3, Duration.ofDays(30), 100, false));
    assertThat(policy.idleGap()).isEqualTo(Duration.ofSeconds(90));
    assertThat(policy.haltedFor()).isEqualTo(Duration.ofHours(12));
    assertThat(policy.maxRuns()).isEqualTo(2_000);
    assertThat(policy.source()).isEqualTo("loophalt.yaml");
  }

  @Test
  void whatIsCapturedHasAShortFormAndALongOne() {
    String events = "events: {file: e.jsonl, steps: true}\n";

    assertThat(parse(events).eventLog().capture()).as("by default").isNull();
    assertThat(parse(events + "capture: none").eventLog().capture()).isNull();
    assertThat(parse(events + "capture: {arguments: false}").eventLog().capture()).isNull();
    assertThat(parse(events + "capture: {max-bytes: 4KB}").eventLog().capture()).isNull();
    assertThat(parse(events + "capture: arguments").eventLog().capture())
        .isEqualTo(new CapturePolicy(2_000, List.of()));
    assertThat(
            parse(events + "capture: {arguments: true, max-bytes: 4KiB, redact: ['[0-9]{16}']}")
                .eventLog()
                .capture())
        .isEqualTo(new CapturePolicy(4_096, List.of("[0-9]{16}")));
  }

  @Test
  void whatIsCapturedWithoutStepsIsPointedAt() {
    CheckedConfig checked =
        new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
            .parse("a.yaml", "mode: act\ncapture: arguments\n");

    assertThat(checked.findings())
        .singleElement()
        .asString()
        .startsWith("a.yaml:2:")
        .contains("captures nothing", "events: {steps: true}");
  }

  @Test
  void aRedactionThatIsNoRegularExpressionIsRefusedWithItsPlace() {
    assertThatThrownBy(() -> parse("capture:\n  arguments: true\n  redact: ['[0-9']\n"))
        .hasMessageContaining(":3:12")
        .hasMessageContaining("no regular expression: Unclosed character class");
  }

  @ParameterizedTest
  @CsvSource({
    "250ms, PT0.25S",
    "90s, PT1M30S",
    "5m, PT5M",
    "1h30m, PT1H30M",
    "2d, PT48H",
    "1d2h3m4s5ms, PT26H3M4.005S",
    "PT5M, PT5M",
    "P1D, PT24H",
    "PT0.5S, PT0.5S"
  })
  void durationsHaveUnits(String written, Duration meant) {
    assertThat(parse("idle-gap: " + written).idleGap()).isEqualTo(meant);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "200_000, 200000",
    "10MB, 10000000",
    "512KiB, 524288",
    "3kB, 3000",
    "1GB, 1000000000",
    "1GiB, 1073741824",
    "7B, 7"
  })
  void sizesMayHaveUnits(String written, long bytes) {
    assertThat(parse("events: {file: f, max-size: " + written + "}").eventLog().maxBytes())
        .isEqualTo(bytes);
  }

  @Test
  void anAliasStandsForWhatItsAnchorMarks() {
    assertThat(
            parse(
                    """
                    tasks:
                      a: {ladder: &slow {nudge: 6, halt: 9}}
                      b: {ladder: *slow}
                    """)
                .forTask("b")
                .detectors()
                .get(0)
                .ladder())
        .isEqualTo(Ladder.nudgeThenHalt(6, 9));
  }

  @Test
  void everyExampleOfTheTableIsAValidFile() {
    Table.of(new SampleCatalog(), new SampleFrameworks())
        .keys()
        .forEach(key -> assertThat(parse(key.example())).as(key.example()).isNotNull());
  }

  private static AgentPolicy parse(String yaml) {
    return check(yaml).policy();
  }

  private static CheckedConfig check(String yaml) {
    return new ConfigLoader(new SampleCatalog(), new SampleFrameworks())
        .parse("loophalt.yaml", yaml);
  }

  private static Ladder ladderOf(String detector, String yaml) {
    return detector(parse(yaml).defaults(), detector).ladder();
  }

  private static DetectorPolicy detector(TaskPolicy task, String name) {
    return task.detectors().stream()
        .filter(policy -> policy.detector().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
