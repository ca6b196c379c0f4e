import { describe, expect, it } from 'vitest';
import { checkPaths, type PathFact, type PathFacts } from './check-paths.ts';

const home = '/home/me';
const roots = ['/home/me/ws', '/home/me/.bowline/sessions/s1/artifacts'];

function check(path: Partial<PathFact> & Pick<PathFact, 'asked'>, more: Partial<PathFacts> = {}): string[] {
  const fact = { real: path.asked, isWrite: true, ...path };
  return checkPaths({ paths: [fact], roots, home, ...more }).map(({ check: name, severity }) => `${name} ${severity}`);
}

describe('the location of a path', () => {
  it.each([
    ['inside', { asked: '/home/me/ws/a.ts' }, []],
    ['the workspace itself', { asked: '/home/me/ws' }, []],
    ['a folder that begins alike', { asked: '/home/me/ws-evil/a.ts' }, ['outside_workspace danger']],
    ['up and out', { asked: '/home/me/ws/../x' }, ['outside_workspace danger']],
    ['reading outside', { asked: '/etc/hosts', isWrite: false }, ['outside_workspace warning']],
    ['a guess outside', { asked: '/opt/x', isGuess: true }, ['outside_workspace warning']],
    ['a link out, to write', { asked: '/home/me/ws/l', real: '/opt/x' }, ['symlink_escape danger']],
    ['a link out, to read', { asked: '/home/me/ws/l', real: '/opt/x', isWrite: false }, ['symlink_escape danger']],
    ['a link in', { asked: '/opt/l', real: '/home/me/ws/a' }, []],
    ['a device that takes anything', { asked: '/dev/null' }, []],
    ['a disk', { asked: '/dev/sda' }, ['outside_workspace danger']],
  ] as const)('%s', (_, path, findings) => {
    expect(check(path)).toEqual(findings);
  });

  it('is also compared with the workspace as the user spelled it', () => {
    const path = { asked: '/link/ws/l', real: '/opt/x', isWrite: false };
    expect(check(path)).toEqual(['outside_workspace warning']);
    expect(check(path, { spelledRoots: ['/link/ws'] })).toEqual(['symlink_escape danger']);
  });
});

