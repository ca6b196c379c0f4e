"""Parts of the kernel that a command does not need, and rights that it should not have."""

import ctypes
import errno
import mmap
import os
import platform
import struct

from battery import IS_X64, Refused, at, call, first, number, probe, reaches, read, run

NEWNS, NEWUSER, NEWNET, NEWTIME, NEWPID = 0x20000, 0x10000000, 0x40000000, 0x80, 0x20000000
HIGH = 1 << 32


@probe('kernel.namespaces', 'claim', 'A user and a mount namespace by a program')
def _():
    run(['unshare', '-Urm', 'true'])


def cloned(child):
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


@probe('kernel.clone', 'claim', 'A user namespace by clone')
def _():
    cloned(call('clone', NEWUSER | 17, 0, 0, 0, 0))


@probe('kernel.clone-high-bits', 'claim', 'A user namespace by clone with ignored bits', further=True)
def _():
    cloned(call('clone', NEWUSER | 17 | HIGH, 0, 0, 0, 0))


@probe('kernel.clone3', 'claim', 'A user namespace by clone3')
def _():
    cloned(call('clone3', ctypes.create_string_buffer(struct.pack('<11Q', NEWUSER, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0), 88), 88))


for name, flag in {'user': NEWUSER, 'net': NEWNET, 'time': NEWTIME, 'mount': NEWNS, 'pid': NEWPID}.items():
    probe('kernel.unshare-' + name, 'claim', 'A namespace by unshare: ' + name, further=name not in ('net', 'time'))(
        lambda flag=flag: call('unshare', flag) and None
    )


@probe('kernel.unshare-high-bits', 'claim', 'A user namespace by unshare with ignored bits', further=True)
def _():
    call('unshare', NEWUSER | HIGH)


@probe('kernel.setns', 'claim', 'Entering a namespace')
def _():
    return reaches('setns', os.open('/proc/self/ns/net', os.O_RDONLY), 0)


@probe('kernel.setns-process', 'claim', 'Entering the namespaces of a process', further=True)
def _():
    return reaches('setns', call('pidfd_open', os.getppid(), 0), NEWNS)


@probe('kernel.io-uring', 'claim', 'A ring for system calls that no filter sees')
def _():
    call('io_uring_setup', 8, ctypes.create_string_buffer(256))


@probe('kernel.bpf', 'claim', 'A program in the kernel')
def _():
    return reaches('bpf', 0, ctypes.create_string_buffer(struct.pack('<IIII', 2, 4, 8, 1), 128), 128)


@probe('kernel.perf', 'claim', 'Performance counters')
def _():
    attributes = ctypes.create_string_buffer(struct.pack('<IIQQQQQ', 1, 128, 0, 0, 0, 0, 1 | 32 | 64), 128)
    return reaches('perf_event_open', attributes, 0, -1, -1, 0)


@probe('kernel.page-faults', 'claim', 'Handling page faults')
def _():
    call('userfaultfd', 0o2000001)


@probe('kernel.keys', 'claim', 'Keys of the kernel')
def _():
    call('keyctl', 0, -3, 0)


@probe('kernel.descriptor-table', 'claim', 'Segments of the processor')
def _():
    call('modify_ldt', 0, ctypes.create_string_buffer(64), 64)


@probe('kernel.personality', 'claim', 'Memory that is always executable')
def _():
    call('personality', 0x0400000)


@probe('kernel.personality-high-bits', 'claim', 'The same with ignored bits', further=True)
def _():
    call('personality', 0x0400000 | HIGH)


@probe('kernel.foreign-machine', 'claim', 'A system call of 32-bit programs')
def _():
    if not IS_X64:
        raise Refused('not on this processor')
    # mov eax, 20 (getpid there); int 0x80; ret
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(b'\xb8\x14\x00\x00\x00\xcd\x80\xc3')
    if ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))() != os.getpid():
        raise Refused('not answered')


@probe('kernel.x32', 'claim', 'A system call of the x32 kind', further=True)
def _():
    if not IS_X64:
        raise Refused('not on this processor')
    call(0x40000000 | number('getpid'))


@probe('kernel.handle', 'file=out/victim=handle-@', 'Opening a file outside by its handle')
def _():
    handle = ctypes.create_string_buffer(struct.pack('<II', 128, 0), 136)
    call('name_to_handle_at', -100, (at['out'] + '/victim').encode(), handle, ctypes.byref(ctypes.c_int()), 0)
    file = call('open_by_handle_at', os.open(at['workspace'], os.O_RDONLY), handle, os.O_WRONLY | os.O_APPEND)
    os.write(file, b'handle-' + at['token'].encode())


@probe('kernel.handle-root', 'claim', 'Opening the root of the disk by a made-up handle', further=True)
def _():
    # The handle of inode 2, which is the root of ext4.
    handle = ctypes.create_string_buffer(struct.pack('<IiII', 8, 1, 2, 0), 16)
    return reaches('open_by_handle_at', os.open(at['workspace'], os.O_RDONLY), handle, os.O_RDONLY)


