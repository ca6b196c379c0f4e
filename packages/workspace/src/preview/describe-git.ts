import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '@bowline/protocol';
import { isFolder } from '../disk/look.ts';
import { toCarefulGit } from '../processes/careful-git.ts';
import { describeNewGitState, readGitState } from '../sandbox/linux/git-state.ts';

const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 10_000;
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
/** Subjects and names that are listed. */
const MOST = 3;

/** The same repository before and after a command, by the paths of its top folder. */
export interface RepositoryPair {
  readonly before: string;
  readonly after: string;
  /** Has what the command wrote; `.git/objects` has its new objects. */
  readonly upper: string;
  /** A private folder for temporary files. */
  readonly scratch: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What a command did to a repository in Git's words, such as `1 commit on main: Fix the parser`. */
export async function describeGit({ before, after, upper, scratch, env }: RepositoryPair): Promise<readonly string[]> {
  const folders = [join(before, '.git'), join(after, '.git')] as const;
  if (!folders.every((folder) => isFolder(folder))) {
    if (isFolder(folders[1])) return ['new Git repository'];
    return isFolder(folders[0]) ? ['Git repository removed'] : [];
  }
  const asked = toCarefulGit(env);
  const objects = [join(before, '.git/objects'), join(upper, '.git/objects')];
  const [old, git] = folders.map((folder, n) =>
    createGit(copyRepository(folder, join(scratch, `git-${n}`), objects), asked),
  ) as [Git, Git];
  if ((await git('rev-parse', '--git-dir')) === '') return ['changes that Git cannot read'];
  const [was, is] = await Promise.all([readRepository(old), readRepository(git)]);
  const hasStash = was.refs.get('refs/stash') !== is.refs.get('refs/stash');
  return [
    ...(was.branch === is.branch ? [] : [`switches from ${was.branch} to ${is.branch}`]),
    ...(await describeCommits(was, is, git)),
    ...describeRefs(was, is),
    ...(hasStash ? ['changes the stash'] : []),
    ...describeStaged(was.staged, is.staged),
    ...describeNewGitState(readGitState(folders[0]), readGitState(folders[1])),
  ];
}

/**
 * A repository with the same references and index, and none of the settings. A copy, because Git resolves its paths,
 * and the path of another process's view resolves to the original.
 */
function copyRepository(from: string, to: string, objects: readonly string[]): string {
  mkdirSync(join(to, 'objects/info'), { recursive: true });
  mkdirSync(join(to, 'refs'), { recursive: true });
  writeFileSync(join(to, 'objects/info/alternates'), objects.map((folder) => `${folder}\n`).join(''));
  for (const name of ['HEAD', 'packed-refs', 'index', 'refs'])
    if (existsSync(join(from, name)))
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
  return to;
}

interface Repository {
  readonly head: string;
  /** The name of the branch, or of the commit if none is checked out. */
  readonly branch: string;
  readonly refs: ReadonlyMap<string, string>;
  readonly staged: ReadonlySet<string>;
}

type Git = (...args: readonly string[]) => Promise<string>;

async function readRepository(git: Git): Promise<Repository> {
  const tree = (await git('rev-parse', '-q', '--verify', 'HEAD')) === '' ? EMPTY_TREE : 'HEAD';
  const [head, branch, refs, staged] = await Promise.all([
    git('rev-parse', '-q', '--verify', 'HEAD'),
    git('symbolic-ref', '-q', '--short', 'HEAD'),
    git('for-each-ref', '--format=%(refname) %(objectname)'),
    git('diff-index', '--cached', '--name-only', '--no-renames', '-z', tree),
  ]);
  const commit = head.trim();
  return {
    head: commit,
    branch: branch.trim() || commit.slice(0, 7),
    refs: new Map(lines(refs).map((line) => line.split(' ') as [string, string])),
    staged: new Set(staged.split('\0').filter((name) => name !== '')),
  };
}

async function describeCommits(was: Repository, is: Repository, git: Git): Promise<readonly string[]> {
  // To another branch: its commits were there before.
  if (was.head === is.head || is.head === '' || was.refs.get(`refs/heads/${is.branch}`) === is.head) return [];
  const since = was.head === '' ? [is.head] : [`${was.head}..${is.head}`];
  const added = lines(await git('log', '--format=%s', '--no-show-signature', ...since, '--'));
  const lost =
    was.head === ''
      ? []
      : lines(await git('log', '--format=%s', '--no-show-signature', `${is.head}..${was.head}`, '--'));
  return [
    ...(added.length === 0 ? [] : [`${plural(added.length, 'commit')} on ${is.branch}: ${list(added)}`]),
    ...(lost.length === 0 ? [] : [`removes ${plural(lost.length, 'commit')} from ${is.branch}: ${list(lost)}`]),
  ];
}

/** Branches, tags and other references, without the current branch: its commits are described. */
function describeRefs(was: Repository, is: Repository): readonly string[] {
  const names = [...new Set([...was.refs.keys(), ...is.refs.keys()])];
  return names.flatMap((ref) => {
    const [old, now] = [was.refs.get(ref), is.refs.get(ref)];
    if (ref === 'refs/stash' || old === now) return [];
    const { kind, name } = nameRef(ref);
    if (old === undefined) return was.head === '' && ref === `refs/heads/${is.branch}` ? [] : [`new ${kind} ${name}`];
    if (now === undefined) return [`removes ${kind} ${name}`];
    return ref === `refs/heads/${is.branch}` ? [] : [`moves ${kind} ${name}`];
  });
}

function nameRef(ref: string): { readonly kind: string; readonly name: string } {
  const [, folder, name = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  if (folder === undefined) return { kind: 'reference', name: ref };
  return { kind: folder === 'tags' ? 'tag' : 'branch', name };
}

function describeStaged(was: ReadonlySet<string>, is: ReadonlySet<string>): readonly string[] {
  const added = [...is].filter((name) => !was.has(name));
  const removed = [...was].filter((name) => !is.has(name));
  return [
    ...(added.length === 0 ? [] : [`stages ${plural(added.length, 'file')}: ${list(added)}`]),
    ...(removed.length === 0 ? [] : [`unstages ${plural(removed.length, 'file')}: ${list(removed)}`]),
  ];
}

/** Git on a copy of a repository: it runs no other program, and a failure is an empty answer. */
function createGit(folder: string, env: Readonly<Record<string, string>>): Git {
  const how = { cwd: folder, env: { ...env, GIT_DIR: folder }, maxBuffer: MAX_BYTES, timeout: TIMEOUT_MS };
  return (...args) =>
    new Promise((resolve) => {
      execFile('git', args, how, (error, stdout) => {
        resolve(error === null ? stdout : '');
      });
    });
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function list(names: readonly string[]): string {
  const more = names.length - MOST;
  return more > 0 ? `${names.slice(0, MOST).join(', ')} and ${more} more` : names.join(', ');
}
