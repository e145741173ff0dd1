package io.loophalt.runtime.correlation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.run.RunEvents;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.model.CallPieces;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import io.loophalt.testing.AtOnce;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which results in a request are steps, and how calls are put together from a stream. */
class OpenCallsTest {

  private final OpenCalls open = new OpenCalls();

  @Test
  void ofCallsWithoutIdsTheFirstOfEachToolIsAnsweredByItsFirstResult() {
    CallPieces pieces = new CallPieces();

    pieces.add(new CallPart(0, CallOrder.NO_ID, "search", "{\"a\":1}"));
    pieces.add(new CallPart(0, CallOrder.NO_ID, "open", "{}"));
    pieces.add(new CallPart(0, CallOrder.NO_ID, "search", "{\"a\":2}"));
    open.ask(pieces.calls(7));

    CallOrder results = new CallOrder();
    assertThat(open.answered(List.of(results.next("open"), results.next("search")), null))
        .containsExactly(new Asked("open", "{}", 7), new Asked("search", "{\"a\":1}", 7));
    assertThat(open.answered(List.of(results.next("search"), results.next("search")), null))
        .containsExactly(new Asked("search", "{\"a\":2}", 7), null);
  }

  @Test
  void aPieceThatSaysAnEmptyIdAndNoNameGoesOnWithItsCall() {
    CallPieces pieces = new CallPieces();
    pieces.add(CallPart.of(0, "call_a", "write_file", ""));
    pieces.add(CallPart.of(0, "", "", "{\"path\": "));
    pieces.add(CallPart.of(0, "", "", "\"a.txt\"}"));

    assertThat(pieces.calls(7))
        .containsExactly(Map.entry("call_a", new Asked("write_file", "{\"path\": \"a.txt\"}", 7)));
  }

  @Test
  void aNameThatIsRepeatedOrComesBehindTheIdBeginsNoOtherCall() {
    CallPieces repeated = new CallPieces();
    repeated.add(CallPart.of(0, "call_a", "write_file", ""));
    repeated.add(CallPart.of(0, null, "write_file", "{\"path\": "));
    repeated.add(CallPart.of(0, null, "write_file", "\"a.txt\"}"));
    CallPieces behind = new CallPieces();
    behind.add(CallPart.of(0, "call_a", "", ""));
    behind.add(CallPart.of(0, null, "write_file", "{\"path\": "));
    behind.add(CallPart.of(0, null, "", "\"a.txt\"}"));
    CallPieces without = new CallPieces();
    without.add(CallPart.of(0, null, "write_file", "{\"path\": "));
    without.add(CallPart.of(0, null, "write_file", "\"a.txt\"}"));

    Asked whole = new Asked("write_file", "{\"path\": \"a.txt\"}", 7);
    assertThat(repeated.calls(7)).containsExactly(Map.entry("call_a", whole));
    assertThat(behind.calls(7)).containsExactly(Map.entry("call_a", whole));
    assertThat(without.calls(7)).containsExactly(Map.entry("write_file#1", whole));
  }

  @Test
  void callsWithoutIdsAreTold() {
    CallPieces pieces = new CallPieces();
    pieces.add(CallPart.of(0, null, "look", "{\"item\":\"tea\"}"));
    pieces.add(CallPart.of(0, null, "look", "{\"item\":\"milk\"}"));
    pieces.add(CallPart.of(0, null, "verify", ""));

    assertThat(pieces.calls(7).keySet()).containsExactly("look#1", "look#2", "verify#1");
  }

  @Test
  void callsWithEmptyIdsAreAsManyAsThereAreNames() {
    CallPieces pieces = new CallPieces();
    pieces.add(CallPart.of(0, "", "write_file", "{\"path\":\"a.txt\"}"));
    pieces.add(CallPart.of(0, "", "verify", "{}"));

    assertThat(pieces.calls(7))
        .containsOnly(
            Map.entry("write_file#1", new Asked("write_file", "{\"path\":\"a.txt\"}", 7)),
            Map.entry("verify#1", new Asked("verify", "{}", 7)));
  }

