"""Runs probes, each in its own process, and prints one line of JSON for each.

usage: main.py --list | main.py SETTINGS WORKSPACE NAME...
"""

import json
import os
import select
import signal
import sys
import time

import battery
import network, ipc, process, terminal, kernel, git, files, resources, controls  # noqa: E401, F401

# LATE runs after the host has replaced files. LAST runs at the end because it keeps running.
LATE = ('files.late-hidden', 'git.late-config')
LAST = 'process.outlives'
SECONDS = 20


def attempt(each):
    try:
        found = each['attack']()
        return dict(name=each['name'], ok=True, text=str('' if found is None else found)[:3000])
    except BaseException as error:
        return dict(name=each['name'], ok=False, text=('%s: %s' % (type(error).__name__, error))[:200])


def play(each):
    """Runs an attack in a child process, which may be killed because of it."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        os.write(writer, json.dumps(attempt(each)).encode())
        os._exit(0)
    os.close(writer)
    text, until = b'', time.time() + SECONDS
    while time.time() < until and select.select([reader], [], [], until - time.time())[0]:
        piece = os.read(reader, 65536)
        text += piece
        if not piece or text.endswith(b'}'):
            break
    os.close(reader)
    if not text:
        try:
            os.kill(child, signal.SIGKILL)
        except OSError:
            pass
    _, end = os.waitpid(child, 0)
    if text:
        return json.loads(text)
    why = 'signal %d' % os.WTERMSIG(end) if os.WIFSIGNALED(end) else 'no answer'
    return dict(name=each['name'], ok=False, text=why)


def wait_for_host(path):
    print(json.dumps(dict(waits=True)), flush=True)
    until = time.time() + SECONDS
    while not os.path.exists(path) and time.time() < until:
        time.sleep(0.01)


def rank(each):
    return 2 if each['name'] == LAST else 1 if each['name'] in LATE else 0


def main():
    if sys.argv[1] == '--list':
        keys = ('name', 'oracle', 'sentence', 'further', 'alone', 'only')
        print(json.dumps([{key: each[key] for key in keys} for each in battery.PROBES]))
        return
    with open(sys.argv[1]) as file:
        battery.at.update(json.load(file), workspace=sys.argv[2])
    os.chdir(sys.argv[2])
    wanted, hasWaited = set(sys.argv[3:]), False
    for each in sorted((each for each in battery.PROBES if each['name'] in wanted), key=rank):
        if each['name'] in LATE and not hasWaited:
            hasWaited = True
            wait_for_host(battery.at['go'])
        print(json.dumps(play(each)), flush=True)


main()
