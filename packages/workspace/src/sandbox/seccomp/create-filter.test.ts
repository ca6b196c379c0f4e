import { expect, test } from 'vitest';
import { createFilter } from './create-filter.ts';
import { auditArchitecture, checkedCalls, refusedCalls, type Architecture } from './system-calls.ts';

const ALLOW = 0x7fff_0000;
const KILL = 0x8000_0000;
const EPERM = 0x0005_0001;
const ENOSYS = 0x0005_0026;
const EAFNOSUPPORT = 0x0005_0061;

const tests: Readonly<Record<number, (value: number, operand: number) => boolean>> = {
  0x15: (value, operand) => value === operand,
  0x35: (value, operand) => value >= operand,
  0x45: (value, operand) => (value & operand) !== 0,
};

/** Evaluates a program like the kernel. */
function evaluate(program: Buffer, call: { arch: number; number: number; args?: readonly number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number >>> 0, 0);
  data.writeUInt32LE(call.arch >>> 0, 4);
  for (const [n, value] of (call.args ?? []).entries())
    data.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 16 + 8 * n);
  let accumulator = 0;
  for (let at = 0; ; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const ifTrue = program.readUInt8(at * 8 + 2);
    const ifFalse = program.readUInt8(at * 8 + 3);
    const operand = program.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return operand;
    if (code === 0x20) accumulator = data.readUInt32LE(operand);
    else if (code === 0x54) accumulator = (accumulator & operand) >>> 0;
    else {
      const test = tests[code];
      if (test === undefined) throw new Error(`unknown instruction ${code}`);
      at += test(accumulator, operand) ? ifTrue : ifFalse;
    }
  }
}

const architectures: readonly Architecture[] = ['x64', 'arm64'];
/** read, write, exit: calls that the filter does not mention. */
const ordinary: Readonly<Record<Architecture, readonly number[]>> = {
  x64: [0, 1, 2, 59, 60, 231, 257, 439],
  arm64: [63, 64, 56, 93, 94, 221],
};

test.each(architectures)(
  'on %s an ordinary call passes and a refused one fails, whatever its arguments',
  (architecture) => {
    const program = createFilter({ architecture, unixSockets: false });
    const arch = auditArchitecture[architecture];
    for (const number of ordinary[architecture]) expect(evaluate(program, { arch, number })).toBe(ALLOW);
    for (const [name, numbers] of Object.entries(refusedCalls)) {
      const number = numbers[architecture];
      if (number !== null) expect(evaluate(program, { arch, number, args: [1, 2, 3] }), name).toBe(EPERM);
    }
  },
);

test('another architecture is killed, and so are x32 calls', () => {
  const x64 = createFilter({ architecture: 'x64', unixSockets: true });
  const arm64 = createFilter({ architecture: 'arm64', unixSockets: true });
  expect(evaluate(x64, { arch: 0x4000_0003, number: 1 })).toBe(KILL);
  expect(evaluate(x64, { arch: auditArchitecture.arm64, number: 1 })).toBe(KILL);
  expect(evaluate(arm64, { arch: auditArchitecture.x64, number: 1 })).toBe(KILL);
  expect(evaluate(x64, { arch: auditArchitecture.x64, number: 0x4000_0000 + 1 })).toBe(KILL);
});

const cases: readonly (readonly [keyof typeof checkedCalls, readonly number[], number])[] = [
  ['clone3', [0], ENOSYS],
  ['clone', [0x11], ALLOW],
  ['clone', [0x1000_0011], EPERM],
  ['clone', [0x0002_0011], EPERM],
  ['ioctl', [0, 0x5413], ALLOW],
  ['ioctl', [0, 0x5412], EPERM],
  ['ioctl', [0, 0x541c], EPERM],
  // The kernel uses only the lower half.
  ['ioctl', [0, 0x1_0000_5412], EPERM],
  ['personality', [0xffff_ffff], ALLOW],
  ['personality', [0x0040_0000], EPERM],
  ['fchmod', [3, 0o755], ALLOW],
  ['fchmod', [3, 0o4755], EPERM],
  ['fchmodat', [0, 0, 0o4755], EPERM],
  ['fchmodat2', [0, 0, 0o1755], ALLOW],
  ['fchmodat2', [0, 0, 0o2755], EPERM],
  ['openat', [0, 0, 0x40, 0o644], ALLOW],
  ['openat', [0, 0, 0x40, 0o4755], EPERM],
  ['openat', [0, 0, 0x40_0000, 0o2755], EPERM],
  // The mode register may contain leftover data.
  ['openat', [0, 0, 0, 0o4755], ALLOW],
  ['open', [0, 0x41, 0o6755], EPERM],
  ['creat', [0, 0o4755], EPERM],
  ['openat2', [0, 0, 0, 0], ENOSYS],
  ['mknodat', [0, 0, 0o010_644], ALLOW],
  ['mknodat', [0, 0, 0o020_644], EPERM],
  ['mknodat', [0, 0, 0o060_644], EPERM],
  ['mknodat', [0, 0, 0o104_755], EPERM],
  ['socketpair', [1, 1, 0], ALLOW],
  ['socketpair', [1, 5 | 0o2_000_000, 0], ALLOW],
  ['socketpair', [1, 2, 0], EPERM],
  ['socketpair', [2, 1, 0], EPERM],
  ['socket', [2, 1, 0], ALLOW],
  ['socket', [10, 2 | 0o2_004_000, 17], ALLOW],
  ['socket', [2, 3, 1], EPERM],
  ['socket', [2, 1, 262], EAFNOSUPPORT],
  ['socket', [16, 3, 0], ALLOW],
  ['socket', [16, 3, 15], EAFNOSUPPORT],
  ['socket', [17, 3, 0], EPERM],
  ['socket', [40, 1, 0], EPERM],
  ['socket', [1, 1, 0], EPERM],
];
test.each(architectures)('on %s calls are checked by their arguments', (architecture) => {
  const program = createFilter({ architecture, unixSockets: false });
  const arch = auditArchitecture[architecture];
  for (const [name, args, result] of cases) {
    const number = checkedCalls[name][architecture];
    if (number !== null) expect(evaluate(program, { arch, number, args }), `${name} ${args.join(' ')}`).toBe(result);
  }
});

test('unix sockets are allowed only on request', () => {
  const program = createFilter({ architecture: 'x64', unixSockets: true });
  const arch = auditArchitecture.x64;
  expect(evaluate(program, { arch, number: 41, args: [1, 1, 0] })).toBe(ALLOW);
  expect(evaluate(program, { arch, number: 41, args: [17, 3, 0] })).toBe(EPERM);
});
