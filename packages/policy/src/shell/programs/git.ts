import { changes, hazard, named, reads } from '../judge/named.ts';
import type { Program } from '../judge/program.ts';
import { BLAME, DIFF, GREP, LISTING, LOG, LS_FILES, REV_PARSE, STATUS } from './git-options.ts';

/** Formats for which Git runs a program that checks signatures. */
const never = ['%G', 'signature'];
const writtenOut = '--format --pretty --sort';

const reading = (options: string): Program => ({
  kind: 'hazard',
  hazard: 'may run or write something',
  reads: [{ options, never, writtenOut, operands: 'revisions' }],
});
const searching = (options: string): Program => ({
  kind: 'hazard',
  hazard: 'may run or write something',
  reads: [{ options, operands: 'expression', givesExpression: '-e -f', tree: { shows: 'tree' } }],
});
const careful = (avoid: string): Extract<Program, { kind: 'careful' }> => ({
  kind: 'careful',
  avoid,
  never: ['::', ':('],
});
const commands = (options: string, alone: Program, ...entries: readonly (readonly [string, Program])[]): Program => ({
  kind: 'commands',
  options,
  alone,
  commands: new Map(entries),
});

const readingCommands = [
  ['status', reading(STATUS)],
  ['diff', reading(DIFF)],
  // Not `diff-files`, `diff-index` and `describe --dirty`: they inspect submodules, whatever `diff.ignoreSubmodules`
  // says.
  ['diff-tree', reading(`${DIFF} -r -t -m --root --no-commit-id --always`)],
  // Not `whatchanged`: Git has recently deprecated it, and lets an alias replace a deprecated command.
  ...named('log show rev-list', reading(LOG)),
  ['shortlog', reading(`${LOG} -e -w? --summary --numbered --email --group=`)],
  ['blame', reading(BLAME)],
  ['grep', searching(GREP)],
  ['ls-files', reading(LS_FILES)],
  [
    'ls-tree',
    reading(
      '-d -r -t -l -z --long --name-only --name-status --object-only --full-name --full-tree --abbrev? --format=',
    ),
  ],
  ['rev-parse', reading(REV_PARSE)],
  ['cat-file', reading('-t -s -e -p')],
  [
    'describe',
    reading(
      '--all --tags --contains --abbrev= --candidates= --exact-match --always --long --match= --exclude= --first-parent',
    ),
  ],
  ['name-rev', reading('--tags --refs= --exclude= --all --name-only --no-undefined --always')],
  ['merge-base', reading('-a --all --octopus --is-ancestor --fork-point --independent')],
  ['show-ref', reading('-d -s -q --head --heads --branches --tags --hash? --verify --abbrev? --dereference --quiet')],
  [
    'for-each-ref',
    reading(
      '--count= --sort= --format= --points-at= --merged? --no-merged? --contains? --no-contains? --ignore-case --color?',
    ),
  ],
  ['check-ignore', reading('-v -q -n -z --verbose --no-index --non-matching')],
  ['check-attr', reading('-a -z --all --cached')],
  ['count-objects', reading('-v -H --verbose --human-readable')],
] as const satisfies readonly (readonly [string, Program])[];

/** Any other name could be a directory, whose hooks would run. */
const REMOTES = ['origin', 'upstream'];
const IS_LIST = '--list --contains --no-contains --merged --no-merged --points-at';
const SETTINGS =
  '--global --local --system --worktree --show-origin --show-scope --type= --bool --int --path --includes';

const changingCommands = [
  [
    'branch',
    {
      kind: 'careful',
      avoid: '--edit-description',
      reads: [
        {
          options: `${LISTING} -a -r -v --all --remotes --verbose --show-current`,
          wordsNeed: IS_LIST,
          never,
          writtenOut,
          operands: 'text',
        },
      ],
    },
  ],
  [
    'tag',
    {
      kind: 'careful',
      avoid: '-e --edit -v --verify',
      reads: [{ options: `${LISTING} -l -n?`, wordsNeed: `${IS_LIST} -l -n`, never, writtenOut, operands: 'text' }],
    },
  ],
  [
    'remote',
    commands(
      '-v --verbose',
      reads,
      ['get-url', reading('--push --all')],
      ...named('show remove rename prune set-head', changes),
    ),
  ],
  [
    'stash',
    commands(
      '',
      changes,
      ['list', reading(LOG)],
      ['show', reading(`${LOG} --include-untracked --only-untracked`)],
      ...named('push pop apply drop clear branch create store save', changes),
    ),
  ],
  [
    'reflog',
    {
      kind: 'careful',
      avoid: '',
      reads: [
        { options: LOG, never, writtenOut, most: 0 },
        { options: LOG, never, writtenOut, begins: 'HEAD', operands: 'revisions' },
        { options: LOG, never, writtenOut, begins: 'show', operands: 'revisions' },
      ],
    },
  ],
  [
    'worktree',
    commands(
      '',
      hazard('needs a command'),
      ['list', reading('-v -z --porcelain --verbose')],
      ...named('prune remove unlock lock', changes),
    ),
  ],
  [
    'config',
    {
      kind: 'hazard',
      hazard: 'changes settings, which can name programs that Git runs',
      reads: [
        {
          options: `${SETTINGS} --get --get-all -z --null`,
          needs: '--get --get-all',
          // A word after the name is its new value, whatever it looks like.
          order: 'differs',
          // One word is a name, a second one would be a value. Other settings, such as credentials and headers, can be
          // secret.
          most: 1,
          like: /^(?:user|core|init|branch|remote|pull|push|merge|rebase|color|commit|tag|alias|submodule)\.[\w.*/-]+$/,
          operands: 'text',
        },
      ],
    },
  ],
  ['push', { ...careful('--receive-pack --exec --recurse-submodules --repo -o --push-option'), firstWord: REMOTES }],
  ...named('fetch pull', {
    ...careful('--upload-pack --recurse-submodules -o --server-option -s --strategy'),
    firstWord: REMOTES,
  }),
  ...named(
    'commit cherry-pick revert',
    careful(
      '-e -F -t -C -c -S -p -s --edit --strategy --file --template --pathspec-from-file --reedit-message --reuse-message --gpg-sign --patch --interactive --fixup --trailer',
    ),
  ),
  ['add', careful('-e -p -i --edit --patch --interactive --pathspec-from-file')],
  ['merge', careful('-s -S -F --strategy -e --edit --file --gpg-sign')],
  ['rebase', careful('-x --exec -i --interactive --edit-todo -s --strategy')],
  ...named('checkout switch restore reset rm mv clean gc prune', careful('-p --patch --pathspec-from-file')),
  ['init', careful('--template --separate-git-dir')],
] as const satisfies readonly (readonly [string, Program])[];

/**
 * `git` by its commands. A command that is not in the table is a hazard: it may be an alias, and an alias may be any
 * program.
 *
 * Even a read-only command runs programs that the repository's own configuration names (`core.fsmonitor`, pagers,
 * filters). Whether the folder is trusted is decided elsewhere, and commands get an environment that turns those
 * programs off. Here, a line that changes the directory, and options that name another repository or other
 * configuration (`-C`, `-c`, `--git-dir`), are hazards.
 */
export const git: Program = commands(
  '-P --no-pager --no-optional-locks --no-replace-objects --literal-pathspecs --version -v',
  reads,
  ...readingCommands,
  ...changingCommands,
);