  @Test
  void aCallThatSeveralAnswersAskForIsMadeOnceWhereItIsSeen() {
    CallPieces pieces = new CallPieces();
    pieces.add(new CallPart(0, "a", "search", "{\"a\":1}"));
    pieces.add(new CallPart(0, "b", "search", "{\"a\":2}").inChoice(1));
    pieces.add(new CallPart(1, "c", "search", "{\"a\":3}").inChoice(1));
    open.ask(pieces.untold(7));

    open.stepSeen("search");

    assertThat(open.answered(List.of("b", "c"), null))
        .containsExactly(null, new Asked("search", "{\"a\":3}", 7, 1));
  }

  @Test
  void callsThatWereToldAreToldOnce() {
    CallPieces pieces = new CallPieces();
    pieces.add(new CallPart(0, CallOrder.NO_ID, "search", "{}"));
    assertThat(pieces.untold(7)).containsOnlyKeys("search#1");

    pieces.add(new CallPart(0, CallOrder.NO_ID, "search", "{}"));

    assertThat(pieces.untold(7)).containsOnlyKeys("search#2");
    assertThat(pieces.calls(7)).containsOnlyKeys("search#1", "search#2");
  }

  /** As where an answer is asked for in the form of a call; with a heap of 64 MB. */
  @Test
  void whatNobodyEverAnswersTakesNoMemoryThatIsNeeded() throws Exception {
    Process small =
        new ProcessBuilder(
                System.getProperty("java.home") + "/bin/java",
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                NeverAnswered.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(small.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(small.waitFor()).as(said).isZero();
    assertThat(said).contains("asked 2000 times, the last is known");
  }

  /** Asks for more than fits into the heap. */
  static final class NeverAnswered {

    private NeverAnswered() {}

    public static void main(String[] none) {
      List<OpenCalls> conversations = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        OpenCalls each = new OpenCalls();
        each.ask(Map.of("call-1", new Asked("answer", "x".repeat(60_000), i)));
        conversations.add(each);
      }
      OpenCalls last = conversations.get(conversations.size() - 1);
      boolean known = last.answered(List.of("call-1"), null).get(0) != null;
      System.out.println(
          "asked " + conversations.size() + " times, the last is " + (known ? "known" : "lost"));
    }
  }

  @Test
  void aResultAnswersItsCallOnceHoweverOftenRequestsRepeatIt() {
    open.ask(Map.of("call-1", asked("search")));

    assertThat(open.answered(List.of("call-1"), null)).containsExactly(asked("search"));
    assertThat(open.answered(List.of("call-1"), null)).containsExactly((Asked) null);
  }

  @Test
  void aRequestThatIsSentOnceMoreAnswersNoCallOfTheAnswerThatWasDropped() {
    Object message = new Object();
    open.ask(Map.of("search#1", asked("search")));
    assertThat(open.answered(List.of("search#1"), message)).containsExactly(asked("search"));
    open.ask(Map.of("search#1", asked("search")));

    assertThat(open.answered(List.of("search#1"), message))
        .as("the same message")
        .containsExactly((Asked) null);
    assertThat(open.answered(List.of("search#1"), new Object()))
        .as("another message")
        .containsExactly(asked("search"));
  }

  @Test
  void theCallThatWasMadeLeastIsMadeNextAndItsResultIsAStepAllTheSame() {
    String plain = OpenCalls.plain("writeFile");
    open.ask(Map.of("call-1", asked("write_file"), "call-2", asked("write_file")));

    for (int i = 0; i < 4; i++) {
      assertThat(open.timesMade(plain)).isEqualTo(i / 2);
      open.make(plain);
    }
    assertThat(open.timesMade(OpenCalls.plain("search")))
        .as("nobody asked for it")
        .isEqualTo(OpenCalls.NOT_OPEN);
    assertThat(open.answered(List.of("call-1", "call-2"), null))
        .containsExactly(asked("write_file"), asked("write_file"));
    assertThat(open.timesMade(plain)).as("that were answered").isEqualTo(OpenCalls.NOT_OPEN);
  }

  @Test
  void aResultOfACallThatWasNeverSeenIsNoStep() {
    assertThat(open.answered(List.of("call-0"), null)).containsExactly((Asked) null);
  }

  @Test
  void aStepThatWasSeenWhereItHappenedIsNotTakenAgain() {
    open.ask(Map.of("call-1", asked("write_file"), "call-2", asked("search")));

    open.stepSeen("writeFile");

    assertThat(open.answered(List.of("call-2", "call-1"), null))
        .containsExactly(asked("search"), null);
  }

  @Test
  void whatOnlyARequestTellsOfWasUnseen() {
    open.ask(Map.of("call-1", asked("search"), "call-2", asked("open")));

    open.stepSeen("search");
    open.answered(List.of("call-1"), null);
    assertThat(open.anyUnseen()).as("of a call that was seen").isFalse();

    open.answered(List.of("call-2"), null);
    assertThat(open.anyUnseen()).isTrue();
  }

  @Test
  void aStepOfAToolMethodOfAnotherNameStandsForOneOfTheCalls() {
    open.ask(Map.of("call-1", asked("search"), "call-2", asked("search")));

    open.stepSeen("Library.find");

    assertThat(open.answered(List.of("call-0", "call-1", "call-2"), null))
        .as("the first that answers a call")
        .containsExactly(null, null, asked("search"));
  }

  @Test
  void theNextAnswerForgetsStepsThatNoResultCameFor() {
    open.ask(Map.of("call-1", asked("search")));
    open.stepSeen("Library.find");

    open.ask(Map.of("call-2", asked("search")));

    assertThat(open.answered(List.of("call-2"), null)).containsExactly(asked("search"));
  }

  @Test
  void ofManyCallsThatNobodyAnswersTheOldestAreForgotten() {
    for (int i = 0; i < 257; i++) {
      open.ask(Map.of("call-" + i, asked("search")));
    }

    assertThat(open.answered(List.of("call-0", "call-1", "call-256"), null))
        .as("the first, the second and the last of 257")
        .containsExactly(null, asked("search"), asked("search"));
  }

  @Test
  void ofLongCallsThatNobodyAnswersOnlyThoseOfTheLastAnswerAreKept() {
    String text = "x".repeat(40_000);
    for (int i = 0; i < 3; i++) {
      open.ask(
          Map.of(
              "call-" + i, new Asked("write", text, 0), "other-" + i, new Asked("write", text, 0)));
    }

    assertThat(open.answered(List.of("call-0", "other-1"), null)).containsExactly(null, null);
    assertThat(open.answered(List.of("call-2", "other-2"), null)).doesNotContainNull();
  }

  @Test
  void anotherIdAtTheSamePositionIsAnotherCallAndTheSameIdIsNot() {
    CallPieces pieces = new CallPieces();

    pieces.add(new CallPart(0, "call-1", "search", "{\"a\":"));
    pieces.add(new CallPart(0, "call-1", "", "1}"));
    pieces.add(new CallPart(0, "call-2", "open", "{}"));

    assertThat(pieces.calls(7))
        .containsExactly(
            Map.entry("call-1", new Asked("search", "{\"a\":1}", 7)),
            Map.entry("call-2", new Asked("open", "{}", 7)));
  }

  @Test
  void argumentsThatNeverEndAreNotKeptToTheEnd() {
    CallPieces pieces = new CallPieces();
    String piece = "x".repeat(1 << 16);
    pieces.add(new CallPart(0, "call-1", "write", ""));

    for (int i = 0; i < 64; i++) {
      pieces.add(new CallPart(0, null, "", piece));
    }

    assertThat(pieces.calls(7).get("call-1"))
        .isNotNull()
        .extracting(asked -> asked.arguments().length())
        .isEqualTo(1 << 20);
  }

  @Test
  void membersOfArgumentsThatComeApartAreOfOneCallHoweverTheyAreCut() {
    CallPieces pieces = new CallPieces();
    pieces.add(CallPart.of(0, "call-1", "set_light", ""));
    pieces.add(CallPart.of(0, "", "", Map.of("room", "kit")));
    pieces.add(CallPart.of(0, "", "", Map.of("room", "chen", "level", 20.0)));
    pieces.add(CallPart.of(0, "", "", ""));
    CallPieces others = new CallPieces();
    others.add(CallPart.of(0, "call-1", "set_light", Map.of("room", "k")));
    others.add(CallPart.of(0, "", "", Map.of("room", "it")));
    others.add(CallPart.of(0, "", "", Map.of("room", "chen")));
    others.add(CallPart.of(0, "", "", Map.of("level", 20.0)));

    Asked whole = new Asked("set_light", "{\"room\":\"kitchen\",\"level\":20.0}", 7);
    assertThat(pieces.calls(7)).containsExactly(Map.entry("call-1", whole));
    assertThat(others.calls(7)).containsExactly(Map.entry("call-1", whole));
  }

  @Test
  void aCallWithoutArgumentsAsksForNone() {
    CallPieces pieces = new CallPieces();
    pieces.add(CallPart.of(0, "call-1", "look", Map.of()));
    pieces.add(CallPart.of(1, "call-2", "look", Map.of()));
    pieces.add(CallPart.of(1, "", "", "{\"item\":\"tea\"}"));

    assertThat(pieces.calls(7))
        .containsExactly(
            Map.entry("call-1", new Asked("look", "{}", 7)),
            Map.entry("call-2", new Asked("look", "{\"item\":\"tea\"}", 7)));
  }

  @Test
  void longTextsAmongTheMembersAreReadToTheirEnd() {
    CallPieces pieces = new CallPieces();
    String sameBeginning = "x".repeat(20_000);
    for (String end : List.of("a", "b")) {
      Map<String, Object> arguments = new LinkedHashMap<>();
      arguments.put("content", sameBeginning + end);
      arguments.put("path", end);
      pieces.add(CallPart.of(0, end, "write_file", arguments));
    }

    assertThat(pieces.calls(7).values())
        .extracting(asked -> asked.arguments().substring(20_000))
        .containsExactly("xxxxxxxxxxxxa\",\"path\":\"a\"}", "xxxxxxxxxxxxb\",\"path\":\"b\"}");
  }

  @Test
  void callsOfAStreamArePutTogetherByTheirPositions() {
    CallPieces pieces = new CallPieces();

    pieces.add(new CallPart(0, "call-1", "search", ""));
    pieces.add(new CallPart(1, "call-2", "open", "{\"in"));
    pieces.add(new CallPart(0, null, "", "{}"));
    pieces.add(new CallPart(1, null, "", "put\": 1}"));

    assertThat(pieces.calls(7))
        .containsExactly(
            Map.entry("call-1", new Asked("search", "{}", 7)),
            Map.entry("call-2", new Asked("open", "{\"input\": 1}", 7)));
  }

  @Test
  @Tag("concurrency")
  void aStreamThatIsClosedWhileItsPiecesComeHasAskedForThoseThatCame() throws Exception {
    int parts = 20;

    AtOnce.rounds(
        () -> {
          CallPieces pieces = new CallPieces();
          return new AtOnce.Round() {
            private int calls;

            @Override
            public void one() {
              for (int i = 0; i < parts; i++) {
                pieces.add(new CallPart(i, "call-" + i, "search", "{}"));
              }
            }

            @Override
            public void other() {
              calls = pieces.calls(0).size();
            }

            @Override
            public void check() {
              assertThat(calls).isBetween(0, parts);
            }
          };
        });
  }

  @Test
  @Tag("concurrency")
  void twoAnswersThatComeToARunAtOnceHaveBothAsked() throws Exception {
    RunRegistry registry =
        new RunRegistry(SmallPolicies.of(1_000), Presets::create, RunEvents.NONE);
    RunCorrelator runs = new RunCorrelator(registry, new Log(System.err));

    AtOnce.rounds(
        () -> {
          LiveRun live = registry.open(null, "task", null, 0);
          return new AtOnce.Round() {
            @Override
            public void one() {
              runs.asked(live, Map.of("call-1", asked("search")));
            }

            @Override
            public void other() {
              runs.asked(live, Map.of("call-2", asked("open")));
            }

            @Override
            public void check() {
              registry.close(live);
              assertThat(
                      Objects.requireNonNull(runs.openCallsOf(live))
                          .answered(List.of("call-1", "call-2"), null))
                  .containsExactly(asked("search"), asked("open"));
            }
          };
        });
  }

  private static Asked asked(String tool) {
    return new Asked(tool, "{}", 0);
  }
}
