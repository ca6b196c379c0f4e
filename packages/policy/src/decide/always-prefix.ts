import type { ShellCommand } from '../shell/shell-line.ts';
import { isRunner } from './is-runner.ts';

/** How much of a command an "always" answer covers. */
export type AlwaysPrefix =
  | { readonly kind: 'prefix'; readonly words: readonly string[] }
  /** Exactly these words, because the effect of other words is unknown. */
  | { readonly kind: 'exact' };

/** Programs with subcommands, and how many words identify what they do. */
const subcommands: ReadonlyMap<string, number> = new Map([
  ['git', 2],
  ['npm', 2],
  ['pnpm', 2],
  ['yarn', 2],
  ['cargo', 2],
  ['go', 2],
  ['pip', 2],
  ['pip3', 2],
  ['uv', 2],
  ['poetry', 2],
  ['gh', 3],
  ['dotnet', 2],
  ['mvn', 2],
  ['gradle', 2],
  ['make', 2],
  ['just', 2],
  ['brew', 2],
  ['terraform', 2],
]);

/** Subcommands whose next word determines what runs: `npm run build` is not `npm run deploy`. */
const deeper: ReadonlySet<string> = new Set([
  'npm run',
  'npm run-script',
  'pnpm run',
  'yarn run',
  'git remote',
  'git stash',
  'git worktree',
  'git submodule',
  'uv pip',
]);

/** Subcommands that run programs chosen by their arguments, or change what Git runs later. */
const runningSubcommands: ReadonlySet<string> = new Set([
  'npm exec',
  'npm x',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'yarn node',
  'uv run',
  'poetry run',
  'go run',
  'go generate',
  'cargo run',
  'git config',
  'git bisect',
  'git rebase',
  'git filter-branch',
  'git submodule',
  'gh api',
  'gh alias',
  'gh extension',
  'terraform console',
]);

/** What an "always" answer may cover for one command. Undefined if it should not be offered. */
export function alwaysPrefix(command: ShellCommand): AlwaysPrefix | undefined {
  const { argv, text } = command;
  const [program = '', subcommand = ''] = argv;
  if (!isOrdinary(command) || runningSubcommands.has(`${program} ${subcommand}`)) return undefined;
  const words = firstWords(argv);
  if (words !== undefined) return { kind: 'prefix', words };
  return isPlain(text) ? { kind: 'exact' } : undefined;
}

/** Whether a command does only what its words say and runs no other program. */
function isOrdinary({ argv: [program = ''], hazard, danger, writes }: ShellCommand): boolean {
  return program !== '' && !isRunner(program) && hazard === null && danger === null && writes.length === 0;
}

/** The words that identify what a program with subcommands does. Undefined if some are missing or are options. */
function firstWords(argv: readonly string[]): readonly string[] | undefined {
  const [program = '', subcommand = ''] = argv;
  const depth = subcommands.get(program);
  if (depth === undefined) return undefined;
  const words = argv.slice(0, deeper.has(`${program} ${subcommand}`) ? depth + 1 : depth);
  const areNames = words.slice(1).every((word) => /^[\w.:@/][\w.:@/-]*$/.test(word));
  return areNames && words.length >= depth && words.length > 1 ? words : undefined;
}

/** Whether a text means the same wherever it runs: one line without variables, substitutions or patterns. */
function isPlain(text: string): boolean {
  return !/[$`*?[\]{}~\n\\]/.test(text);
}
