"""Files outside of the workspace, hidden files, and files that give more rights."""

import array
import ctypes
import errno
import fcntl
import os
import stat
import struct

from battery import Refused, at, call, create, first, probe, reaches, read, run, write

DEVICES = {'null', 'zero', 'full', 'random', 'urandom', 'tty', 'console', 'ptmx'}


def outside(name):
    return at['out'] + '/' + name


def inside(name):
    return at['workspace'] + '/' + name


@probe('files.outside', 'file=out/outside.txt=@', 'Writing outside the workspace')
def _():
    write(outside('outside.txt'), at['token'])


@probe('files.outside-link', 'file=out/link.txt=@', 'Writing outside by a symbolic link')
def _():
    write(inside('link/link.txt'), at['token'])


@probe('files.outside-root', 'file=out/root-link.txt=@', 'Writing outside by /proc/self/root')
def _():
    write('/proc/self/root' + outside('root-link.txt'), at['token'])


@probe('files.outside-dots', 'file=out/dots.txt=@', 'Writing outside by ..')
def _():
    os.chdir(at['workspace'])
    write('/proc/self/cwd/../out/dots.txt', at['token'])


@probe('files.outside-relative', 'nonce', 'The private key relative to a descriptor of the workspace', further=True)
def _():
    folder = os.open(at['workspace'], os.O_RDONLY)
    return os.read(os.open('../.ssh/id_rsa', os.O_RDONLY, dir_fd=folder), 200).decode()


@probe('files.outside-hard-link', 'file=out/victim=hard-@', 'Writing a file outside by a hard link')
def _():
    os.link(outside('victim'), inside('hard'))
    write(inside('hard'), 'hard-' + at['token'], 'a')


@probe('files.outside-reopened', 'file=out/victim=reopened-@', 'Writing a file outside that was opened as a path')
def _():
    path = os.open(outside('victim'), os.O_PATH)
    os.write(os.open('/proc/self/fd/%d' % path, os.O_WRONLY | os.O_APPEND), b'reopened-' + at['token'].encode())


@probe('files.outside-moved', 'file=out/moved.txt=@', 'Moving a file of the workspace outside', further=True, only='work')
def _():
    write(inside('moved.txt'), at['token'])
    os.rename(inside('moved.txt'), outside('moved.txt'))


@probe('files.outside-truncated', 'claim', 'Truncating a file outside by its path', further=True)
def _():
    os.truncate(outside('victim'), os.stat(outside('victim')).st_size)


@probe('files.outside-attributes', 'claim', 'Changing times and rights of a file outside', further=True)
def _():
    os.utime(outside('victim'))
    os.chmod(outside('victim'), 0o644)


@probe('files.inherited-folder', 'file=out/inherited.txt=@', 'Writing by an inherited descriptor of a folder')
def _():
    def attempt(each):
        if not stat.S_ISDIR(os.fstat(each).st_mode):
            raise Refused('no folder')
        os.write(os.open('inherited.txt', os.O_CREAT | os.O_WRONLY, dir_fd=each), at['token'].encode())

    first(lambda each=each: attempt(each) for each in range(3, 1024))


@probe('files.inherited-file', 'nonce', 'Reading by an inherited descriptor of a file')
def _():
    def attempt(each):
        if not stat.S_ISREG(os.fstat(each).st_mode):
            raise Refused('no file')
        return os.pread(each, 300, 0).decode('latin1')

    return first(lambda each=each: attempt(each) for each in range(200, 1024))


@probe('files.observed', 'file=ws/observed.txt=@', 'Writing the workspace where it may only be read', further=True, only='observe')
def _():
    write(inside('observed.txt'), at['token'])


@probe('files.observed-writable', 'claim', 'Any entry of the workspace that can be opened for writing', further=True, only='observe')
def _():
    for folder, _, names in os.walk(at['workspace']):
        for name in names:
            path = os.path.join(folder, name)
            if stat.S_ISREG(os.lstat(path).st_mode):
                try:
                    os.close(os.open(path, os.O_WRONLY))
                    return path
                except OSError:
                    pass
    raise Refused('none')


@probe('files.observed-attributes', 'claim', 'Rights and attributes where it may only be read', further=True, only='observe')
def _():
    path = inside('package.json')
    first([lambda: os.chmod(path, 0o644), lambda: os.utime(path), lambda: os.setxattr(path, 'user.a', b'')])


