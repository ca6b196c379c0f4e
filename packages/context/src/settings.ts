import * as z from 'zod';

/** A file beside others: what a folder names must not lead out of the folders that are looked through. */
const fileName = (): z.ZodString =>
  z
    .string()
    .min(1)
    .refine(
      (name) => !/^([/\\~]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(name),
      'takes the name of a file, no way out of its folder',
    );

/** What settings say about what the model is shown. */
export const contextSettings = {
  'context.fileName': {
    description: 'The files that are written for agents, such as AGENTS.md; one name or several.',
    schema: () => z.union([fileName().transform((name) => [name]), z.array(fileName()).min(1)]),
  },
  'context.includeDirectories': {
    description: 'Further folders that belong to the work.',
    schema: () => z.array(z.string().min(1)),
    join: 'concat',
    default: [],
  },
  'model.compressionThreshold': {
    description: 'The share of the context window, from 0 to 1, at which the history is summarised.',
    schema: () => z.number().positive().max(1),
  },
  'contextManagement.tools.outputMasking.protectionThresholdTokens': {
    description: 'Tokens of the newest tool output that are always shown.',
    schema: () => z.int().nonnegative(),
    default: 50_000,
  },
  'contextManagement.tools.outputMasking.minPrunableThresholdTokens': {
    description: 'Tokens of older tool output from which on it is worth leaving out.',
    schema: () => z.int().nonnegative(),
    default: 30_000,
  },
} as const;
