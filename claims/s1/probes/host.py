"""Host services that Node has no API for: datagram sockets, System V, message queues, keys, a process to attack.

usage: host.py SETTINGS NONCE. Prints what it created as the first line, then what it receives, until its input ends.
"""

import ctypes
import json
import os
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading

import battery

VICTIM = """import ctypes, os, signal, sys
text = ctypes.create_string_buffer(os.environ['NONCE'].encode(), 64)
signal.signal(signal.SIGUSR1, lambda *_: print('signalled', flush=True))
signal.signal(signal.SIGUSR2, lambda *_: print('descriptor', flush=True))
print(ctypes.addressof(text), os.open(sys.argv[2], os.O_RDONLY), flush=True)
while True:
    signal.pause()
"""


def tell(line):
    print(json.dumps(dict(log=line)), flush=True)


def listen(path):
    server = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    server.bind(path)

    def serve():
        while True:
            tell(server.recv(300).decode('latin1'))

    threading.Thread(target=serve, daemon=True).start()


def read_fifo(path):
    os.mkfifo(path)
    # Opened for reading and writing, so that it does not end when a writer closes.
    file = os.fdopen(os.open(path, os.O_RDWR), 'r')

    def serve():
        while True:
            tell(file.readline().strip())

    threading.Thread(target=serve, daemon=True).start()


def share(key, nonce):
    """Creates shared memory, a queue and a semaphore with a System V key; returns a function that removes them."""
    libc, text = battery.libc, nonce.encode()
    libc.shmat.restype = ctypes.c_void_p
    segment = battery.checked(libc.shmget(key, 4096, 0o1600))
    ctypes.memmove(libc.shmat(segment, None, 0), text, len(text))
    queue = battery.checked(libc.msgget(key, 0o1600))
    libc.msgsnd(queue, ctypes.create_string_buffer(struct.pack('<q', 1) + text), len(text), 0)
    semaphore = battery.checked(libc.semget(key, 1, 0o1600))
    return lambda: (libc.shmctl(segment, 0, None), libc.msgctl(queue, 0, None), libc.semctl(semaphore, 0, 0))


def queue_messages(name, nonce):
    library = ctypes.CDLL('librt.so.1', use_errno=True)
    path = ('/' + name).encode()
    queue = library.mq_open(path, os.O_CREAT | os.O_RDWR, 0o600, None)
    library.mq_send(queue, nonce.encode(), len(nonce), 0)
    return lambda: library.mq_unlink(path)


def keep_key(name, nonce):
    key = battery.call('add_key', b'user', name.encode(), nonce.encode(), len(nonce), -4)

    def forget():
        battery.call('keyctl', 9, key, -4)
        try:
            battery.call('keyctl', 9, battery.call('keyctl', 10, -4, b'user', name.encode() + b'.w', 0), -4)
        except OSError:
            pass

    return forget


def start_victim(settings, nonce):
    words = ['/usr/bin/python3', '-c', VICTIM, settings['victim_name'], settings['home'] + '/.ssh/id_rsa']
    victim = subprocess.Popen(words, env=dict(NONCE=nonce), stdout=subprocess.PIPE, text=True)
    address, descriptor = victim.stdout.readline().split()

    def serve():
        for line in victim.stdout:
            tell(line.strip())

    threading.Thread(target=serve, daemon=True).start()
    return victim, dict(victim=victim.pid, victim_address=int(address), victim_descriptor=int(descriptor))


def main():
    with open(sys.argv[1]) as file:
        settings = json.load(file)
    nonce, workspace, name = sys.argv[2], settings['ws'], settings['name']
    listen(settings['datagram'])
    listen(settings['workspace_datagram'])
    listen('\0' + settings['abstract_datagram'])
    read_fifo(settings['fifo'])
    read_fifo(settings['workspace_fifo'])
    try:
        os.mknod(workspace + '/zero', 0o666 | stat.S_IFCHR, os.makedev(1, 5))
    except OSError:
        pass  # Only root can do this.
    undo = [share(settings['key'], nonce), queue_messages(name, nonce), keep_key(name, nonce)]
    victim, facts = start_victim(settings, nonce)
    print(json.dumps(facts), flush=True)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.stdin.read()
    victim.kill()
    for each in undo:
        each()


main()
