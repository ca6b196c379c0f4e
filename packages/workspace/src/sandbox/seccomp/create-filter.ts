import { auditArchitecture, checkedCalls, refusedCalls, type Architecture, type CallNumbers } from './system-calls.ts';

export interface FilterOptions {
  readonly architecture: Architecture;
  /** Allows Unix sockets. A mount does not prevent them from reaching a socket of the host. */
  readonly unixSockets: boolean;
}

/** One instruction of classic BPF. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, operand: number];

const LOAD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const AND = 0x54;
const RETURN = 0x06;

const ALLOW = 0x7fff_0000;
const KILL_PROCESS = 0x8000_0000;
const failWith = (errno: number): number => 0x0005_0000 | errno;
const EPERM = 1;
const ENOSYS = 38;
const EAFNOSUPPORT = 97;

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const SOCK_SEQPACKET = 5;
const SOCKET_TYPE = 0xf;
/** Protocols from here on are not IP protocols: MPTCP would bypass checks for TCP. */
const FIRST_ODD_PROTOCOL = 256;
const CLONE_NEW_ANY = 0x7e02_0000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
/** The setuid and setgid bits. */
const SET_ID = 0o6000;
/** O_CREAT and O_TMPFILE. Without them, the mode argument contains leftover data. */
const MAKES_FILE = 0x40_0040;
const S_IFMT = 0o170_000;
const S_IFCHR = 0o020_000;
const S_IFBLK = 0o060_000;
/** x32 system calls, which are other numbers for the same calls. */
const FIRST_X32 = 0x4000_0000;

/**
 * Creates a seccomp program for bubblewrap's `--seccomp`. It allows calls that it does not mention and kills processes
 * of another architecture.
 *
 * `clone3` and `openat2` fail with ENOSYS, so that programs fall back to `clone` and `openat`, whose arguments a filter
 * can see.
 */
export function createFilter({ architecture, unixSockets }: FilterOptions): Buffer {
  const numberOf = (call: CallNumbers): number | null => call[architecture];
  const refused = Object.values(refusedCalls).flatMap((call) => onCall(numberOf(call), [give(failWith(EPERM))]));
  return encode([
    load(4),
    [JUMP_EQUAL, 1, 0, auditArchitecture[architecture]],
    give(KILL_PROCESS),
    load(0),
    ...(architecture === 'x64' ? [[JUMP_AT_LEAST, 0, 1, FIRST_X32] as const, give(KILL_PROCESS)] : []),
    ...refused,
    ...onCall(numberOf(checkedCalls.clone3), [give(failWith(ENOSYS))]),
    ...onCall(numberOf(checkedCalls.clone), refuseBits(0, CLONE_NEW_ANY)),
    ...onCall(numberOf(checkedCalls.ioctl), refuseValues(1, [TIOCSTI, TIOCLINUX])),
    // The default, a query, and what debuggers and sanitizers set.
    ...onCall(numberOf(checkedCalls.personality), allowValues(0, [0xffff_ffff, 0, 0x4_0000], EPERM)),
    ...onCall(numberOf(checkedCalls.open), refuseMode(1, 2)),
    ...onCall(numberOf(checkedCalls.openat), refuseMode(2, 3)),
    ...onCall(numberOf(checkedCalls.openat2), [give(failWith(ENOSYS))]),
    ...onCall(numberOf(checkedCalls.creat), refuseBits(1, SET_ID)),
    ...onCall(numberOf(checkedCalls.chmod), refuseBits(1, SET_ID)),
    ...onCall(numberOf(checkedCalls.fchmod), refuseBits(1, SET_ID)),
    ...onCall(numberOf(checkedCalls.fchmodat), refuseBits(2, SET_ID)),
    ...onCall(numberOf(checkedCalls.fchmodat2), refuseBits(2, SET_ID)),
    ...onCall(numberOf(checkedCalls.mknod), refuseDevices(1)),
    ...onCall(numberOf(checkedCalls.mknodat), refuseDevices(2)),
    // A pair of datagram sockets could still send to another socket by name.
    ...onCall(numberOf(checkedCalls.socketpair), [
      loadArgument(0),
      [JUMP_EQUAL, 1, 0, AF_UNIX],
      give(failWith(EPERM)),
      ...maskedIn(1, SOCKET_TYPE, [SOCK_STREAM, SOCK_SEQPACKET]),
    ]),
    ...onCall(numberOf(checkedCalls.socket), judgeSocket(unixSockets)),
    give(ALLOW),
  ]);
}

