import * as z from 'zod';

/** The settings of a turn. */
export const turnSettings = {
  'model.maxSessionTurns': {
    description: 'Maximum number of model calls in one turn. -1 means 100.',
    schema: () => z.union([z.literal(-1), z.int().positive()]),
    default: -1,
  },
  'model.disableLoopDetection': {
    description: 'Turns off loop detection, which stops a turn that repeats itself.',
    schema: () => z.boolean(),
    default: false,
  },
} as const;
