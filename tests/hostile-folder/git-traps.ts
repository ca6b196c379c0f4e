import type { Canary } from './open-canary.ts';
import type { Trap } from './trap.ts';

/** What Git runs: a repository whose own settings name programs. */
export function gitTraps({ touch, url }: Canary): readonly Trap[] {
  const hook = (name: string, path: string, fire: string): Trap => ({
    name,
    path,
    text: `#!/bin/sh\n${touch(name)}\n`,
    isProgram: true,
    fire,
  });
  const config = `[core]
	repositoryformatversion = 0
	bare = false
	fsmonitor = "${touch('git-fsmonitor')};false"
	hooksPath = .githooks
	pager = "${touch('git-pager')};cat"
	editor = "${touch('git-editor')};true"
	sshCommand = "${touch('git-ssh')};false"
[alias]
	status = "!${touch('git-alias')}"
	evil = "!${touch('git-alias')}"
[filter "evil"]
	clean = "${touch('git-filter')};cat"
	smudge = cat
[diff]
	external = "${touch('git-diff')};true"
[credential]
	helper = "!${touch('git-credential')};true"
[remote "origin"]
	url = ${url('git-remote')}
`;
  const fires: readonly (readonly [string, string])[] = [
    ['git-fsmonitor', 'git status'],
    ['git-pager', 'sh -c "$(git config core.pager)" </dev/null'],
    ['git-editor', 'git commit --allow-empty --no-verify'],
    ['git-ssh', 'git ls-remote ssh://nobody@127.0.0.1/x'],
    ['git-alias', 'git evil'],
    ['git-filter', 'git add src/ordinary.txt'],
    ['git-diff', 'git add src/ordinary.txt; echo more >>src/ordinary.txt; git diff'],
    ['git-credential', 'printf "protocol=http\\nhost=x\\n\\n" | git credential fill'],
    ['git-remote', 'git fetch origin'],
  ];
  return [
    ...fires.map(([name, fire]) => ({ name, path: '.git/config', text: config, fire })),
    { name: 'git-head', path: '.git/HEAD', text: 'ref: refs/heads/main\n' },
    { name: 'git-objects', path: '.git/objects/info/alternates', text: '' },
    { name: 'git-refs', path: '.git/refs/heads/.keep', text: '' },
    { name: 'git-attributes', path: '.gitattributes', text: '*.txt filter=evil\n' },
    { name: 'git-ignore', path: '.gitignore', text: '!*\n' },
    hook('git-hooks-path', '.githooks/pre-commit', 'git -c core.editor=true commit --allow-empty -m x'),
    hook('git-hooks', '.git/hooks/pre-commit', 'git -c core.hooksPath=.git/hooks commit --allow-empty -m x'),
  ];
}