/** Arguments have 64 bits. All checked ones are ints, and both architectures are little-endian. */
const loadArgument = (n: number): Instruction => load(16 + 8 * n);
const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const give = (result: number): Instruction => [RETURN, 0, 0, result];

/** Instructions for one system call. They must end with a result. */
function onCall(number: number | null, body: readonly Instruction[]): Instruction[] {
  return number === null ? [] : [[JUMP_EQUAL, 0, body.length, number], ...body];
}

function refuseBits(argument: number, bits: number): Instruction[] {
  return [loadArgument(argument), [JUMP_ANY_BIT, 0, 1, bits], give(failWith(EPERM)), give(ALLOW)];
}

function refuseValues(argument: number, values: readonly number[]): Instruction[] {
  const tests = values.map((value, n): Instruction => [JUMP_EQUAL, values.length - n, 0, value]);
  return [loadArgument(argument), ...tests, give(ALLOW), give(failWith(EPERM))];
}

function allowValues(argument: number, values: readonly number[], errno: number): Instruction[] {
  const tests = values.map((value, n): Instruction => [JUMP_EQUAL, values.length - n, 0, value]);
  return [loadArgument(argument), ...tests, give(failWith(errno)), give(ALLOW)];
}

/** Fails unless the masked bits of an argument have one of the values. */
function maskedIn(argument: number, mask: number, values: readonly number[]): Instruction[] {
  const [, ...tests] = allowValues(argument, values, EPERM);
  return [loadArgument(argument), [AND, 0, 0, mask], ...tests];
}

/** Refuses devices and the setuid and setgid bits. */
function refuseDevices(argument: number): Instruction[] {
  const [, ...tests] = refuseValues(argument, [S_IFCHR, S_IFBLK]);
  return [loadArgument(argument), [JUMP_ANY_BIT, 0, 1, SET_ID], give(failWith(EPERM)), [AND, 0, 0, S_IFMT], ...tests];
}

/** Refuses the setuid and setgid bits in calls that may create a file. */
function refuseMode(flags: number, mode: number): Instruction[] {
  return [loadArgument(flags), [JUMP_ANY_BIT, 1, 0, MAKES_FILE], give(ALLOW), ...refuseBits(mode, SET_ID)];
}

/**
 * Allows internet stream and datagram sockets; for netlink only routing, which programs need to list interfaces (only
 * the loopback exists); and Unix sockets on request.
 */
function judgeSocket(unixSockets: boolean): Instruction[] {
  const internet: Instruction[] = [
    loadArgument(2),
    [JUMP_AT_LEAST, 0, 1, FIRST_ODD_PROTOCOL],
    give(failWith(EAFNOSUPPORT)),
    loadArgument(1),
    [AND, 0, 0, 0xf],
    [JUMP_EQUAL, 2, 0, SOCK_STREAM],
    [JUMP_EQUAL, 1, 0, SOCK_DGRAM],
    give(failWith(EPERM)),
    give(ALLOW),
  ];
  const netlink = allowValues(2, [NETLINK_ROUTE], EAFNOSUPPORT);
  return [
    loadArgument(0),
    ...(unixSockets ? onCall(AF_UNIX, [give(ALLOW)]) : []),
    [JUMP_EQUAL, 0, netlink.length, AF_NETLINK],
    ...netlink,
    [JUMP_EQUAL, 1, 0, AF_INET],
    [JUMP_EQUAL, 0, internet.length, AF_INET6],
    ...internet,
    give(failWith(EPERM)),
  ];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [n, [code, ifTrue, ifFalse, operand]] of program.entries()) {
    bytes.writeUInt16LE(code, n * 8);
    // Throws if a jump does not fit into its byte.
    bytes.writeUInt8(ifTrue, n * 8 + 2);
    bytes.writeUInt8(ifFalse, n * 8 + 3);
    bytes.writeUInt32LE(operand >>> 0, n * 8 + 4);
  }
  return bytes;
}
