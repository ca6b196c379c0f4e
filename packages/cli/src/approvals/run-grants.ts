import { bowlineHomeOf } from '@bowline/settings';
import { openGrants, type SavedGrant } from '@bowline/guard';
import type { CommandEnv } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { approvalTexts } from '../texts/approval-texts.ts';
import { usageError } from '../texts/error-text.ts';
import { toColumns } from '../print/to-columns.ts';
import { toPlainPath } from '../print/to-plain-path.ts';

/** Lists and removes saved grants. Resolves to the exit code. */
export async function runGrants(words: readonly string[], env: CommandEnv): Promise<number> {
  const saved = openGrants({ home: env.home, bowlineHome: bowlineHomeOf(env.env) }).list();
  const [verb = 'list', ...rest] = words;
  if (verb === 'remove') return remove(select(saved, rest), env);
  const isJson = /^(?:list )?-o json$/.test(words.join(' '));
  if (!isJson && (verb !== 'list' || rest.length > 0))
    throw usageError(approvalTexts.unknownGrantCommand(words.join(' ')));
  if (isJson) env.stdout(`${JSON.stringify(saved.map(toPlain))}\n`);
  else if (saved.length === 0) env.stdout(`${approvalTexts.noGrants}\n`);
  else {
    env.stdout(`${toColumns(saved.map((grant, n) => toRow(grant, n, env))).join('\n')}\n`);
    env.stderr(`${approvalTexts.howToRemove}\n`);
  }
  return EXIT.ok;
}

function toPlain({ text, project, made, file }: SavedGrant, n: number): Readonly<Record<string, unknown>> {
  return { number: n + 1, covers: text, project: project ?? null, made: made ?? null, file };
}

function toRow({ text, project, made }: SavedGrant, n: number, { home }: CommandEnv): readonly string[] {
  const where = project === undefined ? approvalTexts.everywhere : approvalTexts.inProject(toPlainPath(project, home));
  return [
    String(n + 1),
    toPlainPath(text, home),
    where,
    made === undefined ? approvalTexts.olderVersion : made.slice(0, 10),
  ];
}

function select(saved: readonly SavedGrant[], words: readonly string[]): readonly SavedGrant[] {
  if (words.length === 1 && words[0] === '--all') return saved;
  if (words.length === 0) throw usageError(approvalTexts.grantNeeded);
  return words.map((word) => {
    const grant = /^\d+$/.test(word) ? saved[Number(word) - 1] : undefined;
    if (grant === undefined) throw usageError(approvalTexts.unknownGrant(word));
    return grant;
  });
}

function remove(grants: readonly SavedGrant[], { home, stdout }: CommandEnv): number {
  for (const grant of grants) {
    grant.remove();
    stdout(`${approvalTexts.removed(toPlainPath(grant.text, home))}\n`);
  }
  if (grants.length === 0) stdout(`${approvalTexts.noGrants}\n`);
  return EXIT.ok;
}
