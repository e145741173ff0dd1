package io.loophalt.operations.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StopKindsTest {

  private static final Pattern ONE_OF = Pattern.compile("stop_reason=~\\\\?\"([a-z_|]+)");

  /** What is shown of runs that ended for lack of progress is of all of these. */
  @ParameterizedTest
  @ValueSource(strings = {"alerts.yml", "grafana-dashboard.json"})
  void whereStopsByDetectorsAreNamedAllAre(String file) throws IOException {
    Set<String> loops =
        StopKinds.all().stream().filter(StopKinds::isLoop).collect(Collectors.toSet());

    Matcher named = ONE_OF.matcher(Files.readString(Path.of("../docs/monitoring", file)));

    assertThat(named.results().map(each -> Set.of(each.group(1).split("\\|"))))
        .isNotEmpty()
        .allMatch(loops::equals);
  }
}
