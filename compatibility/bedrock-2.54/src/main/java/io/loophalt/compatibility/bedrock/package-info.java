/** Agents on Amazon Bedrock that have never heard of Loophalt. */
@NullMarked
package io.loophalt.compatibility.bedrock;

import org.jspecify.annotations.NullMarked;
