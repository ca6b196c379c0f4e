import { AgentError } from '@bowline/protocol';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import * as z from 'zod';
import { IgnoreLookup } from '../search/ignore-lookup.ts';
import { createIncludeFilter } from '../search/include-filter.ts';
import type { HostSearch, SearchMatch } from '../tool-host.ts';

type TextQuery = Parameters<HostSearch['text']>[0];

const words = z.union([
  z.object({ text: z.string() }).transform(({ text }) => text),
  z.object({ bytes: z.string() }).transform(({ bytes }) => Buffer.from(bytes, 'base64').toString('utf8')),
]);
const eventSchema = z.object({
  type: z.enum(['match', 'context']),
  data: z.object({ path: words, lines: words, line_number: z.int() }),
});

/** The same search as by walking, done by ripgrep. */
export async function searchWithRipgrep(
  query: TextQuery,
  { roots, ripgrepPath }: { readonly roots: readonly string[]; readonly ripgrepPath: string },
): Promise<readonly SearchMatch[]> {
  const child = spawn(ripgrepPath, toArguments(query), {
    cwd: query.folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: query.signal,
  });
  const failed = new Promise<Error | undefined>((settle) => {
    child.on('error', settle);
    child.on('close', () => {
      settle(undefined);
    });
  });
  const isWanted = createFileFilter(query, roots);
  const found: SearchMatch[] = [];
  let left = query.maxTotal;
  for await (const line of createInterface({ input: child.stdout })) {
    const match = toMatch(query.folder, line);
    if (match === undefined || !(await isWanted(match.path))) continue;
    if (left === 0 && !match.isContext) break;
    found.push(match);
    if (!match.isContext) left -= 1;
    if (left === 0 && query.after === 0) break;
  }
  child.kill('SIGKILL');
  const failure = await failed;
  if (failure === undefined || query.signal.aborted) return found;
  throw new AgentError('INTERNAL', `ripgrep cannot be run: ${failure.message}`, { hint: ripgrepPath, cause: failure });
}

function toArguments(query: TextQuery): string[] {
  const { pattern, isFixed, caseSensitive, before, after, respectIgnore, maxPerFile } = query;
  return [
    ...['--json', '--no-config', '--hidden', '--sort=path', '--glob=!.git'],
    ...(respectIgnore ? ['--no-require-git', '--no-ignore-global', '--no-ignore-exclude'] : ['--no-ignore']),
    caseSensitive ? '--case-sensitive' : '--ignore-case',
    ...(isFixed ? ['--fixed-strings'] : []),
    `--before-context=${before}`,
    `--after-context=${after}`,
    ...(maxPerFile === undefined ? [] : [`--max-count=${maxPerFile}`]),
    ...['-e', pattern, '--', '.'],
  ];
}

/** Done here, not by `--glob`: that one brings back what ignore files hide. */
function createFileFilter(query: TextQuery, roots: readonly string[]): (path: string) => Promise<boolean> {
  const isIncluded = createIncludeFilter(query.folder, query.include);
  const names = query.respectIgnore ? ['.geminiignore'] : [];
  const lookup = new IgnoreLookup(roots, names, (path) => readFile(path).catch(() => undefined));
  let last: { readonly path: string; readonly isWanted: boolean } | undefined;
  return async (path) => {
    if (last?.path !== path) last = { path, isWanted: isIncluded(path) && !(await lookup.hides(path, false)) };
    return last.isWanted;
  };
}

function toMatch(folder: string, line: string): SearchMatch | undefined {
  const event = eventSchema.safeParse(JSON.parse(line));
  if (!event.success) return undefined;
  const { type, data } = event.data;
  return {
    path: resolve(folder, data.path),
    line: data.line_number,
    text: data.lines.replace(/\r?\n$/, ''),
    isContext: type === 'context',
  };
}
