package io.loophalt.compatibility.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A Chromium without a window, with Debian's driver: nothing is downloaded. Everything that is
 * waited for is asked again until it is so, or a time has passed in which only a hang is not over.
 */
final class Browser implements AutoCloseable {

  private static final Duration MOST = Duration.ofSeconds(60);
  private static final long A_MOMENT_NANOS = 50_000_000;
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

  private final ChromeDriver driver;

  Browser() {
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toFile());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--lang=en");
    options.addArguments("--disable-dev-shm-usage", "--disable-background-networking");
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    this.driver = new ChromeDriver(service, options);
    size(1280, 900);
  }

  void open(String address) {
    driver.get(address);
  }

  /** The part of the screen that a page has, whatever window there is. */
  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void scheme(String lightOrDark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", lightOrDark),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
  }

  WebElement find(String css) {
    return driver.findElement(By.cssSelector(css));
  }

  /** What is written in an element; empty if there is none. */
  String text(String css) {
    List<WebElement> found = driver.findElements(By.cssSelector(css));
    return found.isEmpty() ? "" : found.get(0).getText();
  }

  List<WebElement> all(String css) {
    return driver.findElements(By.cssSelector(css));
  }

  Object script(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** A script that tells its last argument when it is done, and what came of it. */
  Object later(String script, Object... arguments) {
    return driver.executeAsyncScript(script, arguments);
  }

  /** Presses keys wherever the focus is. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  /** Goes on with the Tab key until the element has the focus. */
  void tabTo(String css) {
    for (int i = 0; i < 100; i++) {
      if (Boolean.TRUE.equals(script("return document.activeElement.matches(arguments[0])", css))) {
        return;
      }
      press(Keys.TAB);
    }
    throw new AssertionError("the Tab key does not lead to " + css);
  }

  void click(String css) {
    await(css + " can be clicked", () -> find(css).isDisplayed() && find(css).isEnabled());
    find(css).click();
  }

  void await(String what, BooleanSupplier condition) {
    long deadline = System.nanoTime() + MOST.toNanos();
    RuntimeException last = null;
    while (System.nanoTime() < deadline) {
      try {
        if (condition.getAsBoolean()) {
          return;
        }
        last = null;
      } catch (StaleElementReferenceException | org.openqa.selenium.NoSuchElementException moved) {
        last = moved;
      }
      LockSupport.parkNanos(A_MOMENT_NANOS);
    }
    throw new AssertionError(
        "in vain was waited until " + what + "; the page says:\n" + text("body"), last);
  }

  /** What the browser complains of. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Keeps a picture of what is seen. */
  void picture(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
