package io.loophalt.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loophalt.configuration.schema.ConfigException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every mistake gives one line with its place, the offending key, the nearest one and an example.
 */
class MistakesTest {

  private static final ConfigLoader LOADER =
      new ConfigLoader(new SampleCatalog(), new SampleFrameworks());

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void aMistakeIsToldInOneLine(String mistake, String yaml, String problem, String example) {
    ConfigException refused =
        catchThrowableOfType(ConfigException.class, () -> LOADER.parse("loophalt.yaml", yaml));

    assertThat(refused).as("%s is refused", mistake).isNotNull();
    assertThat(refused).hasMessage("loophalt.yaml:" + problem + " Example: " + example);
    assertThat(refused.file() + ":" + refused.line() + ":" + refused.column() + ": ")
        .as("the place in parts is the place in the message")
        .isEqualTo("loophalt.yaml:" + problem.substring(0, problem.indexOf(' ') + 1));
    assertThat(refused.example()).isEqualTo(example);
    assertThat(LOADER.parse("the example", example).findings())
        .as("what can never take effect in the example")
        .isEmpty();
  }

  static Stream<Arguments> aMistakeIsToldInOneLine() {
    return Stream.of(
        mistake(
            "a misspelt key",
            "presset: standard",
            "1:1: unknown key 'presset' at the top level; did you mean 'preset'?",
            "preset: standard"),
        mistake(
            "a key in another style",
            "tasks:\n  a:\n    onHalt: finish",
            "3:5: unknown key 'onHalt' under 'a'; did you mean 'on-halt'?",
            "on-halt: {wait: 10m, then: finish}"),
        mistake(
            "a misspelt key of a ladder",
            "ladder:\n  nudge: 3\n  hatl: 5",
            "3:3: unknown key 'hatl' under 'ladder'; did you mean 'halt'?",
            "ladder: {nudge: 3, escalate: 4, halt: 5}"),
        mistake(
            "a key that resembles none",
            "mode: act\nwhatever: 1",
            "2:1: unknown key 'whatever' at the top level; choose from mode, preset, ladder,"
                + " ceilings, detectors, tools, action-classes, on-halt, messages, join-gap, tasks, weave,"
                + " extensions, prices, budgets, events, capture, digest-key, memory, control, metrics,"
                + " traces, notify, store, trusted-ids, idle-gap, halted-for, max-runs.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "a misspelt word in a text for the model",
            "messages: {nudge: \"Seen: {sen}.\"}",
            "1:19: 'nudge': nothing stands in the place of {sen}; {seen} may be meant.",
            "messages: {nudge: \"Seen: {seen}. Another approach may help.\"}"),
        mistake(
            "an unknown word in the text of a rung",
            "ladder: [{at: 3, do: nudge, message: \"{city}\"}]",
            "1:38: 'message': nothing stands in the place of {city}; what does is {seen}, {call} and"
                + " {count}, and a word with a blank beside it in the braces is text.",
            "ladder: [{at: 3, do: nudge, message: Try another way.}, {at: 5, do: halt}]"),
        mistake(
            "a rung's unknown key",
            "ladder: [{at: 3, do: nudge, text: x}]",
            "1:29: unknown key 'text' under 'ladder'; choose from at, do, message, model.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "a model for a nudge",
            "ladder: [{at: 3, do: nudge, model: big}]",
            "1:29: 'model' goes with 'do: escalate' only.",
            "ladder: [{at: 3, do: escalate, model: gpt-5.2}, {at: 5, do: halt}]"),
        mistake(
            "an escalation without a count",
            "ladder: {escalate: {model: big}}",
            "1:20: 'at' is missing under 'escalate'.",
            "ladder: {nudge: 3, escalate: 4, halt: 5}"),
        mistake(
            "a missing key",
            "ladder: [{at: 3}]",
            "1:10: 'do' is missing under 'ladder'.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "an unknown preset",
            "preset: standart",
            "1:9: unknown value 'standart' for 'preset'; did you mean 'standard'?",
            "preset: standard"),
        mistake(
            "an unknown detector",
            "detectors:\n  poling: observe",
            "2:3: unknown detector 'poling' under 'detectors'; did you mean 'polling'?",
            "detectors: {polling: observe}"),
        mistake(
            "an unknown parameter",
            "detectors: {polling: {windo: 3}}",
            "1:23: unknown key 'windo' under 'polling'; did you mean 'window'?",
            "detectors: {polling: {window: 20}}"),
        mistake(
            "an unknown mode",
            "mode: off",
            "1:7: unknown value 'off' for 'mode'; choose from act, observe.",
            "mode: observe"),
        mistake(
            "a folder where it has a key",
            "control: /run/loophalt",
            "1:10: unknown value '/run/loophalt' for 'control'; choose from on, off, or keys with"
                + " values.",
            "control: {folder: /run/loophalt}"),
        mistake(
            "a wait without its time",
            "on-halt: wait",
            "1:10: unknown value 'wait' for 'on-halt'; choose from throw, finish, or keys with"
                + " values.",
            "on-halt: {wait: 10m, then: finish}"),
        mistake(
            "an unknown intervention",
            "ladder: [{at: 3, do: stop}]",
            "1:22: unknown value 'stop' for 'do'; choose from nudge, escalate, halt.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "a task that is a pattern",
            "tasks: {\"*\": {preset: karimo}}",
            "1:9: a key under 'tasks' must be a task's name, without * or ?, not the text '*'.",
            "tasks: {code-search: {ladder: {nudge: 4, halt: 8}}}"),
        mistake(
            "text for a number",
            "ceilings:\n  steps: many",
            "2:10: 'steps' must be a whole number from 1 to a trillion, or none, not the text"
                + " 'many'.",
            "ceilings: {steps: 200}"),
        mistake(
            "a list for keys",
            "ceilings: [1, 2]",
            "1:11: 'ceilings' must be keys with values, not a list.",
            "ceilings: {steps: 200, total-tokens: 200_000, wall-clock: 10m}"),
        mistake(
            "a number for text",
            "tools: {a: {action-class: 5}}",
            "1:27: 'action-class' must be a name, not the number 5.",
            "tools: {\"run_*\": {action-class: test_run}}"),
        mistake(
            "a misspelt framework",
            "weave: {frameworks: {langchain: false}}",
            "1:22: unknown framework 'langchain' under 'frameworks'; did you mean 'langchain4j'?",
            "weave: {frameworks: {langchain4j: false}}"),
        mistake(
            "a framework that resembles none",
            "weave: {frameworks: {crewai: false}}",
            "1:22: unknown framework 'crewai' under 'frameworks'; choose from koog, langchain4j,"
                + " mcp.",
            "weave: {frameworks: {langchain4j: false}}"),
        mistake(
            "a list of frameworks",
            "weave: {frameworks: [mcp]}",
            "1:21: 'frameworks' must be true or false, or keys with values, not a list.",
            "weave: {frameworks: {langchain4j: false}}"),
        mistake(
            "keys for a list",
            "weave: {tools: {a: b}}",
            "1:16: 'tools' must be a list of methods, not keys with values.",
            "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}"),
        mistake(
            "no value",
            "ceilings:\nmode: act",
            "1:10: 'ceilings' must be keys with values, not left empty.",
            "ceilings: {steps: 200, total-tokens: 200_000, wall-clock: 10m}"),
        mistake(
            "a file that is a list",
            "- a\n- b",
            "1:1: a configuration must be keys with values, not a list.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "a file that is text",
            "hello",
            "1:1: a configuration must be keys with values, not what is written there.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "rungs that fall",
            "ladder:\n  - {at: 5, do: halt}\n  - {at: 3, do: nudge}",
            "3:5: rungs must rise, but 3 comes after 5 under 'ladder'; sort them, each count once.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "counts that fall",
            "ladder: {nudge: 5, halt: 5}",
            "1:26: rungs must rise, but 5 comes after 5 under 'ladder'; sort them, each count"
                + " once.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "a rung at zero",
            "ladder: [{at: 0, do: halt}]",
            "1:15: 'at' must be a whole number from 1 to 1_000_000, not the number 0.",
            "ladder: [{at: 3, do: nudge}, {at: 5, do: halt}]"),
        mistake(
            "a negative number",
            "max-runs: -1",
            "1:11: 'max-runs' must be a whole number from 1 to 1_000_000, not the number -1.",
            "max-runs: 10_000"),
        mistake(
            "a number that overflows",
            "ceilings: {steps: 99999999999999999999999}",
            "1:19: 'steps' must be a whole number from 1 to a trillion, or none, not the number"
                + " 99999999999999999999999.",
            "ceilings: {steps: 200}"),
        mistake(
            "a count with a fraction",
            "max-runs: 1.5",
            "1:11: 'max-runs' must be a whole number from 1 to 1_000_000, not the number 1.5.",
            "max-runs: 10_000"),
        mistake(
            "a limit of zero",
            "ceilings: {total-tokens: 0}",
            "1:26: 'total-tokens' must be a whole number from 1 to a trillion, or none, not the"
                + " number 0.",
            "ceilings: {total-tokens: 200_000}"),
        mistake(
            "a duration without unit",
            "idle-gap: 5",
            "1:11: 'idle-gap' must be a duration such as 250ms, 90s, 5m, 1h30m or PT5M, above zero"
                + " and at most 365d, not the number 5.",
            "idle-gap: 5m"),
        mistake(
            "a duration with units in disorder",
            "idle-gap: 5s3m",
            "1:11: 'idle-gap' must be a duration such as 250ms, 90s, 5m, 1h30m or PT5M, above zero"
                + " and at most 365d, not the text '5s3m'.",
            "idle-gap: 5m"),
        mistake(
            "a duration that overflows",
            "idle-gap: 99999999999999999999h",
            "1:11: 'idle-gap' must be a duration such as 250ms, 90s, 5m, 1h30m or PT5M, above zero"
                + " and at most 365d, not the text '99999999999999999999h'.",
            "idle-gap: 5m"),
        mistake(
            "an ISO duration of days and no end",
            "idle-gap: PT99999999H",
            "1:11: 'idle-gap' must be a duration such as 250ms, 90s, 5m, 1h30m or PT5M, above zero"
                + " and at most 365d, not the text 'PT99999999H'.",
            "idle-gap: 5m"),
        mistake(
            "a duration of zero",
            "ceilings: {wall-clock: 0s}",
            "1:24: 'wall-clock' must be a duration such as 250ms, 90s, 5m, 1h30m or PT5M, above"
                + " zero and at most 365d, or none, not the text '0s'.",
            "ceilings: {wall-clock: 10m}"),
        mistake(
            "a placeholder of the event log that there is not",
            "events: {file: 'a-{pid}.jsonl'}",
            "1:16: 'file': braces stand for nothing but the process, as {jvm}.",
            "events: {file: loophalt-events.jsonl}"),
        mistake(
            "an event log that is a directory",
            "events: {file: src}",
            "1:10: 'src' is a directory; the event log is written to regular files alone.",
            "events: {file: loophalt-events.jsonl}"),
        mistake(
            "a folder that no system can have",
            "control: {folder: \"a\\0b\"}",
            "1:19: 'folder': no file of this system can be called so (Nul character not allowed);"
                + " names beyond ASCII take a locale such as LANG=C.UTF-8.",
            "control: {folder: /run/loophalt}"),
        mistake(
            "an unknown unit of size",
            "events: {file: a, max-size: 10XB}",
            "1:29: 'max-size' must be a size such as 200_000, 512KiB or 10MB, at least 1 byte and"
                + " at most 1000GB, not the text '10XB'.",
            "events: {file: loophalt-events.jsonl, max-size: 10MB}"),
        mistake(
            "a size that overflows",
            "events: {file: a, max-size: 99999999999GB}",
            "1:29: 'max-size' must be a size such as 200_000, 512KiB or 10MB, at least 1 byte and"
                + " at most 1000GB, not the text '99999999999GB'.",
            "events: {file: loophalt-events.jsonl, max-size: 10MB}"),
        mistake(
            "a negative price",
            "prices: {x: {input: -1, output: 2}}",
            "1:21: 'input' must be an amount of money such as 2.50, at most 1_000_000, not the"
                + " number -1.",
            "prices: {\"gpt-4o*\": {input: 2.50, cached-input: 1.25, output: 10.00}}"),
        mistake(
            "a price beyond all reason",
            "prices: {x: {input: 1e99999999, output: 2}}",
            "1:21: 'input' must be an amount of money such as 2.50, at most 1_000_000, not the"
                + " number 1e99999999.",
            "prices: {\"gpt-4o*\": {input: 2.50, cached-input: 1.25, output: 10.00}}"),
        mistake(
            "a price without output",
            "prices:\n  x: {input: 1}",
            "2:6: 'output' is missing under 'x'.",
            "prices: {\"gpt-4o*\": {input: 2.50, cached-input: 1.25, output: 10.00}}"),
        mistake(
            "a percentage above 100",
            "ceilings: {warn-at: 120%}",
            "1:21: 'warn-at' must be a percentage from 1% to 100%, not the text '120%'.",
            "ceilings: {steps: 200, warn-at: 80%}"),
        mistake(
            "an empty pattern",
            "tools: {\"\": {effect: read}}",
            "1:9: a key under 'tools' must be a name or a pattern such as \"read_*\", not an empty"
                + " text.",
            "tools: {\"read_*\": {effect: read, files: [path], ignore-arguments: [request_id]}}"),
        mistake(
            "a blank name",
            "tools: {x: {files: [\" \"]}}",
            "1:21: an item of 'files' must be a name, not the text ' '.",
            "tools: {\"read_*\": {effect: read, files: [path], ignore-arguments: [request_id]}}"),
        mistake(
            "a name where a path must be",
            "tools:\n  x:\n    volatile: [\"$.a\", request_id]",
            "3:23: an item of 'volatile': 'request_id' has no * for what varies; a member of JSON"
                + " would be '$.request_id'.",
            "tools: {get_order: {volatile: [\"$.request_id\", \"served by *\"]}}"),
        mistake(
            "a path with a filter",
            "tools: {x: {volatile: [\"$.a[?(@.b)]\"]}}",
            "1:24: an item of 'volatile': the path '$.a[?(@.b)]' has [?(@.b)], and in brackets can"
                + " be *, a position from 0, or a name in quotes.",
            "tools: {get_order: {volatile: [\"$.request_id\", \"served by *\"]}}"),
        mistake(
            "a pattern that can never match",
            "tools: {x: {volatile: [\"took *ms\"]}}",
            "1:24: an item of 'volatile': 'took *ms' can never match: * takes all letters, digits"
                + " and -_.:+/=%@~#$^!?*, and so 'm', too.",
            "tools: {get_order: {volatile: [\"$.request_id\", \"served by *\"]}}"),
        mistake(
            "a wrong part of an argument",
            "tools: {x: {ignore-arguments: [id, \"$.\"]}}",
            "1:36: an item of 'ignore-arguments': the path '$.' has no name where one must be, after"
                + " '$.'.",
            "tools: {\"read_*\": {effect: read, files: [path], ignore-arguments: [request_id]}}"),
        mistake(
            "more parts than a tool can have",
            "tools: {x: {volatile: ["
                + IntStream.range(0, 33)
                    .mapToObj(i -> "a" + i + " *")
                    .collect(Collectors.joining(", "))
                + "]}}",
            "1:24: at most 32 parts can be left out, not 33.",
            "tools: {get_order: {volatile: [\"$.request_id\", \"served by *\"]}}"),
        mistake(
            "an unknown effect",
            "tools: {x: {effect: reed}}",
            "1:21: unknown value 'reed' for 'effect'; did you mean 'read'?",
            "tools: {\"read_*\": {effect: read}}"),
        mistake(
            "yes for true",
            "weave: {frameworks: yes}",
            "1:21: 'frameworks' must be true or false, or keys with values, not the text 'yes'.",
            "weave: {frameworks: {langchain4j: false}}"),
        mistake(
            "a simple annotation name",
            "weave: {tool-annotations: [MyTool]}",
            "1:28: an item of 'tool-annotations' must be the full name of an annotation such as"
                + " com.acme.MyTool, not the text 'MyTool'.",
            "weave: {tool-annotations: [com.acme.MyTool]}"),
        mistake(
            "a method without a class",
            "weave: {tools: [search]}",
            "1:17: an item of 'tools': 'search' names no class; write class and method as in"
                + " com.acme.Tools.search.",
            "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}"),
        mistake(
            "a static initialiser",
            "weave: {tools: [com.acme.A.<clinit>]}",
            "1:17: an item of 'tools': 'com.acme.A.<clinit>' is no method; write class and method"
                + " as in com.acme.Tools.search.",
            "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}"),
        mistake(
            "a generic parameter",
            "weave: {tools: [\"a.B.c(java.util.List<String>)\"]}",
            "1:17: an item of 'tools': 'java.util.List<String>' is no erased parameter type; write"
                + " one such as java.lang.String, int, byte[] or java.util.List.",
            "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}"),
        mistake(
            "a simple parameter type",
            "weave: {tools: [\"a.B.c(int, String)\"]}",
            "1:17: an item of 'tools': the parameter type 'String' must be written in full:"
                + " java.lang.String.",
            "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}"),
        mistake(
            "an open parenthesis",
            "weave: {tools: [\"a.B.c(int\"]}",
            "1:17: an item of 'tools': the parameter types must end with one ')'.",
            "weave: {tools: [\"com.acme.Loop.dispatch(java.lang.String)\"]}"),
        mistake(
            "a misspelt key of a model",
            "weave:\n  models:\n    - {method: a.B.c, input-token: result.usage.in}",
            "3:23: unknown key 'input-token' under 'models'; did you mean 'input-tokens'?",
            "weave: {models: [{method: com.acme.Llm.complete, input-tokens:"
                + " result.usage.promptTokens}]}"),
        mistake(
            "a model without its method",
            "weave: {models: [{text: result}]}",
            "1:18: 'method' is missing under 'models'.",
            "weave: {models: [{method: com.acme.Llm.complete, tool-calls:"
                + " result.message.toolCalls}]}"),
        mistake(
            "a path that begins nowhere",
            "weave: {models: [{method: a.B.c, text: message.content}]}",
            "1:40: 'text' must be a path such as result.usage.promptTokens, beginning with result,"
                + " this or argument0, argument1, ..., not the text 'message.content'.",
            "weave: {models: [{method: com.acme.Llm.complete, text: result.message.content}]}"),
        mistake(
            "a path with calls",
            "weave: {models: [{method: a.B.c, text: result.getText()}]}",
            "1:40: 'text' must be a path such as result.usage.promptTokens, beginning with result,"
                + " this or argument0, argument1, ..., not the text 'result.getText()'.",
            "weave: {models: [{method: com.acme.Llm.complete, text: result.message.content}]}"),
        mistake(
            "a store without a key that others have",
            "mode: act\nstore: {url: \"redis://localhost\"}",
            "2:1: 'store' needs a 'digest-key', which all JVMs have that share it: without one each"
                + " makes its digests under a key of its own.",
            "{store: {url: \"redis://localhost:6379/0\"}, digest-key: {file: digest.key}}"),
        mistake(
            "a store for a detector that keeps texts",
            "preset: runaway\nstore: {url: \"redis://localhost\"}\ndigest-key: {file: digest.key}",
            "2:8: no run of a 'store' can have the detector 'idle-turns', which remembers what the model"
                + " has said as it is: switch it off, or choose another preset.",
            "preset: standard"),
        mistake(
            "the same for one task, which only watches",
            "tasks: {a: {preset: runaway, detectors: {idle-turns: observe}}}\n"
                + "store: {url: \"redis://localhost\"}\ndigest-key: {file: digest.key}",
            "2:8: no run of a 'store' can have the detector 'idle-turns', which remembers what the model"
                + " has said as it is: switch it off, or choose another preset.",
            "preset: standard"),
        mistake(
            "a store of another kind",
            "store: {url: \"http://user:hidden@localhost\"}",
            "1:14: 'url': it is no address such as redis://user:password@host:6379/0, or rediss://"
                + " over TLS.",
            "{store: {url: \"redis://localhost:6379/0\"}, digest-key: {file: digest.key}}"),
        mistake(
            "a prefix of keys that is a pattern of others",
            "store: {url: \"redis://localhost\", key-prefix: team*}",
            "1:47: 'key-prefix' must be ASCII without spaces and * ? [ ] \\ { }, not the text"
                + " 'team*'.",
            "{store: {url: \"redis://localhost\", key-prefix: agents}, digest-key: {file:"
                + " digest.key}}"),
        mistake(
            "a sentinel without a port",
            "store: {url: \"redis://mymaster\", sentinels: [10.0.0.1]}",
            "1:46: '10.0.0.1' is no host with a port such as 10.0.0.1:26379.",
            "{store: {url: \"redis://mymaster\", sentinels: [\"10.0.0.1:26379\"]}, digest-key: {file:"
                + " digest.key}}"),
        mistake(
            "a password of sentinels that are not there",
            "store: {url: \"redis://mymaster\", sentinel-password: changeit}",
            "1:34: 'sentinel-password' needs 'sentinels'.",
            "{store: {url: \"redis://mymaster\", sentinels: [\"10.0.0.1:26379\"], sentinel-password:"
                + " changeit}, digest-key: {file: digest.key}}"),
        mistake(
            "a cluster with sentinels",
            "store: {url: \"redis://a\", sentinels: [\"a:1\"], cluster: [\"a:2\"]}",
            "1:47: a 'cluster' has no 'sentinels': leave one of them out.",
            "{store: {url: \"redis://10.0.0.1:6379\", cluster: [\"10.0.0.2:6379\"]}, digest-key: {file:"
                + " digest.key}}"),
        mistake(
            "a cluster with databases",
            "store: {url: \"redis://a/1\", cluster: [\"a:2\"]}",
            "1:9: a cluster has no other database than 0.",
            "{store: {url: \"redis://localhost:6379/0\"}, digest-key: {file: digest.key}}"),
        mistake(
            "a trust store where nothing is to be trusted",
            "store: {url: \"redis://localhost\", tls: {trust-store: ca.pem}}",
            "1:35: 'tls' needs an address that begins with rediss://.",
            "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.pem}}, digest-key: {file:"
                + " digest.key}}"),
        mistake(
            "a key store without its password",
            "store: {url: \"rediss://localhost\", tls: {key-store: agent.p12}}",
            "1:42: 'key-store' needs 'key-store-password'.",
            "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.pem, key-store: agent.p12,"
                + " key-store-password: changeit}}, digest-key: {file: digest.key}}"),
        mistake(
            "a password of a trust store that is not there",
            "store: {url: \"rediss://localhost\", tls: {password: changeit}}",
            "1:42: 'password' needs 'trust-store'.",
            "{store: {url: \"rediss://localhost\", tls: {trust-store: ca.p12, password: changeit}},"
                + " digest-key: {file: digest.key}}"),
        mistake(
            "trusted ids of nowhere",
            "mode: act\ntrusted-ids: {task: order}",
            "2:14: 'trusted-ids' names neither a 'header' nor a 'baggage' key nor a"
                + " 'span-attribute', so that no id is trusted. Example: trusted-ids: {header: X-Agent-Run, task: order-agent}.",
            "trusted-ids: {header: X-Agent-Run, task: order-agent}"),
        mistake(
            "a header that none can be",
            "trusted-ids: {header: \"X Agent\"}",
            "1:23: 'header' must be the name of an HTTP header such as X-Agent-Run, not the text"
                + " 'X Agent'.",
            "trusted-ids: {header: X-Agent-Run, task: order-agent}"),
        mistake(
            "a run that is a conversation and one execution",
            "weave: {runs: [{method: a.B.c, conversation: this, join: argument0}]}",
            "1:52: 'join' and 'conversation' exclude each other: a run is one execution that many"
                + " calls take part in, or one conversation.",
            "weave: {runs: [{method: com.acme.Worker.onMessage, join: argument0.jobId}]}"),
        mistake(
            "a conversation by what is not there yet",
            "weave: {runs: [{method: a.B.c, conversation: result.id}]}",
            "1:46: 'conversation' must be a path such as this, argument0 or argument1.session.id,"
                + " beginning with this or argument0, argument1, ..., not the text 'result.id'.",
            "weave: {runs: [{method: com.acme.Chat.reply, conversation: argument0.sessionId}]}"),
        mistake(
            "one limit under two names",
            "ceilings: {tool-calls: {total: 100, \"*\": 20}}",
            "1:37: 'total' and '*' are the same limit; keep one of them.",
            "ceilings: {tool-calls: {total: 100, \"search*\": 20}}"),
        mistake(
            "a duplicate key",
            "mode: act\nidle-gap: 5m\nmode: observe",
            "3:1: the key 'mode' is here twice, first in line 1; keep one of them.",
            "ceilings: {steps: 200, wall-clock: 10m}"),
        mistake(
            "a merge key",
            "tasks:\n  a: &a {preset: karimo}\n  b:\n    <<: *a",
            "4:5: merge keys are not supported; write the settings out, or once at the top level,"
                + " from where all tasks have them.",
            "tasks: {search: &long {ladder: {nudge: 5, halt: 10}}, review: *long}"),
        mistake(
            "an alias without anchor",
            "tasks: {a: *b}",
            "1:12: no anchor '&b' ends before this alias; write the value out.",
            "tasks: {search: &long {ladder: {nudge: 5, halt: 10}}, review: *long}"),
        mistake(
            "an alias inside its own anchor",
            "tasks: &t {a: *t}",
            "1:15: no anchor '&t' ends before this alias; write the value out.",
            "tasks: {search: &long {ladder: {nudge: 5, halt: 10}}, review: *long}"),
        mistake(
            "a tag",
            "mode: !!javax.script.ScriptEngineManager act",
            "1:7: the tag 'tag:yaml.org,2002:javax.script.ScriptEngineManager' is not allowed;"
                + " write the value without it.",
            "mode: observe"),
        mistake(
            "a second document",
            "mode: act\n---\nmode: observe",
            "2:1: a second document begins here; a configuration is one document, and what is for"
                + " one task stands under 'tasks'.",
            "tasks: {search: {ladder: {nudge: 5, halt: 10}}}"),
        mistake(
            "a tab",
            "ceilings:\n\tsteps: 5",
            "2:1: a tab where YAML wants spaces; indent with spaces, or write it in one line with"
                + " braces.",
            "ceilings: {steps: 200, wall-clock: 10m}"),
        mistake(
            "a quote that is not closed",
            "mode: \"act",
            "1:11: not valid YAML while scanning a quoted scalar: found unexpected end of stream.",
            "tools: {\"read_*\": {effect: read}}"),
        mistake(
            "indentation that does not fit",
            "ceilings:\n  steps: 5\n turns: 5",
            "3:2: not valid YAML while parsing a block mapping: expected <block end>, but found"
                + " '<block mapping start>'.",
            "tools: {\"read_*\": {effect: read}}"),
        mistake(
            "a control character",
            "mode: act\nidle-gap: \u00075m",
            "2:11: the character U+0007 is not allowed; remove it, or write an escape in double"
                + " quotes.",
            "ladder: [{at: 5, do: halt, message: \"Stop.\\nSay what is missing.\"}]"),
        mistake(
            "what ends a line for the parser alone, in a comment",
            "mode: act\n# see\u2028mode: observe",
            "2:6: the character U+2028 is not allowed; remove it, or write an escape in double"
                + " quotes.",
            "ladder: [{at: 5, do: halt, message: \"Stop.\\nSay what is missing.\"}]"),
        mistake(
            "a key that is a list",
            "? [a]\n: b",
            "1:3: a key must be text, not a list or keys.",
            "tools: {\"read_*\": {effect: read}}"),
        mistake(
            "nesting without end",
            "a: " + "[".repeat(30) + "]".repeat(30),
            "1:23: nested more than 20 levels deep; no setting needs that.",
            "tasks: {search: {ladder: {nudge: 5, halt: 10}}}"),
        mistake(
            "a text without end",
            "idle-gap: " + "1s".repeat(5_000),
            "1:11: 'idle-gap' is longer than 250 characters.",
            "idle-gap: 5m"),
        mistake(
            "an alias bomb",
            aliasBomb(),
            "5:12: more than 20000 values, aliases written out; no configuration needs that many.",
            "tasks: {search: &long {ladder: {nudge: 5, halt: 10}}, review: *long}"));
  }

  private static String aliasBomb() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
    for (char c = 'b'; c < 'j'; c++) {
      String below = "*" + (char) (c - 1);
      bomb.append(c).append(": &").append(c).append(" [");
      bomb.append((below + " ,").repeat(8)).append(below).append(" ]\n");
    }
    return bomb.toString();
  }

  private static Arguments mistake(String mistake, String yaml, String problem, String example) {
    return Arguments.of(mistake, yaml, problem, example);
  }
}
