package io.loophalt.extension;

/** What a watched method is. Which of the kinds it is decides what is asked about its calls. */
public sealed interface Role
    permits ToolCalls,
        UnknownTools,
        ModelCalls,
        PublisherModelCalls,
        ToolTurns,
        LoopRequests,
        SplitTurns.Part,
        ScopedRuns,
        IdentifiedRuns,
        PublishedRuns,
        ReactiveRuns,
        GeneratedRuns.Part,
        RunAliases,
        Subscribers,
        CarriedScopes,
        AnswerWork,
        Facts,
        Mark {}
