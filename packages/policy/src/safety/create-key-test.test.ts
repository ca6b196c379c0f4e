import { expect, test } from 'vitest';
import { createKeyTest } from './create-key-test.ts';

const holdsKeys = createKeyTest({ home: '/home/me', roots: ['/home/me/ws', '/home/me/ws/.env/inner'] });

test.each(['/home/me/ws/.env', '/home/me/ws/a/b/.ENV.local', '/home/me/ws/server.pem', '/home/me/.ssh/config'])(
  '%s may hold keys',
  (path) => {
    expect(holdsKeys(path)).toBe(true);
  },
);

test.each(['/home/me/ws/a.ts', '/home/me/ws/.env.example', '/home/me/ws/.env/inner/a.ts', '/home/me/ws/package.json'])(
  '%s is an ordinary file',
  (path) => {
    expect(holdsKeys(path)).toBe(false);
  },
);
