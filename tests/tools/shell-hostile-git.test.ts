import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGitInspector } from '../../packages/guard/src/policy/create-git-inspector.ts';
import { toCommandEnvironment } from '../../packages/workspace/src/processes/to-command-environment.ts';
import { openReader } from '../kit/open-reader.ts';

let folder: string;
let work: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-hostile-git-')));
  work = join(folder, 'work');
  mkdirSync(work);
  for (const name of ['evil', 'git-remote-evil']) {
    writeFileSync(join(folder, name), `#!/bin/sh\n: > '${join(folder, 'hit')}'\nexit 1\n`);
    chmodSync(join(folder, name), 0o755);
  }
  writeFileSync(join(folder, 'secret'), 'CANARY-TEXT\n');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const variables = (): Record<string, string> => ({
  PATH: `${process.env['PATH'] ?? ''}:${folder}`,
  HOME: folder,
  EVIL: join(folder, 'evil'),
  ...Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((who) => [
      [`GIT_${who}_NAME`, 'n'],
      [`GIT_${who}_EMAIL`, 'e'],
    ]),
  ),
});

/** Commands that need no approval in a harmless repository. */
const FREE = [
  ...['git status', 'git status -v', 'git diff', 'git diff HEAD', 'git diff --stat', 'git diff --cached'],
  ...['git log', 'git log -p', 'git log -m -p', 'git log --pretty=evil', 'git log --all --oneline', 'git log -L1,1:f'],
  ...['git log -S b', 'git log --graph --all', 'git show', 'git show -m', 'git show --stat', 'git show HEAD:f'],
  ...[
    'git shortlog HEAD',
    'git rev-list --all --pretty',
    'git blame f',
    'git grep a',
    'git ls-files -m',
    'git ls-tree HEAD',
  ],
  ...['git cat-file -p HEAD:f', 'git describe --always', 'git branch -a', 'git branch --list', 'git tag -l'],
  ...['git for-each-ref', 'git stash list', 'git reflog', 'git diff-tree -p HEAD', 'git ls-files -o', 'git remote -v'],
  ...[
    'git worktree list',
    'git check-attr -a f',
    'git check-ignore -v f',
    'git merge-base HEAD HEAD',
    'git count-objects -v',
  ],
];

const BEGIN = 'git init -q . && echo a > f && git add f && git commit -qm one && echo b > f';
/** Makes the last commit claim to be signed. */
const signed = (kind: string): string =>
  `git reset -q --soft $(printf 'tree %s\\nparent %s\\nauthor n <e> 1 +0000\\ncommitter n <e> 1 +0000\\ngpgsig -----BEGIN ${kind}-----\\n abc\\n -----END ${kind}-----\\n\\nx\\n' $(git write-tree) $(git rev-parse HEAD) | git hash-object -t commit -w --stdin)`;
/** Makes the file of a known commit one that must be fetched. */
const partial =
  'git config core.repositoryformatversion 1; git config extensions.partialClone origin; git config remote.origin.promisor true; o=$(git rev-parse HEAD:f); rm -f .git/objects/${o:0:2}/${o:2}';
const driver = 'echo "* diff=evil filter=evil merge=evil" >';
const merged =
  'git commit -qam b; git checkout -qb side HEAD~; echo c > f; git commit -qam c; git merge -q @{-1} || true; echo d > f; git add f; git commit -qm m';
const submodule =
  'git init -q sm; cd sm; echo "* filter=evil" > .gitattributes; echo 1 > a; git add .; git commit -qm s; git config filter.evil.clean "$EVIL"; echo 2 > a; cd ..; git add sm; git checkout -q f';

