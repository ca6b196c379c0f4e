import * as z from 'zod';
import { EXACT_HOST_PATTERN, HOST_PATTERN } from './rules/host-pattern.ts';

const names = (): z.ZodArray<z.ZodString> => z.array(z.string().min(1));

/** What settings say about who may do what. */
export const policySettings = {
  'general.defaultApprovalMode': {
    description:
      'How much may happen without asking: "default", "auto_edit" or "plan". "yolo" can only be asked for by flag.',
    schema: () => z.enum(['default', 'auto_edit', 'plan']),
    default: 'default',
    variables: ['BOWLINE_APPROVAL_MODE'],
  },
  'tools.core': {
    description:
      'Only these tools may be used; "run_shell_command(git status)" limits commands to those that begin so.',
    schema: names,
  },
  'tools.allowed': {
    description: 'Tools that need no confirmation; "run_shell_command(git status)" means commands that begin so.',
    schema: names,
  },
  'tools.exclude': {
    description: 'Tools that are never used; "run_shell_command(rm)" means commands that begin so.',
    schema: names,
    join: 'union',
  },
  'tools.confirmationRequired': {
    description: 'Tools that are asked about whatever else allows them.',
    schema: names,
  },
  policyPaths: {
    description: 'Further policy files.',
    schema: names,
    join: 'union',
    isPersonal: true,
  },
  'security.disableYoloMode': {
    description: 'Nobody may work in yolo mode, not even by flag.',
    schema: () => z.boolean(),
    default: false,
    isPersonal: true,
  },
  'security.disableAlwaysAllow': {
    description: 'Every question is answered once: there is no "for this session" and no "always".',
    schema: () => z.boolean(),
    default: false,
    isPersonal: true,
  },
  'security.sandbox': {
    description:
      'Whether the operating system confines commands: off, auto (where it can), or required (what cannot be confined is not run).',
    schema: () => z.enum(['off', 'auto', 'required']),
    default: 'auto',
    isPersonal: true,
  },
  'security.sandboxHosts': {
    description:
      'Hosts that commands in the sandbox can reach once they may change the workspace, such as the registry of your company: "npm.example.com" or "*.example.com:8443". They may be on a private network.',
    schema: () => z.array(z.string().regex(HOST_PATTERN)),
    default: [],
    isPersonal: true,
  },
  'security.sandboxCredentials': {
    description:
      'Tokens that commands in the sandbox can use at one host without seeing them, such as { "host": "registry.npmjs.org", "variable": "NPM_TOKEN" }: exactly this host, over HTTPS, and the variable of your environment that holds the token.',
    schema: () =>
      z.array(z.object({ host: z.string().regex(EXACT_HOST_PATTERN), variable: z.string().regex(/^[A-Za-z_]\w*$/) })),
    default: [],
    isPersonal: true,
  },
  'security.folderTrust.enabled': {
    description:
      'Whether a folder has to be trusted before anything in it is used. False trusts all that are not refused.',
    schema: () => z.boolean(),
    default: true,
    isPersonal: true,
  },
} as const;
