import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { afterAll, describe, it } from 'vitest';
import { classSize } from './class-size.ts';
import { noProcess } from './no-process.ts';
import { optionSize } from './option-size.ts';

// RuleTester runs its cases with these.
Object.assign(RuleTester, { describe, it, afterAll });
const tester = new RuleTester({ languageOptions: { parser: tseslint.parser } });

const two = [{ fields: 2, publicMembers: 2 }];
tester.run('class-size', classSize, {
  valid: [
    { code: 'class A { #a; #b; c() {} d() {} #e() {} }', options: two },
    { code: 'class A { get a() { return 1 } set a(v) {} b() {} constructor() {} }', options: two },
    { code: 'class A { private a; protected b; private c() {} private d() {} e() {} }', options: two },
    { code: 'class Large { a() {} b() {} c() {} }', options: [{ ...two[0], except: ['Large'] }] },
    { code: 'class A { a(x: string): void; a(x: number): void; a(x: any) {} b() {} }', options: two },
  ],
  invalid: [
    { code: 'class A { #a; #b; static #c }', options: two, errors: [{ messageId: 'fields' }] },
    {
      code: 'class A { constructor(private a: 1, readonly b: 2, protected c: 3, d: 4) {} }',
      options: two,
      errors: [{ messageId: 'fields' }],
    },
    { code: 'class A { #a; constructor(public b: 1, readonly c: 2) {} d() {} }', options: two, errors: 2 },
    { code: "const A = class { a() {} 'b'() {} [c]() {} }", options: two, errors: [{ messageId: 'publicMembers' }] },
    { code: 'abstract class A { abstract a: 1; abstract b(): void; c() {} }', options: two, errors: 1 },
  ],
});

const max = [{ max: 2, except: ['LargeOptions'] }];
tester.run('option-size', optionSize, {
  valid: [
    { code: 'interface AOptions { a: 1; b: 2 }', options: max },
    { code: 'interface A { a: 1; b: 2; c: 3 }', options: max },
    { code: 'interface LargeOptions { a: 1; b: 2; c: 3 }', options: max },
    { code: 'interface AOptions extends B { a: 1; b: 2 }', options: max },
    { code: 'type AOptions = B & { a: 1 } & { b: 2 }', options: max },
  ],
  invalid: [
    { code: 'interface AOptions { a: 1; b?: 2; c(): void }', options: max, errors: [{ messageId: 'tooMany' }] },
    { code: 'type AOptions = { a: 1; b: 2; c: 3 }', options: max, errors: [{ messageId: 'tooMany' }] },
    { code: 'type AOptions = { a: 1; b: 2 } & { c: 3 }', options: max, errors: [{ messageId: 'tooMany' }] },
  ],
});

tester.run('no-process', noProcess, {
  valid: [
    "import { spawn } from 'node:child_process';",
    "import type { Process } from 'node:process';",
    'const { process } = parts; parts.process.exit();',
    "load('process');",
  ],
  invalid: [
    "import process from 'node:process';",
    "import { env as e } from 'process';",
    "import * as p from 'node:process';",
    "import { setFlagsFromString } from 'node:v8';",
    "export { env } from 'node:process';",
    "export * from 'process';",
    "const p = await import('node:process');",
    "const p = require('process');",
    "const p = createRequire(x).require('v8');",
    "const p = it.getBuiltinModule('node:process');",
    'globalThis.process.exit();',
    "const p = globalThis['process'];",
    'const { process: p } = globalThis;',
  ].map((code) => ({ code, errors: [{ messageId: 'found' }] })),
});
