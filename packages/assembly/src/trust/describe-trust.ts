import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TrustVerdict } from './open-trust.ts';
import { whatTrustAllows } from './what-trust-allows.ts';

/** What a folder may bring that is used only when it is trusted. */
const config = ['.bowline', '.gemini', '.agents', 'AGENTS.md', 'GEMINI.md', '.mcp.json'] as const;

/** What a person should know of a folder's trust when a session begins in it; nothing where it makes no difference. */
export function describeTrust({ folder, isTrusted, source }: TrustVerdict, home: string): readonly string[] {
  if (folder === home) return []; // what is there is the person's own
  // Whether they are there is looked at; nothing of them is opened.
  const found = config.filter((name) => existsSync(join(folder, name)));
  if (found.length === 0) return [];
  if (!isTrusted)
    return [
      `this folder is not trusted: ${found.join(', ')} not used, only your own settings (bowline trust add, or --trust)`,
    ];
  return source === 'flag' ? [`this folder is trusted for this run: ${whatTrustAllows[0] ?? ''}`] : [];
}
