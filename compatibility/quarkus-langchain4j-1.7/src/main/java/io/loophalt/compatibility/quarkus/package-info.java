/** Agents on Quarkus's LangChain4j that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.quarkus;

import org.jspecify.annotations.NullMarked;
