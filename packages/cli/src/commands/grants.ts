import { bowlineHomeOf, openGrants, type SavedGrant } from '@bowline/assembly';
import { AgentError } from '@bowline/protocol';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { toColumns } from './to-columns.ts';
import { toPlainPath } from './to-plain-path.ts';

/** Lists and removes saved grants. Resolves to the exit code. */
export async function runGrants(words: readonly string[], env: CommandEnv): Promise<number> {
  const saved = openGrants({ home: env.home, bowlineHome: bowlineHomeOf(env.env) }).list();
  const [verb = 'list', ...rest] = words;
  if (verb === 'remove') return remove(select(saved, rest), env);
  const isJson = words.join(' ') === '-o json' || words.join(' ') === 'list -o json';
  if (!isJson && (verb !== 'list' || rest.length > 0)) throw wrong(`unknown: bowline policy grants ${words.join(' ')}`);
  if (isJson) env.stdout(`${JSON.stringify(saved.map(toPlain))}\n`);
  else if (saved.length === 0) env.stdout('No saved grants.\n');
  else {
    env.stdout(`${toColumns(saved.map((grant, n) => toRow(grant, n, env))).join('\n')}\n`);
    env.stderr('Remove one with: bowline policy grants remove N\n');
  }
  return EXIT.ok;
}

function toPlain({ text, project, made, file }: SavedGrant, n: number): Readonly<Record<string, unknown>> {
  return { number: n + 1, covers: text, project: project ?? null, made: made ?? null, file };
}

function toRow({ text, project, made }: SavedGrant, n: number, { home }: CommandEnv): readonly string[] {
  const where = project === undefined ? 'in every trusted folder' : `in ${toPlainPath(project, home)}`;
  return [String(n + 1), toPlainPath(text, home), where, made === undefined ? 'older version' : made.slice(0, 10)];
}

function select(saved: readonly SavedGrant[], words: readonly string[]): readonly SavedGrant[] {
  if (words.length === 1 && words[0] === '--all') return saved;
  if (words.length === 0) throw wrong('which grant?');
  return words.map((word) => {
    const grant = /^\d+$/.test(word) ? saved[Number(word) - 1] : undefined;
    if (grant === undefined) throw wrong(`there is no grant ${word}`);
    return grant;
  });
}

function remove(grants: readonly SavedGrant[], { home, stdout }: CommandEnv): number {
  for (const grant of grants) {
    grant.remove();
    stdout(`Removed: ${toPlainPath(grant.text, home)}\n`);
  }
  if (grants.length === 0) stdout('No saved grants.\n');
  return EXIT.ok;
}

function wrong(message: string): AgentError {
  return new AgentError('SEND_INVALID', message, { hint: 'bowline policy grants shows the list' });
}
