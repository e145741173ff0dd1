package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.AgentTool;
import io.loophalt.Effect;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import io.loophalt.testing.application.Annotated;
import io.loophalt.testing.application.House;
import io.loophalt.testing.application.Unmarked;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which methods are woven, as which tools. */
class WeaverTest {

  private static final String UNMARKED = Unmarked.class.getName();

  private final List<String> steps = Collections.synchronizedList(new ArrayList<>());
  private @Nullable GuardedClasses guarded;

  @AfterEach
  void shutTheGate() {
    if (guarded != null) {
      guarded.close();
    }
  }

  @Test
  void everyAnnotationGivesItsMethodANameAndAnActionClass() throws Exception {
    GuardedClasses agent =
        weaving(annotatedWith(House.Described.class, House.Misleading.class, House.Bare.class));

    assertThat(agent.call(Annotated.class))
        .isEqualTo("plain named described misleading bare both run narrow");
    assertThat(steps)
        .containsExactly(
            "plain of plain",
            "own_name of own_class",
            "house_name of house_class",
            "misleading of misleading",
            "bare of bare",
            "own_name_of_both of own_name_of_both",
            "answer_narrowly of answer_narrowly");
    assertThat(agent.failures()).as(agent.log()).isZero();
  }

  @Test
  void anAnnotationThatIsNotThereAtRunTimeStillMarksItsMethod() throws Exception {
    GuardedClasses agent = weaving(annotatedWith(House.Described.class));
    agent.hide(House.Described.class.getName());
    agent.hide(AgentTool.class.getName());

    agent.call(Annotated.class);

    assertThat(agent.log()).doesNotContain("internal error");
    assertThat(steps)
        .contains(
            "plain of plain",
            "own_name of own_class",
            "described of described",
            "own_name_of_both of own_name_of_both");
  }

  @Test
  void whatCannotBeWovenIsRefusedInOneWarningEach() throws Exception {
    GuardedClasses agent = weaving(annotatedWith(House.Bare.class));

    agent.call(Annotated.class);

    assertThat(agent.log().lines().filter(line -> line.contains("is not watched")))
        .satisfiesExactlyInAnyOrder(
            line -> assertThat(line).contains("Annotated").contains("it is a constructor"),
            line -> assertThat(line).contains("Wide.answer").contains("it is abstract"),
            line -> assertThat(line).contains("Wide.byOthers").contains("it is native"));
  }

  @Test
  void aClassThatIsWovenAgainIsNeitherCountedNorRefusedTwice() throws Exception {
    GuardedClasses agent = weaving(annotatedWith(House.Bare.class));
    agent.call(Annotated.class);
    int woven = agent.wovenMethods();
    long refusals = agent.log().lines().filter(line -> line.contains("is not watched")).count();

    agent.weaveAgain(Annotated.class);

    assertThat(agent.wovenMethods()).isEqualTo(woven);
    assertThat(agent.log().lines().filter(line -> line.contains("is not watched")))
        .hasSize((int) refusals);
  }

  @Test
  void anApplicationThatIsLoadedAgainGetsTheNumbersItHadBefore() throws Exception {
    GuardedClasses agent = weaving(annotatedWith(House.Bare.class));
    agent.call(Annotated.class);
    int woven = agent.wovenMethods();
    List<String> once = List.copyOf(steps);
    int number = agent.takeNumber();

    agent.redeploy();
    agent.call(Annotated.class);

    assertThat(agent.wovenMethods()).as("methods woven in both loaders").isEqualTo(2 * woven);
    assertThat(agent.takeNumber())
        .as("a table that grows with every reload is never given back")
        .isEqualTo(number + 1);
    assertThat(steps).hasSize(2 * once.size()).endsWith(once.toArray(new String[0]));
  }

  @Test
  void aPatternWithoutTypesMatchesEveryOverload() throws Exception {
    call(pattern(UNMARKED, "search", null));

    assertThat(steps).containsExactly("search of search", "search of search", "search of search");
  }

