package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.extension.Artifact;
import io.loophalt.extension.Artifact.Part;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Mark;
import io.loophalt.testing.application.Annotated;
import io.loophalt.testing.application.Unmarked;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said when a known framework is there and its methods are not. */
class FrameworkCheckTest {

  private static final String MARKER = Unmarked.class.getName();

  @Test
  void aFrameworkWhoseMethodsAreAllThereIsNoNews() throws Exception {
    assertThat(warningsOf(part("tool calls", "search"), part("runs", "call"))).isEmpty();
  }

  @Test
  void oneOfTheMethodsOfAPartWillDo() throws Exception {
    Part part = new Part("tool calls", point(MARKER, "gone"), point(MARKER, "search"));

    assertThat(warningsOf(part)).isEmpty();
  }

  @Test
  void aMissingMethodIsSaidWithWhatIsThereforeNotGuarded() throws Exception {
    assertThat(warningsOf(part("tool calls", "gone"), part("runs", "call")))
        .singleElement()
        .asString()
        .contains("Acme Agents", "its tool calls are seen: they are NOT guarded", "loophalt.yaml")
        .doesNotContain("runs");
  }

  @Test
  void aMissingClassIsSaidToo() throws Exception {
    assertThat(warningsOf(new Part("model calls", point("com.acme.Gone", "chat"))))
        .singleElement()
        .asString()
        .contains("model calls are seen");
  }

  @Test
  void aMethodThatCannotBeWovenIsAMissingOne() throws Exception {
    Artifact framework =
        new Artifact(
            "Acme Agents",
            "com.acme:agents",
            MARKER,
            List.of(new Part("tool calls", point(Annotated.Wide.class.getName(), "byOthers"))));

    assertThat(warningsOf(framework)).singleElement().asString().contains("tool calls");
  }

  @Test
  void severalMissingPartsAreOneWarning() throws Exception {
    assertThat(warningsOf(part("runs", "gone"), part("tool calls", "lost")))
        .singleElement()
        .asString()
        .contains("its runs and tool calls are seen");
  }

  @Test
  void aFrameworkThatIsNotUsedIsNotMentioned() throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.knowing(Unmarked.class, acme(part("tool calls", "gone")))) {
      agent.copyOf(Annotated.class);

      assertThat(agent.log()).doesNotContain("Acme Agents");
    }
  }

  @Test
  void aLoaderThatDoesNotShowTheMarkerLeavesNothingToSay() throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.knowing(Unmarked.class, acme(part("tool calls", "gone")))) {
      agent.hide(MARKER);
      agent.copyOf(Unmarked.class);

      assertThat(agent.log()).isEmpty();
    }
  }

  @Test
  void aLoaderThatThrowsIsNoReasonToLeaveTheFrameworkUnwoven() throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.knowing(
            Unmarked.class,
            acme(new Part("tool calls", point("com.acme.Other", "call")), part("runs", "call")))) {
      agent.failToShow("com.acme.Other");
      agent.copyOf(Unmarked.class);

      assertThat(agent.wovenMethods()).as(agent.log()).isEqualTo(1);
    }
  }

  @Test
  void theVersionIsThatOfTheJarTheMarkerCameFrom() throws Exception {
    assertThat(warningFrom("file:/home/me/agents-1.20.0-beta5.jar"))
        .contains("Acme Agents 1.20.0-beta5 was found");
    assertThat(warningFrom("file:/app.jar!/BOOT-INF/lib/agents-2.0.1.jar!/"))
        .as("a nested jar")
        .contains("Acme Agents 2.0.1 was found");
  }

  @Test
  void theVersionOfAnApplicationPackedIntoOneJarIsNotTakenForTheFrameworks() throws Exception {
    assertThat(warningFrom("file:/home/me/my-app-7.7.7.jar"))
        .contains("Acme Agents of unknown version was found");
  }

  private static String warningFrom(String location) throws Exception {
    try (GuardedClasses agent =
        GuardedClasses.knowing(Unmarked.class, acme(part("tool calls", "gone")))) {
      agent.cameFrom(URI.create(location).toURL());
      agent.copyOf(Unmarked.class);
      return agent.log();
    }
  }

  private static List<String> warningsOf(Part... parts) throws Exception {
    return warningsOf(acme(parts));
  }

  private static List<String> warningsOf(Artifact framework) throws Exception {
    try (GuardedClasses agent = GuardedClasses.knowing(Unmarked.class, framework)) {
      agent.copyOf(Unmarked.class);

      assertThat(agent.failures()).as(agent.log()).isZero();
      return agent.log().lines().filter(line -> line.contains("NOT guarded")).toList();
    }
  }

  private static Artifact acme(Part... parts) {
    return new Artifact("Acme Agents", "com.acme:agents", MARKER, List.of(parts));
  }

  private static Part part(String unguarded, String method) {
    return new Part(unguarded, point(MARKER, method));
  }

  private static ChokePoint point(String type, String method) {
    return new ChokePoint(type, method, -1, null, new Mark.Abandoned());
  }
}
