package io.loophalt.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {

  @ParameterizedTest
  @CsvSource({
    "read_file, read_file",
    "'*', anything",
    "'*', ''",
    "'', ''",
    "read_*, read_",
    "read_*, read_file",
    "'*_file', read_file",
    "r*d*e, read_file",
    "?ead, read",
    "a*b*c, aXbXbXc",
    "a**b, ab",
    "'*.Outer$Inner', com.acme.Outer$Inner",
    "'[a-z]+', '[a-z]+'",
  })
  void fits(String pattern, String name) {
    assertThat(new Glob(pattern).matches(name)).as("%s on %s", pattern, name).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "read_file, read_files",
    "read_file, Read_file",
    "'', a",
    "?, ''",
    "?, ab",
    "read_*, write_file",
    "a*b*c, aXbX",
    "a.c, abc",
    "'[a-z]+', abc",
  })
  void doesNotFit(String pattern, String name) {
    assertThat(new Glob(pattern).matches(name)).as("%s on %s", pattern, name).isFalse();
  }

  @Test
  void manyStarsOnALongNameAreDoneAtOnce() {
    Glob glob = new Glob("*a".repeat(50) + "b");

    assertThat(glob.matches("a".repeat(10_000))).isFalse();
  }
}
