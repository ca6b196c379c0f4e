import * as z from 'zod';

/** What settings say about the turn. */
export const turnSettings = {
  'model.maxSessionTurns': {
    description: 'After how many calls of the model a turn ends; -1 for the usual limit.',
    schema: () => z.union([z.literal(-1), z.int().positive()]),
    default: -1,
  },
  'model.disableLoopDetection': {
    description: 'Whether a turn that goes in circles is let go on.',
    schema: () => z.boolean(),
    default: false,
  },
} as const;
