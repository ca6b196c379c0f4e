"""Other processes: those of the host, and the ancestors of the command."""

import ctypes
import os
import signal
import time

from battery import Refused, at, call, first, probe, processes, read, starters, write


class Vector(ctypes.Structure):
    _fields_ = [('base', ctypes.c_void_p), ('size', ctypes.c_size_t)]


@probe('process.environment', 'nonce', 'The environment of a process of the host')
def _():
    return read('/proc/%d/environ' % at['victim'])


@probe('process.memory', 'nonce', 'The memory of a process of the host by process_vm_readv')
def _():
    buffer = ctypes.create_string_buffer(64)
    local = Vector(ctypes.cast(buffer, ctypes.c_void_p), 64)
    remote = Vector(at['victim_address'], 64)
    call('process_vm_readv', at['victim'], ctypes.byref(local), 1, ctypes.byref(remote), 1, 0)
    return buffer.raw.decode('latin1')


@probe('process.memory-file', 'nonce', 'The memory of a process of the host by /proc', further=True)
def _():
    with open('/proc/%d/mem' % at['victim'], 'rb') as file:
        file.seek(at['victim_address'])
        return file.read(64).decode('latin1')


@probe('process.memory-written', 'claim', 'Writing own memory by process_vm_writev', further=True)
def _():
    buffer = ctypes.create_string_buffer(8)
    vector = Vector(ctypes.cast(buffer, ctypes.c_void_p), 8)
    call('process_vm_writev', os.getpid(), ctypes.byref(vector), 1, ctypes.byref(vector), 1, 0)


@probe('process.traced', 'claim', 'Tracing a process of the host')
def _():
    call('ptrace', 0x4206, at['victim'], 0, 0)  # SEIZE, which does not stop it


@probe('process.child-traced', 'claim', 'Tracing a child of its own')
def _():
    child = os.fork()
    if child == 0:
        signal.pause()
    try:
        call('ptrace', 16, child, 0, 0)
    finally:
        os.kill(child, signal.SIGKILL)


@probe('process.seen', 'claim', 'A process of the host exists')
def _():
    os.kill(at['victim'], 0)


@probe('process.signalled', 'log=signalled', 'A signal to a process of the host')
def _():
    os.kill(at['victim'], signal.SIGUSR1)


@probe('process.signalled-by-descriptor', 'log=descriptor', 'A signal by a descriptor of the process', further=True)
def _():
    call('pidfd_send_signal', call('pidfd_open', at['victim'], 0), signal.SIGUSR2, 0, 0)


@probe('process.descriptor-taken', 'claim', 'Taking a descriptor out of a process of the host')
def _():
    call('pidfd_getfd', call('pidfd_open', at['victim'], 0), 0, 0)


@probe('process.own-descriptor-taken', 'claim', 'Taking a descriptor out of the process that started this one', further=True)
def _():
    call('pidfd_getfd', call('pidfd_open', os.getppid(), 0), 1, 0)


@probe('process.command-lines', 'claim', 'Command lines of the host')
def _():
    for each in processes():
        try:
            if at['victim_name'] in read('/proc/%s/cmdline' % each):
                return each
        except OSError:
            pass
    raise Refused('not seen')


@probe('process.count', 'claim', 'More processes than those of the command', further=True)
def _():
    if len(processes()) > 8:
        return str(len(processes()))
    raise Refused('only %d' % len(processes()))


@probe('process.starter-environment', 'secret', 'The environment of the processes that started the command')
def _():
    return first(lambda each=each: key_in(read('/proc/%s/environ' % each, 1 << 20)) for each in starters())


@probe('process.own-environment', 'secret', 'Its own environment')
def _():
    return os.environ[at['key_name']]


@probe('process.starter-memory', 'secret', 'The memory of the processes that started the command', further=True)
def _():
    return first(lambda each=each: search_memory(each) for each in starters())


def key_in(text):
    if at['key_name'] not in text:
        raise Refused('not there')
    return text[text.index(at['key_name']) :][:80]


def search_memory(process):
    """Finds the key if it is still in the stack or the heap of a process."""
    found = ''
    for line in read('/proc/%s/maps' % process, 1 << 20).splitlines():
        if '[stack]' in line or '[heap]' in line:
            start, end = (int(each, 16) for each in line.split()[0].split('-'))
            with open('/proc/%s/mem' % process, 'rb') as file:
                file.seek(start)
                found += file.read(min(end - start, 1 << 20)).decode('latin1')
    return key_in(found)


@probe('process.starter-words', 'claim', 'Names of hidden files in command lines', further=True)
def _():
    for each in starters():
        if 'late.env' in read('/proc/%s/cmdline' % each):
            return each
    raise Refused('not named')


def through(links, path):
    """Reads a host path through links in /proc that lead out of this root."""
    return first([lambda link=link: read(link + path) for link in links])


@probe('process.root', 'file=out/root.txt=@', "Writing outside by another process' root")
def _():
    first(
        lambda each=each: write('/proc/%s/root%s/root.txt' % (each, at['out']), at['token'])
        for each in ('1', str(os.getppid()), 'self')
    )


@probe('process.working-directory', 'nonce', "The private key by another process' working directory", further=True)
def _():
    up = '/..' * 12
    return through(['/proc/%s/cwd%s' % (each, up) for each in processes()], at['key_file'])


@probe('process.descriptors', 'nonce', 'The private key by a descriptor of another process', further=True)
def _():
    links = []
    for each in processes():
        try:
            links += ['/proc/%s/fd/%s%s' % (each, name, '/..' * 12) for name in os.listdir('/proc/%s/fd' % each)]
        except OSError:
            pass
    return through(links, at['key_file'])


@probe('process.thread-root', 'nonce', "The private key by a thread's root", further=True)
def _():
    return through(['/proc/%s/task/%s/root' % (each, each) for each in processes()], at['key_file'])


@probe('process.map-files', 'nonce', "A file that a process of the host has open, by /proc", further=True)
def _():
    return read('/proc/%d/fd/%d' % (at['victim'], at['victim_descriptor']))


@probe('process.limits', 'claim', 'Limits of a process of the host')
def _():
    call('prlimit64', at['victim'], 7, 0, ctypes.create_string_buffer(16))


@probe('process.priority', 'claim', 'The priority of a process of the host', further=True)
def _():
    os.setpriority(os.PRIO_PROCESS, at['victim'], 10)


@probe('process.processors', 'claim', 'The processors of a process of the host', further=True)
def _():
    os.sched_setaffinity(at['victim'], os.sched_getaffinity(at['victim']))


@probe('process.pages', 'claim', 'Where the pages of a process of the host lie', further=True)
def _():
    page = ctypes.c_void_p(at['victim_address'] & ~4095)
    call('move_pages', at['victim'], 1, ctypes.byref(page), 0, ctypes.byref(ctypes.c_int()), 0)


@probe('process.robust-list', 'claim', 'The lock list of a process of the host', further=True)
def _():
    call('get_robust_list', at['victim'], ctypes.byref(ctypes.c_void_p()), ctypes.byref(ctypes.c_size_t()))


@probe('process.outlives', 'outlives=ws/outlives.txt', 'A daemon that outlives the command')
def _():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            nothing = os.open('/dev/null', os.O_RDWR)
            for each in (0, 1, 2):
                os.dup2(nothing, each)
            os.closerange(3, 1024)
            for _ in range(300):
                try:
                    write(at['workspace'] + '/outlives.txt', str(os.getpid()))
                except OSError:
                    pass
                time.sleep(0.1)
        os._exit(0)
