import type { Canary } from './open-canary.ts';
import type { Trap } from './trap.ts';

const shims = ['git', 'rg', 'ls', 'sh', 'bash', 'node', 'npm', 'env', 'bwrap', 'gcloud', 'which'] as const;
const modules = ['zod', '@google/genai', '@google/adk', 'undici', 'jsonc-parser'] as const;

/** Files that shells, package managers, editors and module loaders pick up in their working directory. */
export function toolTraps({ touch, url }: Canary): readonly Trap[] {
  const program = (name: string, path: string, fire = `./${path}`): Trap => ({
    name,
    path,
    text: `#!/bin/sh\n${touch(name)}\n`,
    isProgram: true,
    fire,
  });
  const script = (name: string, path: string, fire: string): Trap => ({
    name,
    path,
    text: `require('node:child_process').execSync('${touch(name)}');\n`,
    fire,
  });
  const said = (name: string, path: string, text: string): Trap => ({ name, path, text });
  return [
    ...shims.map((name) =>
      program(`bin-${name}`, `node_modules/.bin/${name}`, `PATH="$PWD/node_modules/.bin:$PATH" ${name}`),
    ),
    ...['rg', 'git', 'bwrap'].map((name) => program(`here-${name}`, name, `PATH=":$PATH" ${name}`)),
    ...modules.map((name) =>
      script(`module-${name.replace('/', '-')}`, `node_modules/${name}/index.js`, `"$NODE" -e 'require("${name}")'`),
    ),
    script('required', 'evil.cjs', 'NODE_OPTIONS=--require=./evil.cjs "$NODE" -e 0'),
    script('pnp', '.pnp.cjs', '"$NODE" --require ./.pnp.cjs -e 0'),
    script('yarn', '.yarn/releases/yarn.cjs', '"$NODE" .yarn/releases/yarn.cjs'),
    said('yarnrc', '.yarnrc.yml', `yarnPath: .yarn/releases/yarn.cjs\nnpmRegistryServer: ${url('yarnrc')}\n`),
    said('npmrc', '.npmrc', `registry=${url('npmrc')}\nscript-shell=./rg\n`),
    {
      name: 'package',
      path: 'package.json',
      text: JSON.stringify({ type: 'commonjs', scripts: { preinstall: touch('package'), prepare: touch('package') } }),
      fire: '"$NODE" --run prepare',
    },
    program('bash-env', '.bash_env', 'BASH_ENV=./.bash_env bash -c true'),
    program('profile', '.bashrc', 'HOME="$PWD" bash -i -c true'),
    program('envrc', '.envrc', 'bash .envrc'),
    said('mise', 'mise.toml', `[hooks]\nenter = "${touch('mise')}"\n`),
    said('make', 'Makefile', `all:\n\t${touch('make')}\n`),
    said('just', 'justfile', `default:\n    ${touch('just')}\n`),
    said(
      'tasks',
      '.vscode/tasks.json',
      JSON.stringify({ tasks: [{ command: touch('tasks'), runOptions: { runOn: 'folderOpen' } }] }),
    ),
    said('editor', '.vscode/settings.json', JSON.stringify({ 'git.path': './git', 'http.proxy': url('editor') })),
    said(
      'devcontainer',
      '.devcontainer/devcontainer.json',
      JSON.stringify({ initializeCommand: touch('devcontainer') }),
    ),
    said('sandbox', '.gemini/sandbox.Dockerfile', `FROM scratch\nRUN ${touch('sandbox')}\n`),
    said('ripgrep', '.ripgreprc', '--pre=./rg\n'),
    said('node-version', '.node-version', '4\n'),
    said('tsconfig', 'tsconfig.json', '{ "extends": "./evil.json" }'),
  ];
}
