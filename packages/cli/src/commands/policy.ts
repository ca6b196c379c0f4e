import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  bowlineHomeOf,
  isAboutPolicy,
  openPolicy,
  requireSettings,
  toCommandSandbox,
  toSettingPath,
  toToolLists,
  type OpenedPolicy,
} from '@bowline/assembly';
import { AgentError, approvalModeSchema, jsonObjectSchema, type JsonObject } from '@bowline/protocol';
import { checkPlaces } from '../check-places.ts';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { commandTable, usageLine } from '../usage/command-table.ts';
import { parseOptions, type ParsedOptions } from '../usage/parse-options.ts';
import { runGrants } from './grants.ts';
import { readSettings } from './read-settings.ts';

const { options } = commandTable.policy;

type Parsed = ParsedOptions<typeof options>;

/** Shows, explains and tests the rules. Resolves to the exit code. */
export async function runPolicy(words: readonly string[], env: CommandEnv): Promise<number> {
  if (words[0] === 'grants') return await runGrants(words.slice(1), env);
  const { values, positionals } = parseOptions(words, options, usageLine('policy'));
  const [verb, ...rest] = positionals;
  if (verb === undefined)
    throw new AgentError('SEND_INVALID', 'which of list, explain, test or grants?', { hint: usageLine('policy') });
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
      throw wrong(`unknown: bowline policy ${verb}`);
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
      workspace,
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
  if (tool === undefined) throw wrong('which tool?');
  const mode = approvalModeSchema.safeParse(named);
  if (!mode.success) throw wrong(`unknown mode: ${named}`);
  const call = { tool, args: toArgs(tool, more), mode: mode.data, isInteractive: !headless };
  return (await policy.explain(call)).lines;
}

/** Arguments as JSON; of a command, the words will do. */
function toArgs(tool: string, words: readonly string[]): JsonObject {
  const text = words.join(' ').trim();
  if (text === '') return {};
  if (tool === 'run_shell_command' && !text.startsWith('{')) return { command: text };
  try {
    return jsonObjectSchema.parse(JSON.parse(text));
  } catch {
    throw wrong(`the arguments of ${tool} are not JSON: ${text}`);
  }
}

async function test(policy: OpenedPolicy, [file]: readonly string[], env: CommandEnv): Promise<number> {
  if (file === undefined) throw wrong('which file?');
  const { results, problems } = await policy.test(read(resolve(env.cwd, file)), file);
  for (const { file: at, line, message, hint } of problems) env.stdout(`problem: ${at}:${line}: ${message}. ${hint}\n`);
  for (const { isMet, name, line, expected, decision } of results)
    env.stdout(
      `${isMet ? 'ok    ' : 'FAILED'} ${file}:${line} ${name}: ${isMet ? expected : `${decision.verdict}, not ${expected} (${decision.rule.text})`}\n`,
    );
  const failed = results.filter(({ isMet }) => !isMet).length;
  env.stdout(`${results.length - failed} passed, ${failed} failed\n`);
  return failed === 0 && problems.length === 0 ? EXIT.ok : EXIT.failed;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw wrong(`${path} cannot be read`);
  }
}

function wrong(message: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint: 'bowline policy --help' });
}