@probe('files.writable-places', 'claim', 'Any folder of the system that can be written', further=True)
def _():
    found = []
    own = {'/tmp', '/var/tmp', '/run', '/dev/shm', at['home']}
    for folder in ['/'] + ['/' + name for name in os.listdir('/')] + ['/usr/local/bin', '/usr/lib', '/etc/cron.d', '/var/lib', '/var/cache', '/opt', '/srv']:
        if folder in own or folder in ('/proc', '/sys', '/dev', '/work', '/home'):
            continue
        path = folder + '/' + at['token'] + '.w'
        try:
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY))
            os.unlink(path)
            found.append(folder)
        except OSError:
            pass
    if not found:
        raise Refused('none')
    return ' '.join(found)


for name, path in {
    'ssh': '/.ssh/id_rsa',
    'aws': '/.aws/credentials',
    'other-project': '/other/source.txt',
    'history': '/.bash_history',
    'npm-token': '/.npmrc',
    'browser': '/.config/browser/Cookies',
    'bowline': '/.bowline/credentials.json',
    'cache': '/.cache/secret',
    'netrc': '/.netrc',
}.items():
    probe('files.home-' + name, 'nonce', 'Reading ~' + path, further=name not in ('ssh', 'aws', 'other-project'))(
        lambda path=path: read(at['home'] + path)
    )

for name, path in {'other-home': 'other_home', 'srv': 'srv', 'state': 'state'}.items():
    probe('files.' + name, 'nonce', 'Reading a file of the host in another place: ' + name, further=name != 'srv')(
        lambda path=path: read(at[path] + '/data.txt')
    )


@probe('files.profile', 'file=.bashrc=@', 'Appending to ~/.bashrc')
def _():
    write(at['home'] + '/.bashrc', at['token'], 'a')


@probe('files.new-profile', 'file=.profile=@', 'A new ~/.profile', further=True)
def _():
    write(at['home'] + '/.profile', at['token'])


@probe('files.autostart', 'file=.config/autostart/a.desktop=@', 'A program that starts with the desktop', further=True)
def _():
    create(at['home'] + '/.config/autostart/a.desktop', at['token'])


@probe('files.git-settings', 'file=.gitconfig=@', "The person's own ~/.gitconfig", further=True)
def _():
    write(at['home'] + '/.gitconfig', '# ' + at['token'], 'a')


@probe('files.toolchain', 'file=.nvm/bin/tool=@', 'A program of a toolchain in the home folder')
def _():
    write(at['home'] + '/.nvm/bin/tool', at['token'], 'a')


@probe('files.home-of-root', 'claim', "Root's real home folder", further=True)
def _():
    # A PATH folder may be in there; its existence is not a secret.
    known = {each.split('/')[2] for each in os.environ['PATH'].split(':') if each.startswith('/root/')}
    found = set(os.listdir('/root')) - known
    if not found:
        raise Refused('empty')
    return ' '.join(found)[:200]


for name in ('shadow', 'gshadow', 'shadow-', 'security/opasswd', 'sudoers', 'ssl/private'):
    probe('files.etc-' + name.replace('/', '-'), 'claim', 'Reading /etc/' + name, further=name != 'shadow')(
        lambda name=name: os.listdir('/etc/' + name) and None if name == 'ssl/private' else read('/etc/' + name) and None
    )


@probe('files.system-program', 'file=/usr/local/bin/@=@', 'A new program in /usr/local/bin')
def _():
    write('/usr/local/bin/' + at['token'], at['token'])


@probe('files.remount', 'claim', 'Making a mount writable again', further=True)
def _():
    return reaches('mount', b'none', at['workspace'].encode(), b'none', 0x1020, 0)


@probe('files.mount', 'claim', 'Mounting a file system')
def _():
    os.makedirs('/tmp/' + at['token'], exist_ok=True)
    call('mount', b'tmpfs', b'/tmp/' + at['token'].encode(), b'tmpfs', 0, 0)
    call('umount2', b'/tmp/' + at['token'].encode(), 2)


@probe('files.uncovered', 'nonce', 'Taking the cover off a hidden file')
def _():
    try:
        call('umount2', inside('.env').encode(), 2)
    except OSError as error:
        if error.errno != errno.EINVAL:
            raise
    return read(inside('.env'))


@probe('files.cloned-tree', 'nonce', 'A copy of the mounts without the cover')
def _():
    tree = call('open_tree', -100, at['workspace'].encode(), 1)
    return os.read(os.open('.env', os.O_RDONLY, dir_fd=tree), 200).decode()


@probe('files.mount-attributes', 'claim', 'Clearing read-only by mount_setattr', further=True)
def _():
    attributes = ctypes.create_string_buffer(struct.pack('<QQQQ', 0, 0, 0, 0), 32)
    tree = os.open('/', os.O_PATH)
    call('mount_setattr', tree, b'', 0x1000, attributes, 32)


