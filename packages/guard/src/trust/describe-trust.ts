import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TrustVerdict } from './open-trust.ts';
import { whatTrustAllows } from './what-trust-allows.ts';

/** Configuration that is only used in a trusted folder. */
const config = ['.bowline', '.gemini', '.agents', 'AGENTS.md', 'GEMINI.md', '.mcp.json'] as const;

/** The warning about a folder's trust at the start of a session; none if it makes no difference. */
export function describeTrust({ folder, isTrusted, source }: TrustVerdict, home: string): readonly string[] {
  if (folder === home) return []; // the user's own files
  // Checks only that the files exist; does not open them.
  const found = config.filter((name) => existsSync(join(folder, name)));
  if (found.length === 0) return [];
  if (!isTrusted)
    return [
      `This folder is not trusted, so Bowline ignores ${found.join(', ')}. To trust it: bowline trust add, or --trust for one run`,
    ];
  return source === 'flag' ? [`This folder is trusted in this run: ${whatTrustAllows[0] ?? ''}`] : [];
}