/** How a repository makes Git run a program, and a command that runs it without our protection. */
const TRAPS: readonly (readonly [string, string, string])[] = [
  ['core.fsmonitor', 'git config core.fsmonitor "$EVIL"; git config core.fsmonitorHookVersion 1', 'git status'],
  ['core.pager', 'git config core.pager "$EVIL"', 'script -qec "git log" /dev/null'],
  ['pager.log', 'git config pager.log "$EVIL"', 'script -qec "git log" /dev/null'],
  [
    'log.showSignature',
    `${signed('PGP SIGNATURE')}; git config log.showSignature true; git config gpg.program "$EVIL"`,
    'git log',
  ],
  [
    'gpg.program, by format.pretty',
    `${signed('PGP SIGNATURE')}; git config format.pretty %G?; git config gpg.program "$EVIL"`,
    'git log',
  ],
  [
    'gpg.openpgp.program',
    `${signed('PGP SIGNATURE')}; git config pretty.evil %G?; git config gpg.openpgp.program "$EVIL"`,
    'git log --pretty=evil',
  ],
  [
    'gpg.x509.program',
    `${signed('SIGNED MESSAGE')}; git config format.pretty %GS; git config gpg.x509.program "$EVIL"`,
    'git show',
  ],
  [
    'gpg.ssh.program',
    `${signed('SSH SIGNATURE')}; git config pretty.evil %GK; git config gpg.ssh.program "$EVIL"; git config gpg.ssh.allowedSignersFile f`,
    'git log --pretty=evil',
  ],
  ['diff.external', 'git config diff.external "$EVIL"', 'git diff'],
  [
    'diff.<driver>.command, by .gitattributes',
    `${driver} .gitattributes; git config diff.evil.command "$EVIL"`,
    'git diff',
  ],
  [
    'diff.<driver>.textconv, by info/attributes',
    `${driver} .git/info/attributes; git config diff.evil.textconv "$EVIL"`,
    'git blame f',
  ],
  [
    'diff.<driver>.cachetextconv, by core.attributesFile',
    `${driver} more; git config core.attributesFile more; git config diff.evil.textconv "$EVIL"; git config diff.evil.cachetextconv true`,
    'git log -p',
  ],
  ['filter.<driver>.clean', `${driver} .gitattributes; git config filter.evil.clean "$EVIL"`, 'git diff'],
  ['filter.<driver>.process', `${driver} .gitattributes; git config filter.evil.process "$EVIL"`, 'git status'],
  [
    'merge.<driver>.driver, by log.diffMerges',
    `${driver} .git/info/attributes; ${merged}; git config merge.evil.driver "$EVIL"; git config log.diffMerges remerge`,
    'git show -m',
  ],
  ['include.path', 'printf "[core]\\nfsmonitor = $EVIL\\n" > .git/more; git config include.path more', 'git status'],
  [
    'includeIf',
    `${driver} .gitattributes; printf "[filter \\"evil\\"]\\nclean = $EVIL\\n" > .git/more; git config includeIf.gitdir:/.path more`,
    'git diff',
  ],
  [
    'config.worktree',
    `${driver} .gitattributes; git config core.repositoryformatversion 1; git config extensions.worktreeConfig true; git config --worktree filter.evil.clean "$EVIL"`,
    'git diff',
  ],
  [
    'a .git that points elsewhere',
    `${driver} .gitattributes; git config filter.evil.clean "$EVIL"; mv .git ../elsewhere; echo "gitdir: ../elsewhere" > .git`,
    'git diff',
  ],
  [
    'a .git that points to a name with a line in it',
    `${driver} .gitattributes; git config filter.evil.clean "$EVIL"; n=$(printf "../a\\ngitdir: b"); mkdir ../a; mv .git "../a/../$(printf "a\\ngitdir: b")"; printf "gitdir: %s\\n" "$n" > .git`,
    'git diff',
  ],
  [
    'commondir',
    `${driver} .gitattributes; git config filter.evil.clean "$EVIL"; cp -r .git "../ c"; git config --remove-section filter.evil; printf "../../ c\\n" > .git/commondir`,
    'git diff',
  ],
  [
    'a hook',
    'mkdir hooks; cp "$EVIL" hooks/post-index-change; git config core.hooksPath hooks; git checkout -q f; touch -d 2001-01-01 f',
    'touch -d 2002-01-01 f; git diff',
  ],
  [
    'ssh for a missing object',
    `${partial}; git config remote.origin.url ssh://h/x; git config core.sshCommand "$EVIL"`,
    'git show HEAD:f',
  ],
  [
    'a helper for a missing object',
    `${partial}; git config remote.origin.url x; git config remote.origin.vcs evil; git config protocol.allow always`,
    'git show HEAD:f',
  ],
  [
    'ext:: for a missing object',
    `${partial}; git config remote.origin.url "ext::$EVIL"; git config protocol.ext.allow always`,
    'git log -p',
  ],
  [
    'remote.*.uploadpack for a missing object',
    `${partial}; git config remote.origin.url "$PWD"; git config remote.origin.uploadpack "$EVIL"`,
    'git show HEAD:f',
  ],
  [
    'credential.helper for a missing object',
    `${partial}; git config remote.origin.url http://u@127.0.0.1:1/x; git config credential.helper "!$EVIL"; git config core.gitProxy "$EVIL"; git config remote.origin.url git://h/x`,
    'git show HEAD:f',
  ],
  [
    'a submodule, by .gitmodules',
    `${submodule}; printf '[submodule "sm"]\\npath = sm\\nignore = none\\n' > .gitmodules`,
    'git status',
  ],
  [
    'a submodule, by .gitmodules in the index',
    `${submodule}; printf '[submodule "sm"]\\npath = sm\\nignore = none\\n' > .gitmodules; git add .gitmodules; rm .gitmodules`,
    'git status',
  ],
  [
    'a submodule, by .gitmodules in the last commit',
    `${submodule}; printf '[submodule "sm"]\\npath = sm\\nignore = none\\n' > .gitmodules; git add .gitmodules; git commit -qm sm; git rm -q --cached .gitmodules; rm .gitmodules`,
    'git status',
  ],
  [
    'status.submoduleSummary',
    `${submodule}; git commit -qm sm; cd sm; ${signed('PGP SIGNATURE')}; git config gpg.program "$EVIL"; git config log.showSignature true; cd ..; printf '[submodule "sm"]\\npath = sm\\nurl = x\\n' > .gitmodules; git config status.submoduleSummary true`,
    'git status',
  ],
  [
    'core.alternateRefsCommand',
    'git clone -q --bare . ../alt; echo ../../../alt/objects > .git/objects/info/alternates; git config core.alternateRefsCommand "$EVIL"',
    'git rev-list --alternate-refs',
  ],
  [
    'an alias',
    'git config alias.evil "!$EVIL"; git config alias.log "!$EVIL"; git config alias.status "!$EVIL"',
    'git evil',
  ],
  [
    'core.worktree',
    `git config core.worktree "$(dirname "$EVIL")"; : > ../empty; cp ../empty secret; GIT_WORK_TREE=. git add secret`,
    'git diff',
  ],
];

