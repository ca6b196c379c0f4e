import { resolve } from 'node:path';
import { bowlineHomeOf, openPersonalTrust } from '@bowline/settings';
import { whatTrustAllows, type Trust, type TrustLevel } from '@bowline/guard';
import type { CommandEnv } from '../command.ts';
import { usageLine } from '../usage/command-table.ts';
import { EXIT } from '../exit-codes.ts';
import { usageError } from '../texts/error-text.ts';
import { trustTexts } from '../texts/settings-texts.ts';
import { usageTexts } from '../texts/usage-texts.ts';
import { describeRules, describeVerdict } from '../inspect/describe-trust.ts';
import { parseWords, type Words } from '../usage/parse-words.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** Lists, adds, removes and checks trusted folders. Resolves to the exit code. */
export async function runTrust(words: readonly string[], env: CommandEnv): Promise<number> {
  const level = levelOf(words);
  const rest = words.filter((word) => word !== '--parent' && word !== '--never');
  const parsed = parseWords(rest, { name: 'trust', names: 2 });
  const [verb = 'status', named = '.'] = parsed.names;
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (act === undefined) throw usageError(usageTexts.unknownVerb('trust', verb, Object.keys(verbs)));
  if (verb !== 'add' && level !== 'TRUST_FOLDER') throw usageError(trustTexts.onlyForAdd(firstLine));
  if (verb === 'list' && parsed.names.length > 1) throw usageError(usageTexts.unexpected(named, trustTexts.listUsage));
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
  else env.stderr(`${trustTexts.none}\n`);
  warn(warnings, env);
  return EXIT.ok;
}

function add({ trust, folder, level, parsed, env }: TrustWish): number {
  const { path, root, source, warnings } = trust.add(folder, level);
  const allows = level === 'DO_NOT_TRUST' ? [] : whatTrustAllows;
  const lines = [
    (level === 'DO_NOT_TRUST' ? trustTexts.neverAdded : trustTexts.added)(toPlainPath(root, env.home)),
    ...allows.map((line) => `  ${line}`),
    `  ${trustTexts.keptIn(toPlainPath(source, env.home))}`,
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
  else env.stdout(`${(removed.length > 0 ? trustTexts.removed : trustTexts.wasNotThere)(shown, file)}\n`);
  warn(now.warnings, env);
  if (now.isTrusted)
    env.stderr(
      `bowline: ${trustTexts.stillTrusted(toPlainPath(now.rule ?? '', env.home), toPlainPath(now.source, env.home))}\n` +
        `  ${trustTexts.howToNever}\n`,
    );
  return EXIT.ok;
}

function levelOf(words: readonly string[]): TrustLevel {
  const isParent = words.includes('--parent');
  if (!words.includes('--never')) return isParent ? 'TRUST_PARENT' : 'TRUST_FOLDER';
  if (isParent) throw usageError(usageTexts.exclusive('--parent', '--never'));
  return 'DO_NOT_TRUST';
}

function warn(warnings: readonly string[], env: CommandEnv): void {
  for (const warning of warnings) env.stderr(`bowline: ${toPlainPath(warning, env.home)}\n`);
}
