import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CANARY = '#!/bin/sh\ntouch PWN\n';
const NEW_FILE_PATCH = '--- /dev/null\n+++ b/PWN\n@@ -0,0 +1 @@\n+x\n';
const CHANGE_PATCH = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n-x\n+w\n y\n z\n';
const project = (test: string): string => JSON.stringify({ name: 'p', version: '1.0.0', scripts: { test } });

/** Files by name; programs among them are made executable below. */
const FILES: Readonly<Record<string, string>> = {
  'a.txt': 'x\ny\nz\n',
  'b.txt': 'y\n',
  'big.txt': 'a line that is sorted\n'.repeat(20_000),
  'cmd.txt': 'touch PWN\n',
  'empty.js': '',
  'x.sh': CANARY,
  'x.py': 'open("PWN", "w")\n',
  'x.js': 'require("fs").writeFileSync("PWN", "");\n',
  'x.pm': 'package x; open(F, ">PWN"); 1;\n',
  'x.awk': 'BEGIN { print > "PWN" }\n',
  'x.sed': 'w PWN\n',
  'x.mk': 'all:\n\ttouch PWN\n',
  'x.c': 'int main(void) { return 0; }\n',
  'options.txt': '--checkpoint=1\n--checkpoint-action=exec=touch PWN\na.txt\n',
  'curl.cfg': 'url = "file:///etc/hostname"\noutput = "PWN"\n',
  'evil.gitconfig': '[core]\n\tfsmonitor = "touch PWN; false"\n',
  'pwn.patch': NEW_FILE_PATCH,
  'a.patch': CHANGE_PATCH,
  'package.json': project('true'),
  Makefile: 'TOOL = true\nall:\n\t$(TOOL)\n',
  'evil/package.json': project('touch ../PWN'),
  'evil/Makefile': 'all:\n\ttouch ../PWN\n',
  'names/a': 'x\n',
  'names/-oPWN': 'x\n',
  'a -fprint PWN/file': 'x\n',
  'bin/ls': CANARY,
  'bin/git-evil': CANARY,
  'hooks/pre-commit': CANARY,
  'template/hooks/pre-commit': '#!/bin/sh\ntouch ../PWN\n',
};

/**
 * What needs programs to create: repositories with a setting or a hook that runs, and archives that contain the file.
 */
const SETUP = `
set -e
chmod +x x.sh bin/* hooks/* template/hooks/*
git init -q -b main && git add a.txt b.txt && git commit -q -m one && echo more >> b.txt && git commit -q -a -m two
git config alias.evil-alias '!touch PWN'
git init -q --bare plain.git
git init -q --bare hooked.git && printf '#!/bin/sh\\ntouch ../PWN\\n' > hooked.git/hooks/post-receive
chmod +x hooked.git/hooks/post-receive
git init -q --bare evil-repo && git -C evil-repo config core.bare false
git -C evil-repo config core.worktree . && git -C evil-repo config core.fsmonitor 'touch PWN; false'
tar cf a.tar a.txt
touch PWN && tar cf pwn.tar PWN
if command -v zip > /dev/null; then zip -q pwn.zip PWN; fi
rm PWN
`;

/** Prepares an empty folder for the hostile lines. */
export function prepareFolder(folder: string, environment: NodeJS.ProcessEnv): void {
  for (const [name, text] of Object.entries(FILES)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  execFileSync('bash', ['-c', SETUP], { cwd: folder, env: environment, stdio: 'pipe' });
}
