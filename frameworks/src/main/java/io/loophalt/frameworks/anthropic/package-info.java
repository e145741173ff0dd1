/** Support for Anthropic's SDK for Java. */
@NullMarked
package io.loophalt.frameworks.anthropic;

import org.jspecify.annotations.NullMarked;
