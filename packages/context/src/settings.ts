import * as z from 'zod';

/** A plain file name: it must not lead out of the directories that are searched. */
const fileName = (): z.ZodString =>
  z
    .string()
    .min(1)
    .refine((name) => !/^([/\\~]|[a-z]:)|(^|[/\\])\.\.([/\\]|$)/i.test(name), 'must be a file name without a path');

/** The settings of what the model sees. */
export const contextSettings = {
  'context.fileName': {
    description: 'Names of context files, such as AGENTS.md: one name or a list.',
    schema: () => z.union([fileName().transform((name) => [name]), z.array(fileName()).min(1)]),
  },
  'context.includeDirectories': {
    description: 'Folders to add to the workspace.',
    schema: () => z.array(z.string().min(1)),
    join: 'concat',
    default: [],
  },
  'model.compressionThreshold': {
    description:
      'Share of the context window, from 0 to 1, at which the history is summarized. Default: 0.5 for windows of 500,000 tokens or more, else 0.8.',
    schema: () => z.number().positive().max(1),
  },
  'contextManagement.tools.outputMasking.protectionThresholdTokens': {
    description: 'Tokens of the newest tool output that are never masked.',
    schema: () => z.int().nonnegative(),
    default: 50_000,
  },
  'contextManagement.tools.outputMasking.minPrunableThresholdTokens': {
    description: 'Minimum number of tokens that masking older tool output must save.',
    schema: () => z.int().nonnegative(),
    default: 30_000,
  },
} as const;
