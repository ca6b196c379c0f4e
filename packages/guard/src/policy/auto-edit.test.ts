import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLocalWorkspace } from '@bowline/workspace';
import { afterAll, describe, expect, test } from 'vitest';
import { createMemory } from '@bowline/workspace';
import { openGuard } from './open-guard.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'bowline-auto-edit-')));
const home = join(base, 'home');
const root = join(home, 'ws');
const bowlineHome = join(home, '.bowline');
for (const folder of ['src', 'node_modules/.bin', '.github', 'links'])
  mkdirSync(join(root, folder), { recursive: true });
symlinkSync('../node_modules', join(root, 'links/modules'));
symlinkSync('../package.json', join(root, 'links/data.txt'));
symlinkSync('../Makefile', join(root, 'links/nothing-yet'));
writeFileSync(join(root, 'package.json'), '{}');
linkSync(join(root, 'package.json'), join(root, 'src/same.json'));
afterAll(() => {
  rmSync(base, { recursive: true });
});

const workspace = openLocalWorkspace({
  root,
  directories: [],
  stateFolder: join(base, 'state'),
  supervisorEntry: '',
  execPath: '',
  execArgv: [],
  env: {},
  memory: createMemory(bowlineHome, (text) => text),
});
const guard = openGuard({
  home,
  bowlineHome,
  root,
  isTrusted: true,
  isInteractive: true,
  canAsk: true,
  workspace,
  directories: [],
  environment: {},
});

type CallArguments = Parameters<Awaited<typeof guard>['decide']>[0]['args'];

async function verdictOn(name: string, args: CallArguments): Promise<string> {
  const call = { name, args, effect: 'write', executor: 'local' } as const;
  return (await (await guard).decide(call, { mode: 'auto_edit', grants: [] })).verdict;
}

const runsLater = `
gulpfile.js Gruntfile.js SConstruct wscript configure conanfile.py binding.gyp .storybook/main.js jest.setup.ts vitest.setup.ts
vitest.workspace.ts .releaserc .graphqlrc.yml .dependency-cruiser.cjs knexfile.js fastlane/Fastfile a.xcodeproj/project.pbxproj
.config/dotnet-tools.json .ghci .iex.exs stack.yaml Snakefile xmake.lua premake5.lua dodo.py tasks.py fabfile.py noxfile.py devbox.json
.envrc.local .git-hooks/pre-commit .githooks/x .run/a.xml .theia/tasks.json .lvimrc .gitpod.yml .replit ansible.cfg uwsgi.ini
gunicorn.conf.py .terraform/x main.tf serverless.yml cdk.json Cargo.lock poetry.lock Tiltfile Earthfile WORKSPACE MODULE.bazel
.mocharc.js .lintstagedrc.cjs x.config.ts CONVENTIONS.md .junie/guidelines.md .rules .amazonq/rules/a.md copilot-instructions.md
.bashrc sub/.zshenv sub/.profile sub/.gitconfig sub/authorized_keys
AGENTS.md GEMINI.md CLAUDE.md sub/deep/AGENTS.md agents.MD .cursorrules .github/copilot-instructions.md
node_modules/.bin/tsc node_modules/x/index.js sub/node_modules/x/index.js NODE_MODULES/x.js links/modules/x.js .venv/bin/python
lib/site-packages/evil.pth sitecustomize.py .pnp.cjs .yarn/releases/yarn.cjs
package.json sub/package.json PACKAGE.JSON package.json. links/data.txt src/../package.json package-lock.json .yarnrc.yml .pnpmfile.cjs
.npmrc bunfig.toml deno.json pyproject.toml conftest.py setup.py requirements-dev.txt Cargo.toml build.rs .cargo/config.toml Gemfile
Makefile links/nothing-yet sub/Makefile CMakeLists.txt build.gradle gradle/wrapper/gradle-wrapper.properties .mvn/jvm.config pom.xml
Dockerfile compose.yaml justfile .bazelrc go.mod
tsconfig.json vitest.config.ts .eslintrc.js .prettierrc.js .babelrc .mocharc.cjs
.vscode/tasks.json .idea/x.xml .zed/tasks.json .nvim.lua .exrc .vimrc .devcontainer/devcontainer.json
.git/hooks/pre-commit .husky/pre-commit .pre-commit-config.yaml lefthook.yml .gitattributes .gitmodules .git/config sub/.git .hg/hgrc
.github/workflows/x.yml .gitlab-ci.yml Jenkinsfile .circleci/config.yml
.envrc .direnv/x .tool-versions .mise.toml mise.toml .python-version .nvmrc rust-toolchain.toml .gdbinit .lldbinit .inputrc .ripgreprc .curlrc
.bowline/settings.json .BOWLINE/settings.json .gemini/policies/x.toml .mcp.json .bowl\u200bine/x .geminiignore .aiexclude
`;
const ordinary = `
src/a.ts src/deep/new/b.py README.md docs/guide.md lib.rs main.go index.html style.css src/config.ts src/package.ts test/a.test.ts
data/fixtures/x.json scripts/x.sh src/agents.ts docs/agents/notes.md src/makefile.ts
`;
const wordsOf = (text: string): readonly string[] => text.trim().split(/\s+/);

describe('auto_edit requires approval to write', () => {
  test.each(wordsOf(runsLater))('%s', async (file_path) => {
    expect(await verdictOn('write_file', { file_path, content: 'x' })).toBe('ask');
    expect(await verdictOn('replace', { file_path, old_string: 'a', new_string: 'b' })).toBe('ask');
  });

  test('memory for all future sessions', async () => {
    expect(await verdictOn('save_memory', { fact: 'always run x' })).toBe('ask');
  });

  test('the same file by its absolute path', async () => {
    expect(await verdictOn('write_file', { file_path: join(root, 'Makefile'), content: 'x' })).toBe('ask');
  });
});

test.each(wordsOf(ordinary))('auto_edit writes ordinary source without approval: %s', async (file_path) => {
  expect(await verdictOn('write_file', { file_path, content: 'x' })).toBe('allow');
  expect(await verdictOn('replace', { file_path, old_string: 'a', new_string: 'b' })).toBe('allow');
});
