package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import io.loophalt.core.text.Glance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the account makes of the boards of games. */
class BoardsTest {

  private static final String[] FORMS = {
    "%s %s %s\n%s %s %s\n%s %s %s",
    "score 4\n%s|%s|%s\n%s|%s|%s\n%s|%s|%s",
    "{\"board\":[[%s,%s,%s],[%s,%s,%s],[%s,%s,%s]]}"
  };

  private final Told told = new Told(new NewsAccount());

  /** Each row is there again and again; together they never are. */
  @Test
  void aBoardThatHasNeverBeenSoIsWhatAMoveIsThereFor() {
    for (String form : FORMS) {
      Told player = new Told(new NewsAccount());
      for (int move = 0; move < 60; move++) {
        String[] board = new String[9];
        Arrays.fill(board, "2");
        for (int row = 0, left = move; row < 3; row++, left /= 4) {
          board[3 * row + 1] = String.valueOf(2 << row);
          board[3 * row] = String.valueOf(1 << (left % 4));
        }
        String tool = move % 2 == 0 ? "move" : "game_input";
        String direction = "{\"dir\":\"" + (move % 3 == 0 ? "down" : "left") + "\"}";
        player.turn(worked(tool, direction, form.formatted((Object[]) board)));
      }
      assertThat(player.count()).as(form).isZero();
    }
  }

  @Test
  void whoMovesToAndFroIsStuck() {
    String here = "#####\n#@..#\n#...#\n#####";
    String there = "#####\n#.@.#\n#...#\n#####";
    for (int move = 0; move < 10; move++) {
      told.turn(worked("move", "{\"dir\":\"right\"}", there));
      told.turn(worked("move", "{\"dir\":\"left\"}", here));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @Test
  void theSameRowsInEverOtherOrderAreNoOtherBoard() {
    List<String> rows = new ArrayList<>(List.of("1 12", "2 7", "3 9", "4 31", "5 2"));
    Random order = new Random(7);
    for (int i = 0; i < 14; i++) {
      Collections.shuffle(rows, order);
      told.turn(worked("run_sql", "{\"sql\":\"select a, b from t\"}", String.join("\n", rows)));
    }
    assertThat(told.count()).isGreaterThanOrEqualTo(6);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "   2|    .|    4\n   .|    .|    .\n   8|   16|    .",
        "score 16\n2 4 8\n4 2 4\n2 2 2",
        "+--+--+\n| 2| 4|\n+--+--+\n|  | 8|\n+--+--+",
        "X . O\n. X .\nO . X",
        "#####\n#@..#\n#...#\n#####",
        "[[2,0,4],[0,0,2],[8,16,0]]",
        "{\"score\":4,\"board\":[[null,\"X\"],[\"O\",null],[\"X\",\"O\"]]}"
      })
  void rowsOfNumbersAndSignsAreABoard(String text) {
    assertThat(Glance.isBoard(text)).as(text).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Player at (17,23). Blocked.",
        "12\n15\n17\n19",
        "2026-05-04\n2026-05-05\n2026-05-06",
        "x = 1\nx = 1\nx = 1",
        "NAME  AGE\na1    3\nb2    4",
        "api 12\nweb 13\njob 14",
        "4711-12345 9\n4712-12345 9\n4713-12345 9",
        "[[\"alpha centauri\",1],[\"beta\",2],[\"gamma\",3]]",
        "[[1,2],[3,4"
      })
  void wordsNumbersAloneAndTheSameRowEachTimeAreNone(String text) {
    assertThat(Glance.isBoard(text)).as(text).isFalse();
  }
}
