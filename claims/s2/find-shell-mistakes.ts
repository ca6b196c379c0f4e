import { spawnSync } from 'node:child_process';

/**
 * Returns the indexes of the lines that bash itself cannot parse. One process handles all of them, and evaluates each
 * where it is parsed but not executed. Pass only lines that the reader understood, because these cannot close the
 * enclosing `if`.
 */
export function findShellMistakes(lines: readonly string[]): ReadonlySet<number> {
  const script = `
    while IFS= read -r -d '' line; do
      if (eval "if false; then
$line
fi") > /dev/null 2>&1 < /dev/null; then echo ok; else echo mistake; fi
    done`;
  const input = lines.map((line) => `${line}\0`).join('');
  const { stdout } = spawnSync('bash', ['-c', script], { input, encoding: 'utf8', maxBuffer: 1e9 });
  const verdicts = stdout.split('\n');
  return new Set([...lines.keys()].filter((at) => verdicts[at] === 'mistake'));
}
