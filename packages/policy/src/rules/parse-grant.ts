import { parse as parseToml, stringify, TomlError } from 'smol-toml';
import * as z from 'zod';
import { parsePolicy } from './parse-policy.ts';
import type { PolicyFile } from './policy-rule.ts';

const headSchema = z.strictObject({ project: z.string().min(1).optional(), made: z.iso.datetime() });

/** A saved approval: its rules, the project they apply to, and when it was given. */
export interface Grant extends z.infer<typeof headSchema> {
  readonly policy: PolicyFile;
}

/**
 * The file text of a saved approval. `project` is a real path. Without it, the grant applies in every trusted folder.
 */
export function toGrantText(rule: string, { project, made }: Omit<Grant, 'policy'>): string {
  const grant = { ...(project === undefined ? {} : { project }), made };
  return `${stringify({ grant })}\n${rule.trim()}\n`;
}

/** Reads the file of a saved approval, or returns what is wrong with it. A damaged file allows nothing. */
export function parseGrant(text: string, file: string): Grant | { readonly damage: string } {
  const policy = parsePolicy(text, { file, tier: 'user', answered: 'kept' });
  const [problem] = policy.problems;
  if (problem !== undefined) return { damage: `line ${problem.line}: ${problem.message}` };
  const head = headSchema.safeParse(readHead(text));
  return head.success
    ? { ...head.data, policy }
    : { damage: 'it does not say when or for which project it was granted' };
}

function readHead(text: string): unknown {
  try {
    return parseToml(text)['grant'];
  } catch (thrown) {
    if (thrown instanceof TomlError) return undefined;
    throw thrown;
  }
}
