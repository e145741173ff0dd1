package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which results say that there is nothing, and which that all is well. */
class EmptyTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "null",
        "False",
        "{\"hits\": [], \"total\": 0}",
        "{\"orders\":[]}",
        "{\"total\": 0, \"results\": [], \"paging\": null, \"took_ms\": 84}",
        "{\"took_ms\": 84, \"result\": { }}",
        "(0 rows)",
        "No results found",
        "(Bash completed with no output)",
        "keine Treffer",
        "sin resultados",
        "nenhum resultado",
        "没有找到",
        "該当なし",
        "ruby:\ngem:\nbundle:",
        "/opt/a:\n\n/opt/b:\n"
      })
  void itSaysNothing(String result) {
    assertThat(EmptyText.saysNothing(result, Glance.over(result))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1]",
        "{\"hits\": [\"a\"]}",
        "{\"total\": 3}",
        "{\"book\": 84}",
        "{\"duration_minutes\": 157}",
        "{\"trip\": {\"duration_minutes\": 157}}",
        "[{\"elapsed\": 4.2}]",
        "true",
        "{\"ok\": true}",
        "in stock",
        "/opt/a:\ntool\n\n/opt/b:",
        "ruby: /usr/bin/ruby\ngem:",
        "10 rows",
        "created"
      })
  void itSaysSomething(String result) {
    assertThat(EmptyText.saysNothing(result, Glance.over(result))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "12 passed in 0.3s",
        "All checks passed!",
        "0 errors",
        "Tests run: 6, Failures: 0, Errors: 0, Skipped: 0",
        "bestanden",
        "成功",
        "1 row inserted",
        "10 rows updated",
        "{\"created\": true}",
        "{\"deleted\": 3}",
        "{\"moved\": false, \"state\": \"saved\"}",
        "not read yet, but saved",
        "eingefügt",
        "Konfiguration ist gueltig",
        "la configuración es válida",
        "concluida",
        "已创建"
      })
  void itSaysThatAllIsWell(String result) {
    assertThat(EmptyText.saysWell(result)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "3 failed",
        "Tests run: 6, Failures: 2, Errors: 0, Skipped: 0",
        "loss: nan",
        "okapi",
        "the task is not complete",
        "it wasn't yet saved",
        "nicht gespeichert",
        "não foi criado",
        "{\"created\": false, \"id\": null}",
        "{\"deleted\":0}",
        "moved: no",
        "0 rows updated",
        "nothing was saved"
      })
  void itDoesNotSaySo(String result) {
    assertThat(EmptyText.saysWell(result)).isFalse();
  }

  @Test
  void anAnswerMayLeaveOutWhatWasAskedFor() {
    assertThat(EmptyText.leavesOut("{\"invoice\": null, \"status\": \"PENDING\"}")).isTrue();
    assertThat(EmptyText.leavesOut("{\"ok\":false}")).isTrue();
    assertThat(EmptyText.leavesOut("{\"invoice\":\"R-1\",\"note\":\"x: null\"}")).isFalse();
    assertThat(EmptyText.leavesOut("{\"invoice\":\"R-1\",\"error\":null}")).isFalse();
    assertThat(EmptyText.leavesOut("invoice: null")).isFalse();
  }
}
