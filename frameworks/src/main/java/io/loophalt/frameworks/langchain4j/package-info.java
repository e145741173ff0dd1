/** Support for LangChain4j. */
@NullMarked
package io.loophalt.frameworks.langchain4j;

import org.jspecify.annotations.NullMarked;