REACHED = {
    'module': ('finit_module', (-1, b'', 0), False, 'Loading a module'),
    'module-removed': ('delete_module', (b'no-such-module', 0o4000), True, 'Removing a module'),
    'reboot': ('reboot', (0, 0, 0, 0), False, 'Rebooting'),
    'swap': ('swapon', (b'/nonexistent', 0), False, 'Swap space'),
    'root': ('pivot_root', (b'/nonexistent', b'/nonexistent'), True, 'Another root'),
    'accounts': ('acct', (b'/nonexistent/file',), True, 'Accounting of processes'),
    'quota': ('quotactl', (0x80000700 - (1 << 32), b'/nonexistent', 0, 0), True, 'Quotas'),
    'next-kernel': ('kexec_load', (0, 17, 0, 0), True, 'Loading another kernel'),
}
for name, (called, arguments, further, sentence) in REACHED.items():
    probe('kernel.' + name, 'claim', sentence, further=further)(
        lambda called=called, arguments=arguments: reaches(called, *arguments)
    )


@probe('kernel.clock', 'claim', 'Setting the clock, to a time that there is not', further=True)
def _():
    time = ctypes.create_string_buffer(struct.pack('<qq', 0, 2_000_000_000), 16)
    return reaches('clock_settime', 0, time)


@probe('kernel.log', 'claim', "The kernel's log")
def _():
    call('syslog', 3, ctypes.create_string_buffer(4096), 4096)


@probe('kernel.host-name', 'claim', 'Setting the name of the host')
def _():
    name = platform.node().encode()
    call('sethostname', name, len(name))


@probe('kernel.file-events', 'claim', 'Events of all files')
def _():
    call('fanotify_init', 0x200, 0)


@probe('kernel.ports', 'claim', 'Ports of the machine')
def _():
    call('iopl', 3)


@probe('kernel.some-ports', 'claim', 'Some ports of the machine', further=True)
def _():
    call('ioperm', 0x80, 1, 1)


@probe('kernel.chroot', 'claim', 'Another root for the process')
def _():
    call('chroot', b'/')


@probe('kernel.new-mounts', 'claim', 'Mounting by the newer calls')
def _():
    call('fsopen', b'tmpfs', 0)


@probe('kernel.compared', 'claim', 'Comparing processes')
def _():
    call('kcmp', os.getpid(), os.getpid(), 0, 0, 1)


@probe('kernel.core-pattern', 'claim', 'The program that the host runs after a crash')
def _():
    os.close(os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY))


@probe('kernel.system-requests', 'claim', 'Requests to the kernel by /proc/sysrq-trigger')
def _():
    os.close(os.open('/proc/sysrq-trigger', os.O_WRONLY))


def writable_below(folder, most=4000):
    """Finds files that can be opened for writing; nothing is written."""
    found, looked = [], 0
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not os.path.islink(os.path.join(where, name))]
        for name in names:
            looked += 1
            if looked > most:
                return found
            try:
                os.close(os.open(os.path.join(where, name), os.O_WRONLY | os.O_NONBLOCK))
                found.append(os.path.join(where, name))
            except OSError:
                pass
    return found


@probe('kernel.settings', 'claim', 'Any setting of the kernel below /proc/sys', further=True)
def _():
    found = writable_below('/proc/sys/kernel') + writable_below('/proc/sys/fs') + writable_below('/proc/sys/net/ipv4', 400)
    if not found:
        raise Refused('none')
    return ' '.join(found)[:200]


@probe('kernel.interrupts', 'claim', 'Where interrupts go', further=True)
def _():
    found = writable_below('/proc/irq', 200)
    if not found:
        raise Refused('none')
    return found[0]


@probe('kernel.devices', 'claim', 'Anything below /sys that can be written', further=True)
def _():
    found = writable_below('/sys/kernel', 300) + writable_below('/sys/module', 300) + writable_below('/sys/power', 50)
    if not found:
        raise Refused('none')
    return found[0]


@probe('kernel.memory', 'claim', "The kernel's memory", further=True)
def _():
    first(lambda path=path: os.close(os.open(path, os.O_RDONLY)) for path in ('/proc/kcore', '/dev/mem', '/dev/port'))


@probe('kernel.messages', 'claim', "The kernel's messages by files", further=True)
def _():
    first(lambda path=path: os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK)) for path in ('/proc/kmsg', '/dev/kmsg'))


@probe('kernel.addresses', 'claim', 'Addresses in the kernel', further=True)
def _():
    lines = read('/proc/kallsyms', 4096).splitlines()[:20]
    if not any(int(line.split()[0], 16) for line in lines[:-1]):
        raise Refused('all zero')


def status(name):
    return next(line.split()[1] for line in read('/proc/self/status').splitlines() if line.startswith(name + ':'))


@probe('kernel.capabilities', 'claim', 'Any capability', further=True)
def _():
    held = [name for name in ('CapInh', 'CapPrm', 'CapEff', 'CapAmb') if int(status(name), 16)]
    if not held:
        raise Refused('none')
    return ' '.join(held)


@probe('kernel.bounding', 'claim', 'Capabilities that a program could give', further=True)
def _():
    if int(status('CapBnd'), 16) == 0:
        raise Refused('none')
    return status('CapBnd')


@probe('kernel.new-privileges', 'claim', 'Programs that could give more rights', further=True)
def _():
    if status('NoNewPrivs') == '1':
        raise Refused('ruled out')


@probe('kernel.unfiltered', 'claim', 'System calls without a filter', further=True)
def _():
    if status('Seccomp') == '2':
        raise Refused('filtered')


@probe('kernel.groups', 'claim', 'Groups of another user', further=True)
def _():
    os.setgroups([0, 4, 6])
