"""Shared by the probes: how to declare one, the settings from the host, and system calls by number."""

import ctypes
import errno
import os
import platform
import socket
import subprocess

# Settings from the host: folders, ports, names, the process to attack. They never contain a secret to be found.
at = {}
PROBES = []


def probe(name, oracle, sentence, *, further=False, alone=False, only=None):
    """Declares an attack.

    The oracle is how the host decides that it worked: `claim` (the attack returns), `nonce` or `secret` (it returns
    what only the host knows), `log=`, `pty=` (the host received it), `file=PATH=TEXT`, `setuid=PATH`, `owner=PATH`
    (the host checks), `outlives=PATH` (written after the end). `@` is replaced with a token of the run.
    `further`: no older battery has it. `alone`: in its own workspace, in which the host then runs Git.
    `only`: it is an attack only in this profile.
    """

    def declare(attack):
        PROBES.append(
            dict(name=name, oracle=oracle, sentence=sentence, further=further, alone=alone, only=only, attack=attack)
        )
        return attack

    return declare


class Refused(Exception):
    """The attack did not work, for a reason other than a system error."""


# x64, arm64
NUMBERS = {
    'acct': (163, 89), 'add_key': (248, 217), 'bpf': (321, 280), 'chroot': (161, 51), 'clock_settime': (227, 112),
    'clone': (56, 220), 'clone3': (435, 435), 'delete_module': (176, 106), 'fanotify_init': (300, 262),
    'fchmodat2': (452, 452), 'finit_module': (313, 273), 'fsopen': (430, 430), 'get_robust_list': (274, 100),
    'io_uring_setup': (425, 425), 'ioctl': (16, 29), 'ioperm': (173, None), 'iopl': (172, None), 'kcmp': (312, 272),
    'kexec_load': (246, 104), 'keyctl': (250, 219), 'modify_ldt': (154, None), 'mount': (165, 40),
    'mount_setattr': (442, 442), 'move_pages': (279, 239), 'mq_open': (240, 180), 'mq_timedreceive': (243, 183),
    'name_to_handle_at': (303, 264), 'open_by_handle_at': (304, 265), 'open_tree': (428, 428), 'openat2': (437, 437),
    'perf_event_open': (298, 241), 'personality': (135, 92), 'pidfd_getfd': (438, 438), 'pidfd_open': (434, 434),
    'pidfd_send_signal': (424, 424), 'pivot_root': (155, 41), 'prlimit64': (302, 261),
    'process_vm_readv': (310, 270), 'process_vm_writev': (311, 271), 'ptrace': (101, 117), 'quotactl': (179, 60),
    'reboot': (169, 142), 'renameat2': (316, 276), 'sethostname': (170, 161), 'setns': (308, 268),
    'socket': (41, 198), 'socketpair': (53, 199), 'swapon': (167, 224), 'syslog': (103, 116), 'umount2': (166, 39),
    'unshare': (272, 97), 'userfaultfd': (323, 282), 'fchmodat': (268, 53), 'getpid': (39, 172),
    'request_key': (249, 218), 'setdomainname': (171, 162), 'process_madvise': (440, 440),
}  # fmt: skip
IS_X64 = platform.machine() == 'x86_64'
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long


def number(name):
    found = NUMBERS[name][0 if IS_X64 else 1]
    if found is None:
        raise Refused('not on this processor')
    return found


def call(name, *arguments):
    """Makes a system call and returns its result."""
    words = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    result = libc.syscall(ctypes.c_long(number(name) if isinstance(name, str) else name), *words)
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def reaches(name, *arguments, denials=(errno.EPERM, errno.ENOSYS, errno.EACCES)):
    """Makes a call that cannot succeed; any error except a denial means that the kernel processed it."""
    try:
        return 'returned %d' % call(name, *arguments)
    except OSError as error:
        if error.errno in denials:
            raise
        return 'reached: ' + errno.errorcode.get(error.errno, '?')


def checked(result):
    """Returns the result of a C library function, or raises its error."""
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


def read(path, size=65536):
    with open(path, 'rb') as file:
        return file.read(size).decode('latin1')


def write(path, text, mode='w'):
    with open(path, mode) as file:
        file.write(text)


def create(path, text):
    """Writes a file in a folder that may be missing."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    write(path, text)


def run(words, **options):
    """Runs a program and returns its output."""
    done = subprocess.run(
        words, shell=isinstance(words, str), capture_output=True, text=True, timeout=options.pop('timeout', 12), **options
    )
    if done.returncode:
        raise Refused((done.stderr or done.stdout).strip()[-160:] or 'exit code %d' % done.returncode)
    return done.stdout


def ask(connection, text=b'x'):
    """Sends data over a connected socket and returns the answer."""
    connection.settimeout(2)
    connection.sendall(text)
    return connection.recv(300).decode('latin1')


def connect(family, address, protocol=0):
    connection = socket.socket(family, socket.SOCK_STREAM, protocol)
    connection.settimeout(2)
    connection.connect(address)
    return connection


def processes():
    return [name for name in os.listdir('/proc') if name.isdigit()]


def starters():
    """The ancestors of this process. Without a sandbox there are other processes, which must not be searched."""
    found, each = [], str(os.getppid())
    while each != '0':
        found.append(each)
        status = read('/proc/%s/status' % each)
        each = next(line.split()[1] for line in status.splitlines() if line.startswith('PPid:'))
    return found


def first(attempts):
    """Returns the result of the first attempt that works, or raises the error of the last one."""
    last = Refused('nothing to try')
    for attempt in attempts:
        try:
            return attempt()
        except (OSError, Refused) as error:
            last = error
    raise last
