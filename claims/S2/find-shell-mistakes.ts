import { spawnSync } from 'node:child_process';

/**
 * Which of some lines bash itself cannot parse, by their place in the list. One process for all of them: each is
 * evaluated where it is only parsed. To be given only lines that were understood, which cannot end what is around them.
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
