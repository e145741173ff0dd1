package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.agent.extensions.KnownExtension;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which extensions a configuration switches on. */
class ExtensionsTest {

  private static final String SERVLET = "jakarta.servlet.http.HttpServlet";

  static List<KnownExtension> own() {
    return KnownExtension.ofTheAgent();
  }

  @ParameterizedTest
  @MethodSource("own")
  void eachOfTheAgentsOwnIsSwitchedOffByItsName(KnownExtension each) {
    Extensions left = extensions("weave: {frameworks: {" + each.name() + ": false}}");

    assertThat(own())
        .allSatisfy(
            other ->
                assertThat(other.packages())
                    .allMatch(
                        family ->
                            (left.familyOf(family + "Any") != null)
                                != other.name().equals(each.name())));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "mode: act",
        "weave: {servlet-requests: true}",
        "weave: {frameworks: {servlet: true}}",
        "weave: {frameworks: {servlet: true}, servlet-requests: true}",
        "weave: {frameworks: true}",
        "weave: {frameworks: false}",
        "weave: {frameworks: false, servlet-requests: true}"
      })
  void servletRequestsAreOnWhereNeitherKeySaysNo(String yaml) {
    assertThat(extensions(yaml).familyOf(SERVLET)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "weave: {servlet-requests: false}",
        "weave: {frameworks: {servlet: false}}",
        "weave: {frameworks: {servlet: true}, servlet-requests: false}",
        "weave: {frameworks: {servlet: false}, servlet-requests: true}",
        "weave: {frameworks: false, servlet-requests: false}"
      })
  void servletRequestsAreOffWhereEitherKeySaysNo(String yaml) {
    assertThat(extensions(yaml).familyOf(SERVLET)).isNull();
  }

  @Test
  void noFrameworkIsOnWhereAllAreOff() {
    Extensions none = extensions("weave: {frameworks: false}");

    assertThat(own())
        .filteredOn(each -> none.familyOf(each.packages()[0] + "Any") != null)
        .extracting(KnownExtension::name)
        .containsExactly(BuiltInFrameworks.SERVLET);
  }

  private static Extensions extensions(String yaml) {
    AgentPolicy policy =
        new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks())
            .parse("loophalt.yaml", yaml)
            .policy();
    WeavingPolicy weaving = policy.weaving();
    Log log = new Log(System.err);
    return new Extensions(
        own(),
        weaving.frameworks(),
        weaving.frameworkRuns(),
        weaving.servletRequests(),
        new RunCorrelator(new RunRegistry(policy, new PresetDetectors(), RunEvents.NONE), log),
        log);
  }
}
