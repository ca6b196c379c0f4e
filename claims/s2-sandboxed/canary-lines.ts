import type { EffectKind } from '../shell-lines/line-plan.ts';

/** A line that tries to reach one canary of the host; words in capitals are placeholders that the host fills in. */
export interface CanaryLine {
  readonly kind: EffectKind;
  readonly line: string;
  /** An ordinary user cannot do it anyway. */
  readonly needsRoot?: true;
  /** Not run without a sandbox, because it would reach more than canaries. */
  readonly isOnlyConfined?: true;
}

const python = (text: string): string => `/usr/bin/python3 -c '${text}'`;
const connect = (family: string, address: string): string =>
  python(`import socket; s = socket.socket(socket.AF_${family}); s.connect(${address}); s.send(b"x")`);
const question = (address: string): string =>
  python(
    `import socket; q = bytes(12) + b"\\x03key\\x07example\\x00\\x00\\x01\\x00\\x01"; socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(q, ("${address}", PORT))`,
  );

const CONNECTIONS = [
  'echo x > /dev/tcp/127.0.0.1/PORT',
  'echo x > /dev/tcp/localhost/PORT',
  'echo x > /dev/tcp/ADDRESS/PORT',
  'echo x > /dev/udp/127.0.0.1/PORT',
  'echo x > /dev/udp/ADDRESS/PORT',
  'curl -s http://127.0.0.1:PORT/',
  'curl -s http://ADDRESS:PORT/',
  'curl -s --noproxy "*" http://0.0.0.0:PORT/',
  connect('INET', '("127.0.0.1", PORT)'),
  connect('INET', '("ADDRESS", PORT)'),
  question('127.0.0.1'),
  question('ADDRESS'),
  connect('UNIX', '"SOCKET"'),
  connect('UNIX', '"TEMPORARY.sock"'),
  connect('UNIX', '"dev.sock"'),
  connect('UNIX', '"\\0" + "ABSTRACT"'),
  'curl -s --unix-socket dev.sock http://x/',
  'curl -s --unix-socket SOCKET http://x/',
  'curl -s --abstract-unix-socket ABSTRACT http://x/',
];

const FILES = [
  'echo x >> ~/.bashrc',
  'echo x > ~/.ssh/authorized_keys',
  'mkdir -p ~/.config/autostart && echo x > ~/.config/autostart/x.desktop',
  'echo x > ../outside/new',
  'rm -rf ../outside',
  'mv ../outside ../elsewhere',
  'echo x > link/new',
  'echo x > linked.txt',
  'chmod 600 ../outside/secret.txt',
  'echo x > TEMPORARY.new',
  'echo x > /var/tmp/NAME.new',
  'echo x > /dev/shm/NAME.new',
  'echo x > new',
  'touch a.txt',
  'chmod 755 a.txt',
  'rm .env',
  'ln a.txt new',
  'ln -s / new',
  'mkfifo new',
  'truncate -s 0 b.txt',
  'git commit -qam x',
  'git config core.pager x',
  'echo x > .git/hooks/pre-commit; mkdir -p .git/hooks; echo x > .git/hooks/pre-commit',
  python('import os; os.utime("a.txt", (1, 1))'),
  python('open("/proc/self/cwd/new", "w")'),
];

const SECRET_READS = [
  'cat ~/.ssh/id_rsa',
  'base64 ~/.ssh/id_rsa',
  'cat docs/keylink',
  'cat ../outside/secret.txt',
  'xxd -p ../outside/secret.txt | tr -d "\\n"',
  'cat .env',
  'rev .env',
  'cat docs/hard.txt',
  'tar cf - .env | cat',
  'grep -rs KEY .',
  'cat /proc/self/cwd/.env',
  'tr "\\0" "\\n" < /proc/VICTIM/environ',
  'cat /proc/[0-9]*/environ',
  'cat /proc/VICTIM/root/HOME/.ssh/id_rsa',
  'cat /proc/VICTIM/cwd/.env',
  'ps axeww',
];

const PROCESSES = ['kill -TERM VICTIM', 'kill -STOP VICTIM', 'kill -HUP VICTIM', 'renice -n 19 -p VICTIM'];

/** Lines that try to reach every canary; without a sandbox each one reaches its own. */
export const canaryLines: readonly CanaryLine[] = [
  ...CONNECTIONS.map((line): CanaryLine => ({ kind: 'connection', line })),
  ...FILES.map((line): CanaryLine => ({ kind: 'file', line })),
  ...SECRET_READS.map((line): CanaryLine => ({ kind: 'secret', line })),
  ...PROCESSES.map((line): CanaryLine => ({ kind: 'process', line })),
  { kind: 'file', line: 'echo x > /etc/NAME.new', needsRoot: true },
  { kind: 'file', line: 'echo x > /usr/local/bin/NAME.new', needsRoot: true },
  { kind: 'process', line: 'setsid -f sleep 9' },
  { kind: 'process', line: 'nohup sleep 9 > /dev/null 2>&1 &' },
  { kind: 'process', line: 'kill -9 -1', isOnlyConfined: true },
  { kind: 'process', line: 'for n in $(seq 2 400); do kill -TERM $n; done', isOnlyConfined: true },
];