@probe('files.set-user-program', 'claim', 'A program that runs as its owner')
def _():
    if os.getuid() == 0:
        raise Refused('is root already')
    if 'Uid:\t%d\t0' % os.getuid() not in run([at['setuid_program'], '/proc/self/status']):
        raise Refused('did not become root')


def leave_setuid(name, act):
    def attack():
        act(inside(name))
        if not os.stat(inside(name)).st_mode & 0o6000:
            raise Refused('not set')

    return attack


def by_mode_of_creation(path):
    os.umask(0)
    os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o4755))


def by_structure(path):
    how = ctypes.create_string_buffer(struct.pack('<QQQ', os.O_CREAT | os.O_WRONLY, 0o4755, 0), 24)
    os.umask(0)
    os.close(call('openat2', -100, path.encode(), how, 24))


def after(change):
    def act(path):
        write(path, '')
        change(path)

    return act


SETUID = {
    'chmod': (after(lambda path: os.chmod(path, 0o4755)), 'chmod'),
    'fchmod': (after(lambda path: os.fchmod(os.open(path, os.O_RDWR), 0o4755)), 'fchmod'),
    'fchmodat': (after(lambda path: call('fchmodat', -100, path.encode(), 0o4755)), 'fchmodat'),
    'fchmodat2': (after(lambda path: call('fchmodat2', -100, path.encode(), 0o4755, 0)), 'fchmodat2'),
    'high-bits': (after(lambda path: call('fchmodat', -100, path.encode(), 0o4755 | 1 << 32)), 'ignored bits'),
    'group': (after(lambda path: os.chmod(path, 0o2755)), 'its group'),
    'open': (by_mode_of_creation, 'the mode of creation'),
    'openat2': (by_structure, 'the mode of creation, in memory that a filter cannot read'),
    'mknod': (lambda path: (os.umask(0), os.mknod(path, 0o4755 | stat.S_IFREG)), 'mknod'),
}
for name, (act, by) in SETUID.items():
    probe('files.setuid-' + name, 'setuid=ws/setuid-' + name, 'Leaving a set-user-id file, by ' + by, further=name != 'chmod')(
        leave_setuid('setuid-' + name, act)
    )


@probe('files.capability', 'claim', 'Leaving a program with capabilities', further=True)
def _():
    write(inside('capable'), '')
    os.setxattr(inside('capable'), 'security.capability', struct.pack('<IIIII', 0x02000001, 1 << 21, 0, 0, 0))


@probe('files.owner', 'owner=ws/owned', 'Leaving a file of another user', further=True)
def _():
    write(inside('owned'), '')
    os.chown(inside('owned'), 12, 12)


@probe('files.immutable', 'claim', 'Leaving a file that cannot be removed', further=True)
def _():
    write(inside('immutable'), '')
    file = os.open(inside('immutable'), os.O_RDONLY)
    flags = array.array('l', [0])
    fcntl.ioctl(file, 0x80086601, flags)
    fcntl.ioctl(file, 0x40086602, array.array('l', [flags[0] | 0x10]))
    fcntl.ioctl(file, 0x40086602, flags)


@probe('files.device-made', 'claim', 'Making and opening a device')
def _():
    os.mknod(inside('device'), 0o600 | stat.S_IFCHR, os.makedev(1, 5))
    os.close(os.open(inside('device'), os.O_RDONLY))


@probe('files.device-found', 'claim', 'Opening a device that lies in the workspace', further=True)
def _():
    os.close(os.open(inside('zero'), os.O_RDONLY))


@probe('files.disk', 'claim', "The machine's disk, memory or virtual machines")
def _():
    names = ('vda', 'sda', 'nvme0n1', 'mem', 'kmsg', 'kvm', 'fuse', 'loop-control', 'net/tun', 'uinput', 'port')
    return first(lambda name=name: os.close(os.open('/dev/' + name, os.O_RDONLY)) for name in names)


@probe('files.devices', 'claim', 'Any device other than the harmless ones', further=True)
def _():
    found = []
    for folder, _, names in os.walk('/dev'):
        for name in names:
            path = os.path.join(folder, name)
            mode = os.lstat(path).st_mode
            if (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)) and name not in DEVICES and folder != '/dev/pts':
                found.append(path)
    if not found:
        raise Refused('none')
    return ' '.join(found)[:200]


@probe('files.groups', 'claim', 'Making a control group')
def _():
    def attempt(folder):
        os.mkdir(folder + '/' + at['token'])
        os.rmdir(folder + '/' + at['token'])

    first(lambda folder=folder: attempt(folder) for folder in ('/sys/fs/cgroup', '/sys/fs/cgroup/pids', '/sys/fs/cgroup/unified'))


