import { workspaceOptionHelp } from '../texts/option-help.ts';
import type { OptionUsage } from './prompt-options.ts';

/** The options of `bowline workspace serve`. */
export const workspaceOptions = {
  root: { type: 'string', value: 'FOLDER', about: workspaceOptionHelp.root },
  listen: { type: 'string', value: 'HOST:PORT', about: workspaceOptionHelp.listen },
  'token-file': { type: 'string', value: 'FILE', about: workspaceOptionHelp.tokenFile },
  sandbox: {
    type: 'string',
    default: 'auto',
    value: 'WHEN',
    choices: ['off', 'auto', 'required'],
    about: workspaceOptionHelp.sandbox,
  },
} as const satisfies Readonly<Record<string, OptionUsage>>;
