package io.loophalt.core.detect.news;

import static io.loophalt.core.detect.Told.Called.failed;
import static io.loophalt.core.detect.Told.Called.worked;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Told;
import org.junit.jupiter.api.Test;

/** What the account makes of numbers that stand beside what is said, and say nothing. */
class NumbersBesideAnswersTest {

  private final NewsAccount account = new NewsAccount();
  private final Told told = new Told(account);

  @Test
  void howFarABuildHasGotBeforeItFailsBringsItNoNearer() {
    int[] places = {40, 38, 41, 43, 45, 46, 44, 42, 47};
    for (int i = 0; i < places.length; i++) {
      edit(told, i);
      told.turn(
          failed(
              "bash",
              "ninja -C build",
              "["
                  + places[i]
                  + "/47] Linking CXX executable bin/app\n"
                  + "ld: undefined reference to `media::FrameDecoder::drain()'\n"
                  + "ninja: build stopped: subcommand failed."));
    }

    assertThat(told.count()).isGreaterThanOrEqualTo(4);
  }

  private static void edit(Told told, int i) {
    String text = "{\"path\":\"a.cpp\",\"new\":\"v" + i + "\"}";
    told.turn(worked("edit_file", text, "edited"));
  }
}
