import type { CommandSandbox } from '../policy/place-command.ts';

/** What confines nothing, because it is off. */
export function noSandbox(): CommandSandbox {
  return {
    isRequired: false,
    hosts: [],
    folders: async () => [],
    credentialsFor: async () => [],
    problem: async () => 'the sandbox is off; security.sandbox = "auto" in your settings or --sandbox=auto turns it on',
  };
}
