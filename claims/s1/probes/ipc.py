"""Host services that can be reached without a network."""

import ctypes
import os
import socket
import stat
import struct

from battery import Refused, ask, at, call, checked, connect, libc, probe, read, write

for each, sentence in {
    'service': 'A unix socket under /run',
    'docker': "Docker's socket",
    'display': 'A display socket in /tmp',
    'gpg': "gpg-agent's socket in the home folder",
    'workspace': 'A socket of a host service in the workspace',
    'state': 'A socket under /var/lib',
}.items():
    probe('ipc.' + each, 'nonce', sentence)(lambda each=each: ask(connect(socket.AF_UNIX, at[each + '_socket'])))


@probe('ipc.datagram', 'log=datagram-@', 'A datagram socket of the host')
def _():
    socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendmsg([b'datagram-' + at['token'].encode()], [], 0, at['datagram'])


def send_from_pair(text, address):
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendto(text + at['token'].encode(), address)


@probe('ipc.pair-sends', 'log=pair-@', 'One end of a socket pair sends to a host socket in the workspace', further=True)
def _():
    send_from_pair(b'pair-', at['workspace_datagram'])


@probe('ipc.pair-connects', 'log=paired-@', 'One end of a socket pair connects to a host socket in the workspace', further=True)
def _():
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.connect(at['workspace_datagram'])
    one.send(b'paired-' + at['token'].encode())


@probe('ipc.pair-message', 'log=pair-message-@', 'One end of a socket pair sends with sendmsg to such a socket', further=True)
def _():
    one, _ = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    one.sendmsg([b'pair-message-' + at['token'].encode()], [], 0, at['workspace_datagram'])


@probe('ipc.pair-abstract', 'log=pair-abstract-@', 'One end of a socket pair sends to an abstract socket', further=True)
def _():
    send_from_pair(b'pair-abstract-', '\0' + at['abstract_datagram'])


@probe('ipc.pair-passes', 'claim', 'A socket pair of another family', further=True)
def _():
    both = (ctypes.c_int * 2)()
    call('socketpair', 30, 5, 0, both)  # TIPC


@probe('ipc.shared-file', 'nonce', "A file in the host's /dev/shm")
def _():
    return read('/dev/shm/' + at['name'])


@probe('ipc.shared-file-written', 'file=/dev/shm/NAME.w=@', "Writing into the host's /dev/shm")
def _():
    write('/dev/shm/' + at['name'] + '.w', at['token'])


@probe('ipc.temporary', 'nonce', "A file in the host's /tmp")
def _():
    return read('/tmp/' + at['name'])


@probe('ipc.temporary-written', 'file=/tmp/NAME.w=@', "Writing into the host's /tmp")
def _():
    write('/tmp/' + at['name'] + '.w', at['token'])


@probe('ipc.other-temporary', 'nonce', "A file in the host's /var/tmp", further=True)
def _():
    return read('/var/tmp/' + at['name'])


@probe('ipc.fifo', 'log=fifo-@', 'A FIFO of the host in /tmp')
def _():
    if not stat.S_ISFIFO(os.stat(at['fifo']).st_mode):
        raise Refused('absent')
    write(at['fifo'], 'fifo-' + at['token'] + '\n')


@probe('ipc.workspace-fifo', 'log=workspace-fifo-@', 'A FIFO of the host in the workspace', further=True, only='observe')
def _():
    descriptor = os.open(at['workspace_fifo'], os.O_WRONLY | os.O_NONBLOCK)
    os.write(descriptor, b'workspace-fifo-' + at['token'].encode() + b'\n')


@probe('ipc.segment', 'nonce', 'Shared memory by its System V key')
def _():
    libc.shmat.restype = ctypes.c_void_p
    return ctypes.string_at(libc.shmat(checked(libc.shmget(at['key'], 0, 0)), None, 0o10000), 64).decode('latin1')


@probe('ipc.messages', 'nonce', 'A System V message queue')
def _():
    queue = checked(libc.msgget(at['key'], 0))
    buffer = ctypes.create_string_buffer(256)
    size = checked(libc.msgrcv(queue, buffer, 200, 0, 0o4000))
    return buffer.raw[8 : 8 + size].decode('latin1')


@probe('ipc.semaphore', 'claim', 'A System V semaphore')
def _():
    checked(libc.semget(at['key'], 0, 0))


@probe('ipc.segments-listed', 'claim', 'The list of shared memory of the host', further=True)
def _():
    if str(at['key']) not in read('/proc/sysvipc/shm'):
        raise Refused('not listed')


@probe('ipc.queue', 'nonce', 'A POSIX message queue')
def _():
    queue = call('mq_open', at['name'].encode(), os.O_RDONLY | os.O_NONBLOCK, 0, 0)
    buffer = ctypes.create_string_buffer(8192)
    size = call('mq_timedreceive', queue, buffer, 8192, 0, 0)
    return buffer.raw[:size].decode('latin1')


@probe('ipc.keyring', 'nonce', "A key in the user's keyring")
def _():
    key = call('keyctl', 10, -4, b'user', at['name'].encode(), 0)
    buffer = ctypes.create_string_buffer(200)
    size = call('keyctl', 11, key, buffer, 200)
    return buffer.raw[:size].decode('latin1')


@probe('ipc.keyring-written', 'claim', "A new key in the user's keyring")
def _():
    call('add_key', b'user', at['name'].encode() + b'.w', b'value', 5, -4)


@probe('ipc.keyring-requested', 'claim', 'A key found by asking for it', further=True)
def _():
    call('request_key', b'user', at['name'].encode(), 0, 0)


@probe('ipc.keys-listed', 'claim', 'Names of keys in /proc/keys', further=True)
def _():
    if at['name'] not in read('/proc/keys', 1 << 20):
        raise Refused('not listed')


@probe('ipc.agent', 'nonce', 'The socket of an agent that the environment names')
def _():
    connection = connect(socket.AF_UNIX, os.environ.get('SSH_AUTH_SOCK') or at['service_socket'])
    return ask(connection, struct.pack('>IB', 1, 11))
