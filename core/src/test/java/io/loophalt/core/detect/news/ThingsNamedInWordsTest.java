package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A batch of things that have no id but names and sentences, and the same things once more. */
class ThingsNamedInWordsTest {

  private static final String[] PEOPLE = {
    "John Smith", "Maria Gonzalez", "Wei Zhang", "Anna Kowalska", "Omar Haddad", "Priya Nair",
    "Lars Nilsson", "Chloe Dubois", "Kofi Mensah", "Yuki Tanaka", "Igor Petrov", "Nora Lund"
  };

  private static final String[] SENTENCES = {
    "called about the March invoice", "prefers contact by mail", "asked for a longer warranty",
    "reported rain in the parcel", "wants to upgrade next quarter", "complained of hold music",
    "needs the contract signed again", "sends photos tomorrow", "moved house in spring",
    "forgot his own password", "paid twice last week", "returned two lamps unopened"
  };

  private final Told told = new Told(new NewsAccount());

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slack_message | {\"channel\":\"ops\",\"text\":\"%2$s\"} | {\"ok\": true}",
        "log_work | {\"who\":\"%s\",\"text\":\"%s\"} | logged",
        "invite | {\"event\":\"e-7\",\"guest\":\"%s\"} | invited",
        "make_flashcard | {\"front\":\"%s\",\"back\":\"%s\"} | ok",
        "kunde_pruefen | {\"name\":\"%s\"} | in Ordnung",
        "classify_sentiment | {\"text\":\"%2$s\"} | neutral",
        "say | {\"voice\":\"v1\",\"text\":\"%2$s\"} | ''",
        "shell | {\"command\":\"pdftotext %3$d-a.pdf out/%3$d-b.txt\"} | ''",
        "queue_reply | {\"to\":\"%s\"} | queued",
        "add_note | {\"customer\":\"%s\",\"text\":\"%s\"} | Note added.",
        "create_note | {\"customer_id\":4%3$d,\"text\":\"%2$s\"} | created",
        "plan_route | {\"from\":\"%s\",\"to\":\"%s\"} | 1%3$d km by road %3$d, for %1$s",
        "get_care_plan | {\"patient\":\"%s\"} | Goal: %2$s",
        "check_sanctions | {\"name\":\"%s\"} | clear",
        "check_sanctions | {\"name\":\"%s\"} | {\"hits\": []}",
        "get_employee | {\"person\":\"%s\"} | active",
        "get_device_status | {\"device\":\"Galaxy %3$d\"} | compliant",
        "check_seat | {\"seat\":\"Row %3$d\"} | passed"
      })
  void theyAreABatch(String tool, String call, String answer) {
    for (int i = 0; i < PEOPLE.length; i++) {
      told.turn(
          worked(
              tool,
              call.formatted(PEOPLE[i], SENTENCES[i], i),
              answer.formatted(PEOPLE[i], SENTENCES[i], i)));
    }

    assertThat(told.count()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slack_message | {\"channel\":\"ops\",\"text\":\"%2$s\"} | {\"ok\": true}",
        "kunde_pruefen | {\"name\":\"%s\"} | in Ordnung",
        "check_sanctions | {\"name\":\"%s\"} | clear",
        "get_care_plan | {\"patient\":\"%s\"} | Goal: %2$s"
      })
  void threeOfThemAgainAndAgainAreNone(String tool, String call, String answer) {
    for (int i = 0; i < PEOPLE.length; i++) {
      told.turn(
          worked(
              tool,
              call.formatted(PEOPLE[i % 3], SENTENCES[i % 3]),
              answer.formatted(PEOPLE[i % 3], SENTENCES[i % 3])));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "archive | {\"query\":\"%s\"} | no results",
        "search_products | {\"name\":\"%s\"} | No products found",
        "get_docs | {\"about\":\"%2$s\"} | {\"hits\": []}",
        "get_docs | {\"title\":\"%s\"} | {\"hits\": []}",
        "get_docs | {\"title\":\"%2$s\"} | See the handbook.",
        "find_person | {\"name\":\"%s\"} | unknown here",
        "ask_expert | {\"question\":\"%2$s\"} | I do not know.",
        "consultExpert | {\"arg0\":\"%2$s\"} | I do not know.",
        "experten_fragen | {\"arg0\":\"%2$s\"} | keine Angabe",
        "run_prompt | {\"prompt\":\"%2$s\"} | I can't help with that.",
        "experte_fragen | {\"frage\":\"%2$s\"} | keine Angabe",
        "update_todo | {\"id\":1,\"text\":\"%2$s\"} | saved",
        "web_search | {\"text\":\"%s %s\"} | no results",
        "run_sql | {\"text\":\"select %s\"} | (0 rows)",
        "attempt_completion | {\"result\":\"%s\"} | go on",
        "add_note | {\"text\":\"%2$s\"} | saved",
        "update_plan | {\"step\":%3$d,\"plan\":\"1. ask %s, who %s\"} | saved",
        "todo_write | {\"list\":\"mine\",\"todos\":[\"%s\",\"%s\"]} | saved"
      })
  void theSameInOtherWordsIsNone(String tool, String call, String answer) {
    for (int i = 0; i < PEOPLE.length; i++) {
      told.turn(worked(tool, call.formatted(PEOPLE[i], SENTENCES[i], i), answer));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  private static final String[] TASKS = {
    "Summarise the report of May",
    "Compare prices of three suppliers",
    "Draft an invitation for the summer party",
    "Check spelling of the brochure",
    "Translate the manual into French",
    "Count open complaints",
    "Plan the route for Tuesday",
    "Collect addresses of new members",
    "Sort photographs from the trip",
    "Estimate the cost of repairs",
    "Write minutes of the board meeting",
    "Find duplicates in the catalogue",
    "Prepare slides for investors",
    "Reconcile bank statements",
    "Rank applicants by experience",
    "Extract deadlines from contracts",
    "Calculate overtime of drivers"
  };

  private static final String[] ONE_TASK = {
    "Summarise the report of May",
    "Please summarise the May report",
    "Summarise May's report",
    "Write a summary of the report of May",
    "Summarise the May report please",
    "Give a summary of the May report",
    "Sum up the report of May",
    "Make a summary of the May report",
    "The report of May: summarise it",
    "Produce a summary of May's report",
    "I need a summary of the May report",
    "Please sum up the May report",
    "Summarise that report of May",
    "Summarise the report from May",
    "Short summary of the May report",
    "Summarise the whole report of May",
    "Once more: summarise the report of May"
  };

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "execute_task | task | The task was executed.",
        "execute_task | description | erledigt",
        "delegate_task | task | Done.",
        "run_agent | prompt | finished",
      })
  void differentTasksInWordsAreABatchAndOneInOtherWordsIsNot(
      String tool, String name, String answer) {
    for (String task : TASKS) {
      told.turn(worked(tool, "{\"" + name + "\":\"" + task + "\"}", answer));
      assertThat(told.count()).as(task).isLessThan(2);
    }

    Told same = new Told(new NewsAccount());
    for (String task : ONE_TASK) {
      same.turn(worked(tool, "{\"" + name + "\":\"" + task + "\"}", answer));
    }
    assertThat(same.count()).isGreaterThanOrEqualTo(6);
  }
}