const bash = (script: string, env: Record<string, string>): string =>
  String(spawnSync('bash', ['-c', script], { cwd: work, env, timeout: 20_000, input: '' }).stdout);

/** True if the program of the repository runs, or a file outside the repository is shown. */
const hasEffect = (command: string, env: Record<string, string>): boolean => {
  rmSync(join(folder, 'hit'), { force: true });
  return bash(command, env).includes('CANARY-TEXT') || existsSync(join(folder, 'hit'));
};

test.each(TRAPS)('%s has no effect on any git command that needs no approval', async (_, trap, fires) => {
  const reader = await openReader();
  spawnSync('bash', ['-c', `${BEGIN}; ${trap}`], { cwd: work, env: variables() });
  const inspect = createGitInspector({ root: work });
  const careful = toCommandEnvironment(variables(), { hasTerminal: false, isCareful: true });
  const effects: string[] = [];
  for (const command of [...FREE, fires]) {
    const line = reader.read(command);
    const isFree = line.kind === 'understood' && line.commands.every(({ isReadOnly }) => isReadOnly);
    expect([command, isFree]).toEqual([command, FREE.includes(command)]);
    const isAsked = !isFree || (await inspect({ args: {} }, line)) !== undefined;
    if (!isAsked && hasEffect(command, careful)) effects.push(command);
  }
  if (fires.startsWith('script') && hasEffect(fires, careful)) effects.push(fires); // in a terminal
  expect(effects).toEqual([]);
  expect(hasEffect(fires, variables())).toBe(true);
});
