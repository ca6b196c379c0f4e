"""What must work: a sandbox in which nothing runs would block every attack."""

import os
import shutil
import socket
import threading

from battery import Refused, at, probe, read, run, write

GIT = ['git', '-c', 'user.name=a', '-c', 'user.email=a@a']


def control(name, sentence, **options):
    return probe('control.' + name, 'claim', sentence, **options)


def inside(name):
    return at['workspace'] + '/' + name


@control('reads', 'Reading the workspace')
def _():
    read(inside('package.json'))


@control('writes', 'Writing the workspace', only='work')
def _():
    write(inside('control.txt'), 'a')
    os.rename(inside('control.txt'), inside('control2.txt'))
    os.unlink(inside('control2.txt'))


@control('temporary', 'Writing /tmp')
def _():
    write('/tmp/control-' + at['token'], 'a')
    os.unlink('/tmp/control-' + at['token'])


@control('shared-memory', 'Writing /dev/shm')
def _():
    write('/dev/shm/control-' + at['token'], 'a')
    os.unlink('/dev/shm/control-' + at['token'])


@control('pair', 'A pair of sockets')
def _():
    one, other = socket.socketpair()
    one.send(b'a')
    assert other.recv(1) == b'a'


@control('threads', 'Threads and programs')
def _():
    thread = threading.Thread(target=lambda: None)
    thread.start()
    thread.join()
    run(['true'])


@control('pipes', 'A pipe of programs in a shell')
def _():
    if run('seq 1 100 | sort -rn | head -1 | tr -d "\\n"') != '100':
        raise Refused('another answer')


@control('terminal', 'A terminal of its own')
def _():
    os.openpty()


@control('loopback', 'A server of its own')
def _():
    server = socket.socket()
    server.bind(('127.0.0.1', 0))
    server.listen(1)
    socket.create_connection(server.getsockname(), 2).close()


@control('interfaces', 'Interfaces, as development servers list them')
def _():
    run([at['node'], '-e', 'require("os").networkInterfaces()'])


@control('git-status', 'git status')
def _():
    run([*GIT, '-C', at['workspace'], 'status', '--short'])


@control('git-commit', 'git commit', only='work')
def _():
    write(inside('committed.txt'), 'a')
    run([*GIT, '-C', at['workspace'], 'add', 'committed.txt'])
    run([*GIT, '-C', at['workspace'], 'commit', '-q', '-m', 'control'])


@control('git-branch', 'git switch, stash, merge', only='work')
def _():
    git = [*GIT, '-C', at['workspace']]
    run([*git, 'switch', '-q', '-c', 'control'])
    write(inside('package.json'), read(inside('package.json')) + '\n')
    run([*git, 'stash', '-q'])
    run([*git, 'stash', 'pop', '-q'])
    run([*git, 'checkout', '-q', '--', 'package.json'])
    run([*git, 'switch', '-q', '-'])
    run([*git, 'merge', '-q', 'control'])


@control('make', 'make with a C compiler', only='work')
def _():
    if shutil.which('make') is None or shutil.which('cc') is None:
        return
    os.makedirs(inside('c'))
    write(inside('c/a.c'), '#include <stdio.h>\nint main(void) { puts("made"); return 0; }\n')
    write(inside('c/Makefile'), 'a: a.c\n\tcc -o a a.c\n')
    run(['make', '-s', '-C', inside('c')])
    if run([inside('c/a')]) != 'made\n':
        raise Refused('another answer')


@control('python', 'python3 -m venv', only='work')
def _():
    run(['/usr/bin/python3', '-m', 'venv', '--without-pip', inside('venv')])
    run([inside('venv/bin/python'), '-c', 'import json, ssl'])


@control('node-test', 'node --test', only='work')
def _():
    run([at['node'], '--test', inside('test/a.test.js')], timeout=15)


@control('npm-test', 'npm test', only='work')
def _():
    run(['npm', 'test', '--silent'], cwd=at['workspace'], timeout=15)


@control('node-worker', 'Worker threads and child processes of Node')
def _():
    code = 'new (require("worker_threads").Worker)("require(\'child_process\').execFileSync(\'true\')", { eval: true })'
    run([at['node'], '-e', code])