describe('protected files', () => {
  const rows: readonly (readonly [string, string | null, string | null])[] = [
    ['.gemini/settings.json', null, 'agent_config danger'],
    ['.bowline/policies/x.toml', null, 'agent_config danger'],
    ['packages/a/.claude/settings.local.json', null, 'agent_config danger'],
    ['.CLAUDE/Settings.json', null, 'agent_config danger'],
    ['.claude', null, 'agent_config danger'],
    ['.mcp.json', null, 'agent_config danger'],
    ['AGENTS.md', null, 'agent_instructions danger'],
    ['sub/GEMINI.md', null, 'agent_instructions danger'],
    ['.git/hooks/pre-commit', null, 'git_hooks danger'],
    ['.git/config', 'keys danger', 'git_hooks danger'],
    ['.GIT/Config', 'keys danger', 'git_hooks danger'],
    ['.git./config', 'keys danger', 'git_hooks danger'],
    ['.g\u200Cit/config', 'keys danger', 'git_hooks danger'],
    ...(
      'server.key config/master.key credentials.json secrets.yaml secrets.yml secrets.json secrets.toml kubeconfig .kube/cache/x ' +
      '.docker/config.json .dockercfg gh/hosts.yml .vault-token .s3cfg .boto rclone.conf secring.gpg .terraformrc a.tfstate ' +
      'a.tfstate.backup .env~ #.env# .bash_history .zsh_history .python_history my-service-account.json x-adminsdk-1.json ' +
      'my-key.json'
    )
      .split(' ')
      .map((file) => [file, 'keys danger', 'keys danger'] as const),
    ['.git', null, 'git_hooks danger'],
    ['.git/modules/a/b/config', null, 'git_hooks danger'],
    ['.husky/pre-push', null, 'git_hooks danger'],
    ['.git/refs/heads/main', null, 'git_internals danger'],
    ['.gitattributes', null, 'git_internals danger'],
    ['.gitignore', null, null],
    ['.github/workflows/ci.yml', null, 'ci danger'],
    ['.github/CODEOWNERS', null, null],
    ['Jenkinsfile', null, 'ci danger'],
    ['.vscode/tasks.json', null, 'editor_config danger'],
    ['.idea/workspace.xml', null, 'editor_config danger'],
    ['.env', 'keys danger', 'keys danger'],
    ['.env.production', 'keys danger', 'keys danger'],
    ['prod.env', 'keys danger', 'keys danger'],
    ['.env.example', null, null],
    ['certs/server.pem', 'keys danger', 'keys danger'],
    ['id_rsa', 'keys danger', 'keys danger'],
    ['id_rsa.pub', null, null],
    ['.npmrc', 'keys danger', 'keys danger'],
    ['.claude/.credentials.json', 'keys danger', 'agent_config danger'],
    ['package.json', null, 'build_file danger'],
    ['Makefile', null, 'build_file danger'],
    ['app/build.gradle', null, 'build_file danger'],
    ['tsconfig.build.json', null, 'tool_config danger'],
    ['vite.config.ts', null, 'tool_config danger'],
    ['src/environment.ts', null, null],
    ['git/hooks/pre-commit', null, null],
    ['.bashrc', null, 'shell_profile danger'],
    ['.envrc', 'keys danger', 'shell_profile danger'],
  ];
  it.each(rows)('%s', (file, read, write) => {
    const asked = `/home/me/ws/${file}`;
    expect(check({ asked, isWrite: false })).toEqual(read === null ? [] : [read]);
    expect(check({ asked })).toEqual(write === null ? [] : [write]);
  });

  const inHome: readonly (readonly [string, string | null, string])[] = [
    ['.bashrc', null, 'shell_profile danger'],
    ['.config/fish/config.fish', null, 'shell_profile danger'],
    ['.ssh/config', 'keys danger', 'keys danger'],
    ['.ssh', 'keys danger', 'keys danger'],
    ['.aws/credentials', 'keys danger', 'keys danger'],
    ['.config/gcloud/application_default_credentials.json', 'keys danger', 'keys danger'],
    ['.kube/config', 'keys danger', 'keys danger'],
    ['.config/systemd/user/x.service', null, 'startup danger'],
    ['Library/LaunchAgents/x.plist', null, 'startup danger'],
    ['.gitconfig', null, 'git_hooks danger'],
    ['.bowline/settings.json', null, 'agent_config danger'],
  ];
  it.each(inHome)('~/%s', (file, read, write) => {
    const asked = `/home/me/${file}`;
    expect(check({ asked, isWrite: false })).toEqual(['outside_workspace warning', ...(read === null ? [] : [read])]);
    expect(check({ asked })).toEqual(['outside_workspace danger', write]);
  });

  it('are found behind a link, and by the name of a link', () => {
    expect(check({ asked: '/home/me/ws/notes.txt', real: '/home/me/ws/.git/hooks/pre-commit' })).toEqual([
      'git_hooks danger',
    ]);
    expect(check({ asked: '/home/me/ws/.git/hooks/x', real: '/home/me/ws/x' })).toEqual(['git_hooks danger']);
    expect(check({ asked: '/home/me/ws/k', real: '/home/me/.ssh/id_ed25519', isWrite: false })).toEqual([
      'symlink_escape danger',
      'keys danger',
    ]);
  });

  it('that are possibly written are a warning at most, except guards', () => {
    expect(check({ asked: '/home/me/ws/.github/workflows/ci.yml', isGuess: true })).toEqual(['ci warning']);
    expect(check({ asked: '/home/me/ws/tsconfig.json', isGuess: true })).toEqual(['tool_config warning']);
    expect(check({ asked: '/home/me/ws/.git/hooks/x', isGuess: true })).toEqual(['git_hooks danger']);
  });

  it("do not include all files in the session's own directories", () => {
    expect(check({ asked: '/home/me/.bowline/sessions/s1/artifacts/out.txt' })).toEqual([]);
    expect(check({ asked: '/home/me/.claude/work/a.ts' }, { roots: ['/home/me/.claude/work'] })).toEqual([]);
    expect(check({ asked: '/home/me/.ssh/x' }, { roots: ['/home/me/.ssh'] })).toEqual(['keys danger']);
  });

  it("include the agent's own files, wherever it keeps them", () => {
    const more = { agentFolders: ['/data/bl'], roots: ['/home/me/ws', '/data/bl/sessions/s1/artifacts'] };
    expect(check({ asked: '/data/bl/policies/a.toml' }, more)).toEqual([
      'outside_workspace danger',
      'agent_config danger',
    ]);
    expect(check({ asked: '/data/bl/sessions/s1/artifacts/a' }, more)).toEqual([]);
    expect(check({ asked: '/data/bl/a' }, { ...more, roots: ['/data/bl'] })).toEqual(['agent_config danger']);
    expect(check({ asked: '/data/bl/a' }, { ...more, roots: ['/data'] })).toEqual(['agent_config danger']);
  });
});

describe('a message', () => {
  const messages = (path: PathFact): string[] =>
    checkPaths({ paths: [path], roots, home }).map(({ message }) => message);

  it('is short, and names the file', () => {
    expect(messages({ asked: '/home/me/ws/.git/hooks/x', real: '/home/me/ws/.git/hooks/x', isWrite: true })).toEqual([
      'writes .git/hooks/x: configuration that makes Git run programs',
    ]);
    expect(messages({ asked: '/home/me/ws/l', real: '/opt/x', isWrite: false })).toEqual([
      'reads /home/me/ws/l, a link that leads outside the workspace to /opt/x',
    ]);
  });

  it('spells out invisible characters, and shortens long paths', () => {
    const asked = `/opt/a\u202E\n${'b'.repeat(500)}`;
    const [message = ''] = messages({ asked, real: asked, isWrite: false });
    expect(message).toContain(String.raw`/opt/a\u{202e}\u{a}bbb`);
    expect(message.length).toBeLessThan(300);
  });

  it('is reported once for a file that is used twice', () => {
    const path = { asked: '/opt/x', real: '/opt/x', isWrite: true };
    expect(checkPaths({ paths: [path, path], roots, home })).toHaveLength(1);
  });
});
