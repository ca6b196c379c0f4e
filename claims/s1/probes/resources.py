"""Resources that a command can exhaust. The limits of the battery are small, so that this harms nothing."""

import os
import resource
import signal

from battery import Refused, at, probe


@probe('resources.file', 'claim', 'A file larger than allowed')
def _():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    for folder in (at['workspace'], '/tmp'):
        path = folder + '/large'
        try:
            with open(path, 'wb') as file:
                file.truncate(at['file_bytes'] + 1)
            os.unlink(path)
            return folder
        except OSError as error:
            last = error
    raise last


@probe('resources.core', 'claim', 'A core file', further=True)
def _():
    if resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        raise Refused('none')


@probe('resources.raised', 'claim', 'Raising its own limit', further=True)
def _():
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return str(limit)


def fill(folder):
    path, size = folder + '/' + at['token'] + '.fill', at['temporary_bytes'] + (4 << 20)
    try:
        with open(path, 'wb', 0) as file:
            os.posix_fallocate(file.fileno(), 0, size)
    finally:
        if os.path.exists(path):
            os.unlink(path)


for name in ('/tmp', '/dev/shm', '/run', '/var/tmp', '/', '/dev', 'home'):
    probe('resources.space' + (name.replace('/', '-') if name != '/' else '-root'), 'claim', 'More space than allowed in ' + name,
          further=name not in ('/tmp', '/dev/shm'))(
        lambda name=name: fill(at['home'] if name == 'home' else name)
    )  # fmt: skip


@probe('resources.processes', 'claim', 'More processes than allowed')
def _():
    children, wanted = [], at['processes'] + 20
    try:
        for _ in range(wanted):
            child = os.fork()
            if child == 0:
                signal.pause()
            children.append(child)
    finally:
        for child in children:
            os.kill(child, signal.SIGKILL)
        for child in children:
            os.waitpid(child, 0)
    return str(len(children))
