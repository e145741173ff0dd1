/** Support for Amazon Bedrock's client in the AWS SDK. */
@NullMarked
package io.loophalt.frameworks.bedrock;

import org.jspecify.annotations.NullMarked;
