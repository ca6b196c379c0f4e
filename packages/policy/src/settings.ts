import * as z from 'zod';
import { EXACT_HOST_PATTERN, HOST_PATTERN } from './rules/host-pattern.ts';

const names = (): z.ZodArray<z.ZodString> => z.array(z.string().min(1));

/** The settings of approvals, policies and the sandbox. */
export const policySettings = {
  'general.defaultApprovalMode': {
    description:
      'The approval mode of new sessions: "default", "auto_edit", "plan" or "preview". For "yolo", use --approval-mode or /mode.',
    schema: () => z.enum(['default', 'auto_edit', 'plan', 'preview']),
    default: 'default',
    variables: ['BOWLINE_APPROVAL_MODE'],
  },
  'approval.preview': {
    description:
      'Before an approval of a command, runs it in a copy of the workspace without network, for at most 30 seconds. The approval then shows what it changed there.',
    schema: () => z.boolean(),
    default: false,
    isPersonal: true,
  },
  'tools.core': {
    description:
      'Only these tools can be used. "run_shell_command(git status)" limits commands to those that begin with these words.',
    schema: names,
  },
  'tools.allowed': {
    description:
      'Tools that need no approval. "run_shell_command(git status)" means commands that begin with these words.',
    schema: names,
  },
  'tools.exclude': {
    description: 'Tools that cannot be used. "run_shell_command(rm)" means commands that begin with this word.',
    schema: names,
    join: 'union',
  },
  'tools.confirmationRequired': {
    description: 'Tools that always need approval, even if a rule allows them.',
    schema: names,
  },
  policyPaths: {
    description: 'Additional policy files.',
    schema: names,
    join: 'union',
    isPersonal: true,
  },
  'security.disableYoloMode': {
    description: 'Turns off yolo mode, including the flag.',
    schema: () => z.boolean(),
    default: false,
    isPersonal: true,
  },
  'security.disableAlwaysAllow': {
    description: 'Allows calls only once: removes the answers "session", "project" and "always".',
    schema: () => z.boolean(),
    default: false,
    isPersonal: true,
  },
  'security.sandbox': {
    description:
      'Runs commands in a sandbox: off, auto (where the system supports it) or required (a command that cannot be sandboxed is not run).',
    schema: () => z.enum(['off', 'auto', 'required']),
    default: 'auto',
    isPersonal: true,
  },
  'security.sandboxHosts': {
    description:
      'Hosts that sandboxed commands can reach once they are allowed to change the workspace, such as your company registry: "npm.example.com" or "*.example.com:8443". Private networks are allowed.',
    schema: () => z.array(z.string().regex(HOST_PATTERN)),
    default: [],
    isPersonal: true,
  },
  'security.sandboxCredentials': {
    description:
      'Tokens that sandboxed commands can use without reading them, such as { "host": "registry.npmjs.org", "variable": "NPM_TOKEN" }: the exact host (HTTPS only) and the environment variable that holds the token.',
    schema: () =>
      z.array(z.object({ host: z.string().regex(EXACT_HOST_PATTERN), variable: z.string().regex(/^[A-Za-z_]\w*$/) })),
    default: [],
    isPersonal: true,
  },
  'security.folderTrust.enabled': {
    description:
      'Requires you to trust a folder before Bowline uses its settings, policies and context files. false trusts every folder that you have not refused.',
    schema: () => z.boolean(),
    default: true,
    isPersonal: true,
  },
} as const;