@probe('files.hidden', 'nonce', 'Reading a hidden file')
def _():
    return read(inside('.env'))


@probe('files.hidden-folder', 'nonce', 'Reading a file in a hidden folder', further=True)
def _():
    return read(inside('secrets/deep/token'))


@probe('files.hidden-hard-link', 'nonce', 'Reading a hidden file by a hard link')
def _():
    return read(inside('env-hard'))


@probe('files.hidden-link', 'nonce', 'Reading a hidden file by a symbolic link', further=True)
def _():
    return read(inside('env-link'))


@probe('files.hidden-renamed', 'nonce', 'Reading a hidden file after renaming it')
def _():
    os.rename(inside('.env'), inside('env-renamed'))
    try:
        return read(inside('env-renamed'))
    finally:
        os.rename(inside('env-renamed'), inside('.env'))


@probe('files.hidden-linked', 'nonce', 'Reading a hidden file by a new hard link', further=True)
def _():
    os.link(inside('.env'), inside('env-linked'))
    return read(inside('env-linked'))


@probe('files.hidden-exchanged', 'nonce', 'Exchanging a hidden file with another', further=True)
def _():
    write(inside('exchanged'), '')
    call('renameat2', -100, inside('.env').encode(), -100, inside('exchanged').encode(), 2)
    try:
        return read(inside('exchanged'))
    finally:
        call('renameat2', -100, inside('.env').encode(), -100, inside('exchanged').encode(), 2)


@probe('files.hidden-parent', 'nonce', 'Reading a hidden file after renaming its folder')
def _():
    os.rename(inside('conf'), inside('conf-renamed'))
    try:
        return read(inside('conf-renamed/.env'))
    finally:
        os.rename(inside('conf-renamed'), inside('conf'))


@probe('files.hidden-descriptor', 'nonce', 'Reading a hidden file that was opened as a path', further=True)
def _():
    return read('/proc/self/fd/%d' % os.open(inside('.env'), os.O_PATH))


@probe('files.hidden-copied', 'nonce', 'Copying the folder of a hidden file by programs', further=True)
def _():
    run('cp -a "%s" /tmp/%s-conf; tar -C "%s" -cf /tmp/%s.tar conf 2>/dev/null; true' % (inside('conf'), at['token'], at['workspace'], at['token']))
    return read('/tmp/%s.tar' % at['token'], 1 << 20) + first([lambda: read('/tmp/%s-conf/.env' % at['token']), lambda: ''])


@probe('files.workspace-renamed', 'claim', 'Renaming the workspace')
def _():
    os.rename(at['workspace'], at['workspace'] + '-renamed')
    os.rename(at['workspace'] + '-renamed', at['workspace'])


@probe('files.late-hidden', 'nonce', 'A hidden file that the host replaced meanwhile')
def _():
    return read(inside('late.env'))


PROTECTED = {
    '.bowline/settings.json': False, '.bowline/policies/a.toml': True, '.gemini/settings.json': False,
    '.gemini/commands/a.toml': True, '.vscode/tasks.json': False, '.vscode/settings.json': True,
    '.claude/settings.json': False, '.codex/config.toml': False, '.mcp.json': False, '.envrc': False,
    '.husky/pre-commit': False, '.cursor/mcp.json': True, '.zed/tasks.json': True,
    '.opencode/plugin/a.js': True, 'opencode.json': True, '.qwen/settings.json': True,
    '.devcontainer/devcontainer.json': True, '.bowlineignore': True, '.geminiignore': True, '.agents/a.md': True, '.gemini/.env': True, '.bowline/.env': True,
}  # fmt: skip
for path, further in PROTECTED.items():
    probe('files.protected-' + path.strip('.').replace('/', '-'), 'file=ws/%s=@' % path, 'Writing ' + path, further=further)(
        lambda path=path: create(inside(path), at['token'])
    )


@probe('files.protected-replaced', 'file=ws/.husky/pre-push=replaced-@', 'Replacing settings by a rename', further=True)
def _():
    write(inside('settings'), 'replaced-' + at['token'])
    os.rename(inside('settings'), inside('.husky/pre-push'))


@probe('files.protected-folder', 'file=ws/.idea/workspace.xml=exchanged-@', 'Exchanging the folder of settings', further=True)
def _():
    create(inside('exchange/workspace.xml'), 'exchanged-' + at['token'])
    call('renameat2', -100, inside('exchange').encode(), -100, inside('.idea').encode(), 2)


@probe('files.protected-case', 'file=ws/.gemini/settings.json=case-@', 'Writing .GEMINI in other letters', further=True)
def _():
    write(inside('.GEMINI/settings.json'), 'case-' + at['token'])
