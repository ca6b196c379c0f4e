import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const facts = "{ architecture: 'x64', release: '6.1.0', uid: 0 }";

test('reports why bubblewrap cannot be started', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bowline-detect-'));
  try {
    const broken = join(folder, 'bwrap');
    writeFileSync(broken, '');
    const module = join(import.meta.dirname, 'detect-bubblewrap.ts');
    const script = `import { detectBubblewrap } from '${module}'; console.log(JSON.stringify(detectBubblewrap(${facts})));`;
    const view = ['--dev-bind', '/', '/', '--ro-bind', broken, '/usr/bin/bwrap', '--'];
    const how = ['--no-warnings', '--experimental-strip-types', '--input-type=module', '-e', script];
    const printed = execFileSync('/usr/bin/bwrap', [...view, process.execPath, ...how], { encoding: 'utf8' });
    expect(printed).toMatch(
      /^\{"ok":false,"problem":"\/usr\/bin\/bwrap cannot be started: [^"]*EACCES\. Install bubblewrap again\."\}\n$/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
