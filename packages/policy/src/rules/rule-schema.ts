import { effectSchema, type ApprovalMode } from '@bowline/protocol';
import * as z from 'zod';
import { HOST_PATTERN } from './host-pattern.ts';
import type { PolicyFile } from './policy-rule.ts';

const word = z.string().min(1);
const words = z.union([word, z.array(word).min(1)]);
const hostRule = z.string().regex(HOST_PATTERN, 'is not a host');
const MOST_HOSTS = 50;

const modeNames: Readonly<Record<string, ApprovalMode>> = {
  default: 'default',
  autoEdit: 'auto_edit',
  auto_edit: 'auto_edit',
  plan: 'plan',
  preview: 'preview',
  yolo: 'yolo',
};
const mode = z.enum(Object.keys(modeNames)).transform((name): ApprovalMode => modeNames[name] ?? 'default');

const checkerFields = {
  required_context: z.array(z.enum(['environment', 'history'])).default([]),
  config: z.record(z.string(), z.unknown()).default({}),
};
/** What checks a call: a built-in check by name, or a program of the user. An unknown name would check nothing. */
const checkerSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('in-process'), name: z.enum(['allowed-path', 'conseca']), ...checkerFields }),
  z.strictObject({ type: z.literal('external'), name: word, ...checkerFields }),
]);
export type CheckerFields = z.infer<typeof checkerSchema>;

const conditionFields = {
  toolName: words.optional(),
  mcpName: word.optional(),
  toolAnnotations: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  argsPattern: word.optional(),
  commandPrefix: words.optional(),
  commandRegex: word.optional(),
  modes: z.array(mode).default([]),
};

const ruleFields = {
  name: word.optional(),
  ...conditionFields,
  subagent: word
    .refine((name) => !name.includes('*'), 'must be the name of one subagent, without wildcards')
    .optional(),
  interactive: z.boolean().optional(),
  decision: z.enum(['allow', 'deny', 'ask_user']),
  priority: z.int().min(0).max(999),
  allowRedirection: z.boolean().optional(),
  allow_redirection: z.boolean().optional(),
  /**
   * Commands that the rule allows run outside the sandbox. Gemini CLI does not know this key, but its rules confine
   * nothing either.
   */
  sandbox: z.literal('open').optional(),
  /** Hosts that commands allowed by the rule can reach from the sandbox. */
  hosts: z.array(hostRule).min(1).max(MOST_HOSTS).optional(),
  denyMessage: z.string().optional(),
  deny_message: z.string().optional(),
  /** As in Gemini CLI's own files: a checker with the conditions of the rule. */
  safety_checker: checkerSchema.optional(),
};

const ruleSchema = z.strictObject(ruleFields);

/**
 * Two conditions that only the built-in policy has. In a file that both programs read, Gemini CLI would ignore them and
 * treat a limited allow rule as an unlimited one.
 */
const builtInRuleSchema = z.strictObject({
  ...ruleFields,
  effect: z.union([effectSchema, z.array(effectSchema).min(1)]).optional(),
  commandIsReadOnly: z.literal(true).optional(),
});

/** Conditions that only grants have, for the same reason: one whole command, its directory, the server of a page. */
const answerRuleSchema = z.strictObject({
  ...ruleFields,
  commandExact: word.optional(),
  folder: word.optional(),
  origin: words.optional(),
});
export type RuleFields = z.infer<typeof builtInRuleSchema> & z.infer<typeof answerRuleSchema>;

/** One `[[safety_checker]]`. */
export const checkerRuleSchema = z.strictObject({
  ...conditionFields,
  priority: z.int().min(0).max(999).default(0),
  checker: checkerSchema,
});
export type CheckerRuleFields = z.infer<typeof checkerRuleSchema>;

/** One `[[rule]]` of a file. */
export function ruleSchemaOf({ tier, answered }: Pick<PolicyFile, 'tier' | 'answered'>): z.ZodType<RuleFields> {
  if (answered !== undefined) return answerRuleSchema;
  return tier === 'built_in' ? builtInRuleSchema : ruleSchema;
}

/** The keys of each table, for suggestions. */
export const knownKeys: Readonly<Record<'rule' | 'safety_checker', readonly string[]>> = {
  rule: Object.keys(ruleFields),
  safety_checker: Object.keys(checkerRuleSchema.shape),
};

/** How to write each key. */
export const keyHints: Readonly<Record<string, string>> = {
  toolName: 'Write toolName = "run_shell_command", or ["write_file", "replace"], or "*" for every tool.',
  mcpName: 'Write mcpName = "server", or "*" for every server.',
  subagent: 'Write subagent = "name". Without it the rule applies to every caller.',
  toolAnnotations: 'Write toolAnnotations = { readOnlyHint = true }.',
  argsPattern: `Write argsPattern = '"file_path":"src/', in single quotes.`,
  commandPrefix: 'Write commandPrefix = "git log", or ["git log", "git diff"].',
  commandRegex: "Write commandRegex = 'git (commit|push)', in single quotes.",
  modes: 'Write modes = ["default", "autoEdit", "plan", "yolo"], or some of them.',
  interactive: 'Write interactive = true or interactive = false.',
  decision: 'Write decision = "allow", "deny" or "ask_user".',
  priority: 'Write priority = 100: a whole number from 0 to 999.',
  allowRedirection: 'Write allowRedirection = true.',
  sandbox: 'Write sandbox = "open" for commands that run outside the sandbox. Otherwise leave it out.',
  hosts: 'Write hosts = ["example.com", "*.example.org", "example.net:8443"]: names, without https:// and paths.',
  denyMessage: 'Write denyMessage = "why".',
  checker: 'Write [safety_checker.checker] with type = "in-process" and name = "allowed-path", or type = "external".',
  safety_checker: 'Write type = "in-process" and name = "allowed-path", or type = "external" and a name.',
};
