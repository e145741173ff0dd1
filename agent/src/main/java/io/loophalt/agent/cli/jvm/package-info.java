/** Which process a person means, and why it cannot be reached. Neither prints nor asks anything. */
@NullMarked
package io.loophalt.agent.cli.jvm;

import org.jspecify.annotations.NullMarked;
