package io.loophalt.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
        "/opt/a:\n\n/opt/b:\n",
        "{\"status\":\"success\",\"data\":{\"resultType\":\"streams\",\"result\":[],\"stats\":"
            + "{\"summary\":{\"bytesProcessedPerSecond\":78392891,\"execTime\":0.07934}}}}",
        "{\"total\":0,\"resultados\":[],\"took_ms\":37}",
        "{\"query\":\"who has the keys to the old shed\",\"hits\": [ ],\"index\":\"news\"}",
        "{\"treffer\":[],\"hinweis\":\"nichts dabei\"}",
        "[2026-11-30T12:00:27.377Z] []",
        "[2026-11-30T12:00:27Z] No results found",
        "[]\nTime: 80.6 ms",
        "{\"hits\": []}\n(took 3 ms)\n",
        "[]\nTime: 1234.567 ms (00:01.235)",
        "null\n\nLaufzeit: 2 Sekunden",
        "| id | name |\n|---|---|\n",
        "| id | name |\n|:---|---:|\n\nTime: 17.386 ms",
        " id | name\n----+------\n",
        "id  name\n--  ----"
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
        "{\"id\":\"j1\",\"processed\":1200,\"results\":[]}",
        "{\"id\":\"T-1\",\"owner\":\"kim\",\"points\":5,\"entries\":[]}",
        "{\"cart\":\"c7\",\"total\":12.5,\"items\":[]}",
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
        "created",
        "{\"answer\":\"the keys are with the neighbour\",\"results\":[]}",
        "{\"name\":\"Meier\",\"tags\":[]}",
        "{\"items\":[],\"others\":[\"C-4\"]}",
        "{\"matches\":[],\"nextPageToken\":\"placeb\"}",
        "{\"status\":\"running\",\"frames\":120,\"results\":[]}",
        "[2026-11-30T12:00:27Z]",
        "[2026-11-30T12:00:27Z] [1]",
        "[1]\nTime: 80.6 ms",
        "Time: 80.6 ms",
        "[]\n5 are left",
        "[]\nTime: 80.6 ms for C-4",
        "| id | name |\n|---|---|\n| 1 | a |",
        "| id |\n|---|---|\n|---|---|",
        "Keys\n----"
      })
  void itSaysSomething(String result) {
    assertThat(EmptyText.saysNothing(result, Glance.over(result))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ok",
        "12 passed in 0.3s",
        "CREATE TABLE",
        "CREATE INDEX\n",
        "DROP MATERIALIZED VIEW",
        "INSERT 0 5",
        "UPDATE 12",
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
        "UPDATE 0",
        "INSERT 0 0",
        "Update 12",
        "CREATE TABLE t (id int)",
        "CREATE TABLES",
        "DELETE 12 or more",
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"passed\": 4, \"failed\": 9}",
        "{\"score\": 0.31, \"passed\": 4, \"total\": 13}",
        "7 of 12 passed",
        "7/12 passed",
        "passed: 7/12"
      })
  void whatIsOnlyAPartIsNotAllWell(String result) {
    assertThat(EmptyText.saysWell(result)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"passed\": 13, \"failed\": 0, \"total\": 13}",
        "{\"passed\": true}",
        "12 of 12 passed",
        "passed 12/12",
        "12 passed in 0.3s",
        "{\"created\": 1, \"total\": 57}",
        "{\"status\": \"ok\", \"errors\": 0}"
      })
  void aWholeIsAllWell(String result) {
    assertThat(EmptyText.saysWell(result)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "REJECTED: did not find expected key, line 2",
        "Not saved: the disk is busy",
        "Abgelehnt: kein Schlüssel",
        "却下: 権限",
        "Refusé : solde insuffisant (0 jour)",
        "Rejeição 539: duplicidade",
        "REJEITADA: fora do prazo",
        "Rifiutato: troppo tardi",
        "拒绝：余额不足",
        "Geweigerd: te laat",
        "Отклонено: недостаточно дней",
        "552 5.3.4 Message size exceeds fixed limit",
        "550-5.7.26 This mail is unauthenticated\n550 5.7.26 See the guide",
        "451 4.7.1 Greylisting in action",
        "Insufficient funds.",
        "Beleg 4711 ist gesperrt",
        "{\"status\":\"DECLINED\",\"message\":\"Saldo insuficiente\"}",
        "残高不足です",
        "{\"success\": 0}",
        "{\"ok\":0,\"message\":\"bad\"}",
        "{\"code\": 400, \"message\": \"bad\"}",
        "{\"status\": 403, \"title\": \"Just a moment...\"}",
        "{\"status_code\":503}"
      })
  void itRefuses(String result) {
    assertThat(refuses(result, "book_leave", "{}")).isTrue();
    assertThat(EmptyText.mayRefuse(Glance.over(result))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "imported 212, rejected: 3",
        "rejected 3 of 212: a, b, c",
        "já baixado: 17",
        "552 messages, 5.3 MB each",
        "552 4.3.4 is no reply",
        "4711 5.3.4 Mars Street",
        "550 5",
        "a@example.com 550 5.1.1 unknown\nb@example.com delivered",
        "tx-1 paid\ntx-2 insufficient funds",
        "[{\"id\": 1, \"why\": \"insufficient funds\"}]",
        "reminder sent for insufficient funds",
        "Beleg 4711 ist nicht mehr gesperrt",
        "refuse bin empty: bay 4",
        "rejected",
        "{\"status\": \"rejected\"}",
        "{\"success\": 1}",
        "{\"success\": 0.5}",
        "{\"ok\": 0, \"pending\": 12}",
        "{\"status\": 200}",
        "{\"status\": 404, \"body\": \"\"}",
        "{\"code\": 4001}",
        "{\"id\": 400, \"status\": 500}",
        "{\"code\"",
        "{"
      })
  void itDoesNotRefuse(String result) {
    assertThat(refuses(result, "book_leave", "{}")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "reject_invoice, Rejected: 4711",
    "konto_sperren, Konto ist gesperrt",
    "拒绝申请, 已拒绝：4711",
  })
  void whatAToolIsNamedAfterIsWhatItHasDone(String tool, String result) {
    assertThat(refuses(result, tool, "{}")).isFalse();
    assertThat(refuses(result, "book", "{}")).isTrue();
  }

  @Test
  void whatWasGivenIsGivenBack() {
    String note = "{\"id\": 3, \"text\": \"has insufficient funds\"}";

    assertThat(refuses(note, "note", "{\"text\":\"has insufficient funds\"}")).isFalse();
    assertThat(refuses(note, "note", "{\"text\":\"too poor\"}")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"ticket\": \"T-88\", \"changed\": false}",
        "T-88 is already resolved",
        "Vorgang ist bereits geschlossen",
        "すでに閉じています"
      })
  void itSaysThatNothingWasChanged(String result) {
    assertThat(EmptyText.saysUnchanged(result)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{\"changed\": true}", "{\"open\": false}", "resolved"})
  void itSaysThatSomethingMayHaveBeenChanged(String result) {
    assertThat(EmptyText.saysUnchanged(result)).isFalse();
  }

  private static boolean refuses(String result, String tool, String arguments) {
    return EmptyText.refuses(result, tool)
        || (EmptyText.tellsWhyRefused(result, tool) && !EmptyText.namesReason(arguments, result));
  }
}
