import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { bowlineHomeOf, isAboutPolicy, requireSettings, toSettingPath, toToolLists } from '@bowline/settings';
import { openPolicy, toCommandSandbox, type OpenedPolicy } from '@bowline/guard';
import { approvalModes, jsonObjectSchema, type AgentError, type JsonObject } from '@bowline/protocol';
import { checkPlaces } from '../check-places.ts';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { policyTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { commandTable, usageLine } from '../usage/command-table.ts';
import { parseOptions, type ParsedOptions } from '../usage/parse-options.ts';
import { runGrants } from '../approvals/run-grants.ts';
import { readSettings } from '../session/read-settings.ts';

const { options } = commandTable.policy;

type Parsed = ParsedOptions<typeof options>;

const verbs = ['list', 'explain', 'test', 'grants'];

/** Lists, explains and tests approval rules. Resolves to the exit code. */
export async function runPolicy(words: readonly string[], env: CommandEnv): Promise<number> {
  if (words[0] === 'grants') return await runGrants(words.slice(1), env);
  const { values, positionals } = parseOptions(words, options, usageLine('policy'));
  const [verb, ...rest] = positionals;
  if (verb === undefined) throw usageError(usageTexts.missingVerb('policy', verbs));
  checkPlaces({ policies: values.policy }, env.cwd);
  const policy = open(values, env);
  switch (verb) {
    case 'list':
      for (const line of policy.list()) env.stdout(`${line}\n`);
      return policy.problems.length > 0 ? EXIT.failed : EXIT.ok;
    case 'explain':
      for (const line of await explain(policy, rest, values)) env.stdout(`${line}\n`);
      return EXIT.ok;
    case 'test':
      return await test(policy, rest, env);
    default:
      throw usageError(usageTexts.unknownVerb('policy', verb, verbs));
  }
}

function open({ policy: files, trust }: Parsed['values'], env: CommandEnv): OpenedPolicy {
  const { home, cwd: workspace } = env;
  const settings = readSettings(env, { isTrusted: trust });
  requireSettings(settings, isAboutPolicy);
  const bowlineHome = bowlineHomeOf(env.env);
  const { platform } = env.machine;
  const { 'security.sandbox': wish, 'security.sandboxHosts': hosts } = settings.values;
  const folders = settings.values['context.includeDirectories'].map((path) => toSettingPath(path, { workspace, home }));
  const sandbox = toCommandSandbox({ wish, hosts, folders, platform, bowlineHome });
  return openPolicy(
    {
      home,
      bowlineHome,
      root: workspace,
      isTrusted: settings.trust?.isTrusted === true,
      files: [...(settings.values.policyPaths ?? []), ...files].map((file) => toSettingPath(file, { workspace, home })),
      toolLists: toToolLists(settings),
    },
    { ...env.machine, sandbox },
  );
}

async function explain(
  policy: OpenedPolicy,
  words: readonly string[],
  { mode: named, headless }: Parsed['values'],
): Promise<readonly string[]> {
  const [tool, ...more] = words;
  if (tool === undefined) throw wrong(policyTexts.toolNeeded);
  const mode = approvalModes.find((known) => known === named);
  if (mode === undefined) throw usageError(usageTexts.badValue('--mode', named, approvalModes));
  const call = { tool, args: toArgs(tool, more), mode, isInteractive: !headless };
  return (await policy.explain(call)).lines;
}

/** Arguments as JSON; a shell command may also be plain words. */
function toArgs(tool: string, words: readonly string[]): JsonObject {
  const text = words.join(' ').trim();
  if (text === '') return {};
  if (tool === 'run_shell_command' && !text.startsWith('{')) return { command: text };
  try {
    return jsonObjectSchema.parse(JSON.parse(text));
  } catch {
    throw wrong(policyTexts.badArguments(tool, text));
  }
}

async function test(policy: OpenedPolicy, [file]: readonly string[], env: CommandEnv): Promise<number> {
  if (file === undefined) throw wrong(policyTexts.fileNeeded);
  const { results, problems } = await policy.test(read(resolve(env.cwd, file)), file);
  for (const { file: at, line, message, hint } of problems)
    env.stdout(`${policyTexts.problem(`${at}:${line}`, message, hint)}\n`);
  for (const { isMet, name, line, expected, decision } of results)
    env.stdout(
      `${isMet ? policyTexts.passed : policyTexts.failed} ${file}:${line} ${name}: ${isMet ? expected : policyTexts.unexpected(decision.verdict, expected, decision.rule.text)}\n`,
    );
  const failed = results.filter(({ isMet }) => !isMet).length;
  env.stdout(`${policyTexts.summary(results.length - failed, failed)}\n`);
  return failed === 0 && problems.length === 0 ? EXIT.ok : EXIT.failed;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw wrong(policyTexts.unreadable(path));
  }
}

function wrong(message: string): AgentError {
  return usageError({ message, hint: policyTexts.help });
}
