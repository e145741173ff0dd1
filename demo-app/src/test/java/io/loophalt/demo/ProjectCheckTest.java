package io.loophalt.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProjectCheckTest {

  private Workspace workspace;
  private ProjectCheck check;
  private RepairTools tools;

  @BeforeEach
  void createProject() throws IOException {
    workspace = Workspace.create();
    check = new ProjectCheck(workspace);
    tools = new RepairTools(workspace, check, new RunRecorder());
  }

  @AfterEach
  void deleteProject() throws IOException {
    check.close();
    workspace.close();
    assertThat(workspace.directory()).doesNotExist();
  }

  @Test
  void theCheckFailsBecauseOfTheLimitUpstream() {
    assertThatThrownBy(check::run)
        .isInstanceOf(CheckFailure.class)
        .hasMessage("TimeoutCheck.java:6: expected a timeout of 60 s but was 30 s");
  }

  @Test
  void raisingTheTimeoutWhereItIsAskedForDoesNotHelp() throws IOException {
    tools.editFile("ClientConfig.java", "30", "60");

    assertThatThrownBy(check::run).hasMessageEndingWith("expected a timeout of 60 s but was 30 s");
  }

  @Test
  void theCheckPassesOnceTheLimitIsRaisedToo() throws IOException {
    tools.editFile("ClientConfig.java", "30", "60");
    tools.editFile("HttpDefaults.java", "30", "60");

    assertThatCode(check::run).doesNotThrowAnyException();
  }

  @Test
  void aProjectThatDoesNotCompileFailsAtTheLineThatIsWrong() throws IOException {
    tools.editFile("ClientConfig.java", "30;", "thirty;");

    assertThatThrownBy(check::run)
        .isInstanceOf(CheckFailure.class)
        .hasMessageStartingWith("ClientConfig.java:3: ")
        .hasMessageContaining("thirty");
  }

  @Test
  void aModelCannotLeaveTheDirectory() {
    assertThatThrownBy(() -> tools.readFile("../../etc/passwd"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ClientConfig.java");
  }
}
