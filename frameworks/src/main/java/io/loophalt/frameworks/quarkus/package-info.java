/** Support for Quarkus LangChain4j. */
@NullMarked
package io.loophalt.frameworks.quarkus;

import org.jspecify.annotations.NullMarked;
