package io.loophalt.core.detect;

/**
 * The digests of one step, for the record; a digest is {@link Step#ABSENT} when its dimension is
 * not there. Equal digests mean equal contents; contents cannot be had back from them.
 *
 * @param action tool and arguments
 * @param files the set of files touched
 * @param state what the caller reported as its environment
 * @param error the error, normalised
 * @param exactError the error, letter by letter
 * @param result the result, letter by letter
 * @param normalizedResult the result after error normalisation
 * @param failure the failure that the outcome tells of
 * @param failureHeadline the failure by its last line
 * @param shape the tool and what its arguments ask for
 * @param question the set of the words of free text among the arguments
 */
public record Fingerprint(
    long action,
    long files,
    long state,
    long error,
    long exactError,
    long result,
    long normalizedResult,
    long failure,
    long failureHeadline,
    long shape,
    long question) {}
