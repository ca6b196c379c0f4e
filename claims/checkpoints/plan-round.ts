import { createSeededRandom, type SeededRandom } from '../../tests/kit/seeded-random.ts';

/** A call of the agent. */
export type PlannedCall =
  | { readonly name: 'write_file'; readonly args: { readonly file_path: string; readonly content: string } }
  | { readonly name: 'run_shell_command'; readonly args: { readonly command: string } };

/** One thing that happens in a session. */
export type Operation =
  | { readonly kind: 'message'; readonly calls: readonly PlannedCall[] }
  /** The user edits files of their own. */
  | { readonly kind: 'edit'; readonly text: string }
  /** Rewinds with files to before the message with this number. */
  | { readonly kind: 'rewind'; readonly to: number }
  /** Undoes the last rewind. */
  | { readonly kind: 'undo' };

const PATHS = ['a.txt', 'b.txt', 'deep/c.txt', 'deep/er/d.txt', 'e', 'f g.txt'] as const;

/** A random session. The same for the same seed. */
export function planRound(seed: number, length: number): readonly Operation[] {
  const random = createSeededRandom(seed);
  const operations: Operation[] = [];
  let count = 0;
  let undoneCount: number | undefined;
  for (let n = 0; n < length; n += 1) {
    const roll = n === 0 ? 0 : random.int(0, 9);
    if (undoneCount !== undefined && roll > 5) {
      operations.push({ kind: 'undo' });
      count = undoneCount;
      undoneCount = undefined;
    } else if (roll < 5 || count === 0) {
      operations.push({ kind: 'message', calls: planCalls(random) });
      count += 1;
      undoneCount = undefined;
    } else if (roll === 5) operations.push({ kind: 'edit', text: `${n} ${random.int(0, 1e6)}\n` });
    else {
      const to = random.int(0, count - 1);
      operations.push({ kind: 'rewind', to });
      undoneCount = count;
      count = to;
    }
  }
  return operations;
}

function planCalls(random: SeededRandom): readonly PlannedCall[] {
  return Array.from({ length: random.int(1, 3) }, () => {
    const [path, text] = [random.pick(PATHS), `text ${random.int(0, 1e6)}\n`.repeat(random.int(1, 50))];
    if (random.int(0, 2) === 0) return { name: 'write_file', args: { file_path: path, content: text } };
    return { name: 'run_shell_command', args: { command: planCommand(random, { path, text }) } };
  });
}

/** A command that changes several files, some of them after a while. */
function planCommand(random: SeededRandom, { path, text }: { readonly path: string; readonly text: string }): string {
  const other = random.pick(PATHS);
  const edits = [
    `mkdir -p "$(dirname '${path}')"; printf '%s' '${text.slice(0, 60)}' > '${path}'`,
    `printf 'more ${random.int(0, 99)}' >> '${path}'`,
    `rm -rf '${path}'`,
    `rm -rf deep`,
    `mkdir -p deep/er; for n in 1 2 3 4 5 6 7 8; do echo ${random.int(0, 99)} $n > deep/er/$n; done`,
    `mv '${path}' '${other}'`,
    `ln -sfn '${other}' '${path}'`,
    `chmod ${random.pick(['600', '755', '444'])} '${path}'`,
    `mkdir -p empty-${random.int(0, 3)}`,
    `head -c 100000 /dev/zero | tr '\\0' '${random.pick(['x', 'y'])}' > large.bin`,
    'sleep 0.1',
  ];
  const chosen = Array.from({ length: random.int(2, 5) }, () => edits[random.int(0, edits.length - 1)] ?? 'true');
  return `${chosen.join('; ')}; true`;
}