  @Test
  void aPatternWithTypesMatchesOneOverload() throws Exception {
    GuardedClasses one = call(pattern(UNMARKED, "search", List.of("java.lang.String", "int")));
    assertThat(one.wovenMethods()).isEqualTo(1);
    one.close();

    GuardedClasses array = call(pattern(UNMARKED, "search", List.of("byte[]")));
    assertThat(array.wovenMethods()).isEqualTo(1);
    array.close();

    GuardedClasses none = call(pattern(UNMARKED, "search", List.of("long")));
    assertThat(none.wovenMethods()).isZero();
  }

  @Test
  void aNestedClassIsNamedWithADollar() throws Exception {
    GuardedClasses agent = call(pattern(UNMARKED + "$Inner", "search", null));

    assertThat(steps).containsExactly("search of search");
    assertThat(agent.wovenMethods()).isEqualTo(1);
  }

  @Test
  void starsMatchMethodsButNoConstructorsAndNothingTheCompilerMade() throws Exception {
    GuardedClasses agent = call(pattern(UNMARKED + "*", "*", null));

    assertThat(agent.wovenMethods())
        .as("call, three times search, and the nested one")
        .isEqualTo(5);
    assertThat(agent.log()).doesNotContain("is not watched");
    assertThat(steps)
        .as("what a tool calls is a detail of its step")
        .containsExactly("call of call");
  }

  @Test
  void aConstructorThatIsNamedIsRefusedInAWarningAndTheOtherPatternsHold() throws Exception {
    GuardedClasses agent =
        weaving(
            new WeavingPolicy(
                Set.of(),
                List.of(
                    pattern(UNMARKED, "<init>", null),
                    pattern(UNMARKED, "*", List.of()),
                    pattern(UNMARKED + "$Inner", "search", null)),
                List.of(),
                List.of(),
                FrameworkSwitches.NONE,
                false,
                false,
                false));

    agent.call(Unmarked.class);

    assertThat(agent.log().lines().filter(line -> line.contains("is not watched")))
        .singleElement()
        .asString()
        .contains("WARNING " + UNMARKED + ".<init> is not watched: it is a constructor");
    assertThat(agent.wovenMethods()).as("call and the nested search").isEqualTo(2);
  }

  @Test
  void aPatternGivesItsToolANameAnActionClassAndAnEffect() throws Exception {
    call(
        new ToolPattern(
            new MethodPattern(UNMARKED, "search", List.of("byte[]"), "a file"),
            "find",
            "look_up",
            Effect.READ));

    assertThat(steps).containsExactly("find of look_up, READ");
  }

  private GuardedClasses call(ToolPattern pattern) throws Exception {
    GuardedClasses agent =
        weaving(
            new WeavingPolicy(
                Set.of(),
                List.of(pattern),
                List.of(),
                List.of(),
                FrameworkSwitches.NONE,
                false,
                false,
                false));
    assertThat(agent.call(Unmarked.class)).isEqualTo("text page bytes inner lambda");
    assertThat(agent.failures()).as(agent.log()).isZero();
    return agent;
  }

  private GuardedClasses weaving(WeavingPolicy policy) {
    GuardedClasses agent =
        GuardedClasses.beside(
            Annotated.class,
            policy,
            new RunEvents(
                event -> {
                  if (event instanceof StepTaken step) {
                    String effect = step.effect() == Effect.UNKNOWN ? "" : ", " + step.effect();
                    steps.add(step.tool() + " of " + step.actionClass() + effect);
                  }
                },
                Clock.systemUTC(),
                true));
    guarded = agent;
    return agent;
  }

  private static WeavingPolicy annotatedWith(Class<?>... annotations) {
    return new WeavingPolicy(
        Stream.of(annotations).map(Class::getName).collect(Collectors.toSet()),
        List.of(),
        List.of(),
        List.of(),
        FrameworkSwitches.NONE,
        false,
        false,
        false);
  }

  private static ToolPattern pattern(
      String className, String methodName, @Nullable List<String> types) {
    return new ToolPattern(
        new MethodPattern(className, methodName, types, "a file"), null, null, Effect.UNKNOWN);
  }
}
