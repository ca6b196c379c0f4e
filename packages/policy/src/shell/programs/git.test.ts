import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { openShellReader } from '../open-shell-reader.ts';

const bytesOf = (file: string): Uint8Array => readFileSync(createRequire(import.meta.url).resolve(file));
const reader = await openShellReader({
  runtime: bytesOf('web-tree-sitter/web-tree-sitter.wasm'),
  grammar: bytesOf('tree-sitter-bash/tree-sitter-bash.wasm'),
});

/** The result for a whole line: all of it only reads, some part is a hazard, or neither. */
function judge(line: string): 'reads' | 'hazard' | 'plain' | 'not understood' {
  const read = reader.read(line);
  if (read.kind === 'not_understood') return 'not understood';
  if (read.commands.some(({ hazard }) => hazard !== null)) return 'hazard';
  return read.commands.every(({ isReadOnly }) => isReadOnly) ? 'reads' : 'plain';
}

/** Git lines, one per row. */
const families = {
  git: {
    reads: `
      git status -sb
      git --no-pager log --oneline -5 --format='%h %s'
      git diff HEAD~1..HEAD --stat -- src/*.ts
      git log --since="$x" --author=a
      git show HEAD:a
      git blame -L 1,5 a
      git grep -n a -- '*.ts'
      git branch -a
      git branch --merged main
      git tag -l 'v*'
      git remote -v
      git stash list
      git config --get user.name
      git diff a.txt ../b.txt
      git rev-parse --abbrev-ref HEAD
      git ls-files -o --exclude-standard
      git worktree list
      git --version`,
    plain: `
      git commit -m "a b"
      git commit --amend --no-edit
      git add -A
      git push -u origin HEAD
      git fetch origin
      git checkout -b a/b
      git branch a
      git stash push -m a
      git rebase main`,
    hazard: `
      git -c a=b status
      git -C a status
      git --git-dir=a status
      git --exec-path=a status
      git diff --output=a
      git diff --ext-diff
      git log --show-signature
      git log --format=%GG
      git log "$x"
      git grep -Oa b
      git config a.b c
      git branch --edit-description
      git fetch --upload-pack=a origin
      git fetch --upl=a origin
      git push ./a
      git push a
      git rebase -x a
      git clone a
      git am a
      git unknown-alias
      git $x
      git config core.fsmonitor a -l
      git config core.pager --get
      git config --global alias.st a --get
      git config -l
      git config --get http.extraheader
      git diff --no-index a b
      git diff "../$x" a
      git grep --no-index a
      git grep --untracked a
      git log --remerge-diff
      git for-each-ref --sort=signature
      git tag -v a
      ls | xargs -I{} git log --format={}
      git log --format="$x"
      git -p log
      git --paginate status
      git --config-env=a=b status
      git diff --submodule=diff
      git diff --textconv`,
  },
} as const;

const rows = Object.entries(families).flatMap(([family, outcomes]) =>
  Object.entries(outcomes).map(([outcome, text]): [string, string, string[]] => [
    family,
    outcome,
    text.trim().split(/\n\s*/),
  ]),
);

describe.each(rows)('%s: %s', (_, outcome, lines) => {
  test.each(lines)('%s', (line) => {
    expect(judge(line)).toBe(outcome);
  });
});
