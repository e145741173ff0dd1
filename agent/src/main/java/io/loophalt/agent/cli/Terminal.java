package io.loophalt.agent.cli;

import java.io.InputStream;
import java.io.PrintStream;

/** What a command is given instead of reaching for the process's own. */
record Terminal(InputStream in, PrintStream out, PrintStream err, boolean interactive) {}
