import * as z from 'zod';

const variableNames = (): z.ZodArray<z.ZodString> => z.array(z.string().regex(/^\w+$/));

/** What settings say about tools. */
export const toolSettings = {
  'tools.shell.inactivityTimeout': {
    description: 'Seconds without output after which a command is ended; 0 for never.',
    schema: () => z.number().nonnegative(),
    default: 300,
  },
  'tools.shell.pager': {
    description: 'The program that commands show long output with.',
    schema: () => z.string(),
    default: 'cat',
    isPersonal: true,
  },
  'tools.truncateToolOutputThreshold': {
    description:
      'Of more characters than this the model sees a part, and the rest is in a file; 0 or less for no limit.',
    schema: () => z.int(),
    default: 40_000,
  },
  'tools.useRipgrep': {
    description: 'Whether ripgrep searches, where it is installed.',
    schema: () => z.boolean(),
    default: true,
  },
  'security.environmentVariableRedaction.allowed': {
    description: 'Variables that commands of the model get besides the usual ones.',
    schema: variableNames,
    default: [],
    isPersonal: true,
  },
  'security.environmentVariableRedaction.blocked': {
    description: 'Variables that commands of the model do not get.',
    schema: variableNames,
    default: [],
    isPersonal: true,
  },
} as const;
