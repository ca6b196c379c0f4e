import { resolve } from 'node:path';
import { bowlineHomeOf, openPersonalTrust, whatTrustAllows, type Trust, type TrustLevel } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { usageLine } from '../usage/command-table.ts';
import { EXIT } from '../exit-codes.ts';
import { describeRules, describeVerdict } from './describe-trust.ts';
import { parseWords, type Words } from './parse-words.ts';
import { toPlainPath } from './to-plain-path.ts';

/** Shows and changes which folders are trusted. Resolves to the exit code. */
export async function runTrust(words: readonly string[], env: CommandEnv): Promise<number> {
  const level = levelOf(words);
  const rest = words.filter((word) => word !== '--parent' && word !== '--never');
  const parsed = parseWords(rest, { name: 'trust', names: 2 });
  const [verb = 'status', named = '.'] = parsed.names;
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (act === undefined) throw wrong(`unknown: bowline trust ${verb}`, 'status, list, add or remove');
  if (verb !== 'add' && level !== 'TRUST_FOLDER') throw wrong('--parent and --never belong to add', firstLine);
  if (verb === 'list' && parsed.names.length > 1)
    throw wrong(`what is ${named}?`, 'bowline trust list takes no folder');
  const { platform } = env.machine;
  const trust = openPersonalTrust({ env: env.env, bowlineHome: bowlineHomeOf(env.env), home: env.home, platform });
  return act({ trust, folder: resolve(env.cwd, named), level, parsed, env });
}

interface TrustWish {
  readonly trust: Trust;
  readonly folder: string;
  readonly level: TrustLevel;
  readonly parsed: Words;
  readonly env: CommandEnv;
}

const verbs: Readonly<Record<string, (wish: TrustWish) => number>> = { status, list, add, remove };
const firstLine = usageLine('trust');

function status({ trust, folder, parsed, env }: TrustWish): number {
  const verdict = trust.of(folder);
  if (parsed.isJson) env.stdout(`${JSON.stringify(verdict)}\n`);
  else env.stdout(describeVerdict(verdict, env));
  warn(verdict.warnings, env);
  return verdict.isTrusted ? EXIT.ok : EXIT.untrusted;
}

function list({ trust, parsed, env }: TrustWish): number {
  const { rules, warnings } = trust.list();
  if (parsed.isJson) env.stdout(`${JSON.stringify({ rules, warnings })}\n`);
  else if (rules.length > 0) env.stdout(describeRules(rules, env));
  else env.stderr('no folder is trusted yet (bowline trust add trusts this one)\n');
  warn(warnings, env);
  return EXIT.ok;
}

function add({ trust, folder, level, parsed, env }: TrustWish): number {
  const { path, root, source, warnings } = trust.add(folder, level);
  const allows = level === 'DO_NOT_TRUST' ? [] : whatTrustAllows;
  const lines = [
    `${level === 'DO_NOT_TRUST' ? 'never trusted' : 'trusted'}: ${toPlainPath(root, env.home)}, and all that is in it`,
    ...allows.map((line) => `  ${line}`),
    `  kept in ${toPlainPath(source, env.home)}; bowline trust remove takes it back`,
  ];
  if (parsed.isJson) env.stdout(`${JSON.stringify({ folder: path, root, level, file: source, allows, warnings })}\n`);
  else env.stdout(`${lines.join('\n')}\n`);
  warn(warnings, env);
  return EXIT.ok;
}

function remove({ trust, folder, parsed, env }: TrustWish): number {
  const removed = trust.remove(folder);
  const now = trust.of(folder);
  const file = toPlainPath(trust.path, env.home);
  const shown = toPlainPath(removed[0]?.path ?? now.folder, env.home);
  if (parsed.isJson) env.stdout(`${JSON.stringify({ removed, now })}\n`);
  else
    env.stdout(
      removed.length > 0 ? `removed ${shown} from ${file}\n` : `there was nothing about ${shown} in ${file}\n`,
    );
  warn(now.warnings, env);
  if (now.isTrusted)
    env.stderr(
      `bowline: it is still trusted, by ${toPlainPath(now.rule ?? '', env.home)} in ${toPlainPath(now.source, env.home)}\n` +
        '  to trust it in no case: bowline trust add --never\n',
    );
  return EXIT.ok;
}

function levelOf(words: readonly string[]): TrustLevel {
  const isParent = words.includes('--parent');
  if (!words.includes('--never')) return isParent ? 'TRUST_PARENT' : 'TRUST_FOLDER';
  if (isParent) throw wrong('--parent and --never exclude each other', 'give one of them');
  return 'DO_NOT_TRUST';
}

function warn(warnings: readonly string[], env: CommandEnv): void {
  for (const warning of warnings) env.stderr(`bowline: ${toPlainPath(warning, env.home)}\n`);
}

function wrong(message: string, hint: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint });
}
