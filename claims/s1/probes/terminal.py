"""The user's terminal."""

import ctypes
import fcntl
import os
import signal
import termios

from battery import Refused, at, call, first, probe, reaches, starters

TIOCSTI = 0x5412
TIOCLINUX = 0x541C
HIGH = 1 << 32


def inherited():
    """The first standard descriptor that is a terminal."""
    for each in (0, 1, 2):
        if os.isatty(each):
            return each
    raise Refused('none is a terminal')


def own_terminal():
    """Opens a new terminal as the controlling one, so that no other terminal is touched."""
    os.setsid()
    _, terminal = os.openpty()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    return terminal


@probe('terminal.types', 'claim', 'Typing into the controlling terminal')
def _():
    fcntl.ioctl(os.open('/dev/tty', os.O_RDWR), TIOCSTI, b' ')


@probe('terminal.types-inherited', 'claim', 'Typing into the terminal that was inherited')
def _():
    fcntl.ioctl(inherited(), TIOCSTI, b' ')


@probe('terminal.types-own', 'claim', 'Typing into a terminal of its own, which is what the filter is for', further=True)
def _():
    call('ioctl', own_terminal(), TIOCSTI, ctypes.create_string_buffer(b' '))


@probe('terminal.types-high-bits', 'claim', 'Typing by a number with a bit set that the kernel ignores', further=True)
def _():
    call('ioctl', own_terminal(), TIOCSTI | HIGH, ctypes.create_string_buffer(b' '))


@probe('terminal.pastes', 'claim', 'Pasting by TIOCLINUX')
def _():
    terminal, _ = os.openpty()
    return reaches('ioctl', terminal, TIOCLINUX, ctypes.create_string_buffer(b'\x02', 8))


@probe('terminal.pastes-high-bits', 'claim', 'Pasting by a number with a bit set that the kernel ignores', further=True)
def _():
    terminal, _ = os.openpty()
    return reaches('ioctl', terminal, TIOCLINUX | HIGH, ctypes.create_string_buffer(b'\x02', 8))


@probe('terminal.writes', 'pty=writes-@', 'Writing to the controlling terminal')
def _():
    os.write(os.open('/dev/tty', os.O_WRONLY), b'writes-' + at['token'].encode())


@probe('terminal.writes-by-name', 'pty=by-name-@', 'Writing to the terminal by its name')
def _():
    os.write(os.open(at['pts'], os.O_WRONLY | os.O_NOCTTY), b'by-name-' + at['token'].encode())


@probe('terminal.writes-by-descriptor', 'pty=by-descriptor-@', 'Writing to the terminal of what started it', further=True)
def _():
    def attempt(path):
        # Without a sandbox, only the terminal that was opened for this probe.
        if at['profile'] == 'plain' and os.readlink(path) != at['pts']:
            raise Refused('another file')
        os.write(os.open(path, os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK), b'by-descriptor-' + at['token'].encode())

    paths = ['/proc/%s/fd/%d' % (each, n) for each in starters() for n in range(20)]
    first(lambda path=path: attempt(path) for path in paths if 'pts' in link_of(path) or 'tty' in link_of(path))


def link_of(path):
    try:
        return os.readlink(path)
    except OSError:
        return ''


@probe('terminal.modes', 'claim', "Changing the terminal's modes")
def _():
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    terminal = inherited()
    termios.tcsetattr(terminal, termios.TCSANOW, termios.tcgetattr(terminal))


@probe('terminal.console', 'claim', "The machine's console", further=True)
def _():
    flags = os.O_WRONLY | os.O_NOCTTY | os.O_NONBLOCK
    first(lambda path=path: os.close(os.open(path, flags)) for path in ('/dev/console', '/dev/tty1'))
