import * as z from 'zod';

const variableNames = (): z.ZodArray<z.ZodString> => z.array(z.string().regex(/^\w+$/));

/** The settings of tools. */
export const toolSettings = {
  'tools.shell.inactivityTimeout': {
    description: 'Stops a command after this many seconds without output. 0 means never.',
    schema: () => z.number().nonnegative(),
    default: 300,
  },
  'tools.shell.pager': {
    description: 'The pager for commands that the model runs.',
    schema: () => z.string(),
    default: 'cat',
    isPersonal: true,
  },
  'tools.truncateToolOutputThreshold': {
    description:
      'Longest tool output in characters. The model sees part of a longer output and gets the rest in a file. 0 or less means no limit.',
    schema: () => z.int(),
    default: 40_000,
  },
  'tools.useRipgrep': {
    description: 'Searches with ripgrep if it is installed.',
    schema: () => z.boolean(),
    default: true,
  },
  'security.environmentVariableRedaction.allowed': {
    description: 'Environment variables to pass to commands, in addition to the default list.',
    schema: variableNames,
    default: [],
    isPersonal: true,
  },
  'security.environmentVariableRedaction.blocked': {
    description: 'Environment variables to remove from the environment of commands.',
    schema: variableNames,
    default: [],
    isPersonal: true,
  },
} as const;
