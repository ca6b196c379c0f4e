"""Starts a program as a careless shell starts an agent: with a terminal, and with unexpected open descriptors.

usage: agent-terminal.py SETTINGS WRITTEN FOLDER FILE PROGRAM...
Terminal output is copied to the file WRITTEN.
"""

import fcntl
import json
import os
import pty
import signal
import subprocess
import sys
import termios
import threading

# Beyond the descriptors that Node itself marks close-on-exec.
FOLDER, FILE = 251, 252


def main():
    settings, written, folder, file = sys.argv[1:5]
    master, terminal = pty.openpty()
    os.setsid()
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with open(settings) as each:
        known = json.load(each)
    with open(settings, 'w') as each:
        json.dump(dict(known, pts=os.ttyname(terminal)), each)

    def keep():
        with open(written, 'ab', 0) as each:
            while True:
                each.write(os.read(master, 4096))

    threading.Thread(target=keep, daemon=True).start()
    os.dup2(os.open(folder, os.O_RDONLY), FOLDER)
    os.dup2(os.open(file, os.O_RDONLY), FILE)
    done = subprocess.run(sys.argv[5:], stdin=terminal, pass_fds=(FOLDER, FILE))
    sys.exit(done.returncode)


main()
