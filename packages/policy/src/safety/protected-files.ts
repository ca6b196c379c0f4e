import type { SafetyCheck, Severity } from './finding.ts';

/** Files that are not like others, and how bad it is to read and to write them; null is not worth a word. */
export interface ProtectedFiles {
  readonly check: SafetyCheck;
  readonly read: Severity | null;
  readonly write: Severity;
  /**
   * One pattern a word. `*` is any text in a name, `**` any number of folders; `folder/**` is the folder too. `~/` is the
   * home folder, `/` the root; any other pattern fits at any depth. Case does not count.
   */
  readonly patterns: string;
  /** Names that are none of them after all. */
  readonly except?: string;
}

/** Of several rows that fit, the first counts: what guards comes first. */
export const protectedFiles: readonly ProtectedFiles[] = [
  {
    check: 'agent_config',
    read: null,
    write: 'danger',
    patterns:
      '.bowline/** .gemini/** .agents/** .claude/** .codex/** .cursor/** .windsurf/** .continue/** .opencode/** .amp/** ' +
      '.kiro/** .roo/** .aider* .mcp.json .claude.json opencode.json* ~/.config/opencode/** ~/.config/bowline/**',
  },
  {
    check: 'git_hooks',
    read: null,
    write: 'danger',
    patterns:
      '.git .git/hooks/** .git/config .git/config.worktree .git/commondir .git/info/attributes .git/modules/**/hooks/** ' +
      '.git/modules/**/config .git/worktrees/*/commondir .git/worktrees/*/gitdir .git/worktrees/*/config.worktree ' +
      '.husky/** .githooks/** .pre-commit-config.yaml .lefthook.y*ml lefthook.y*ml ~/.gitconfig ~/.config/git/**',
  },
  {
    check: 'shell_profile',
    read: null,
    write: 'danger',
    patterns:
      '~/.bashrc ~/.bash_profile ~/.bash_login ~/.bash_logout ~/.bash_aliases ~/.profile ~/.zshrc ~/.zshenv ~/.zprofile ' +
      '~/.zlogin ~/.zlogout ~/.kshrc ~/.cshrc ~/.tcshrc ~/.login ~/.inputrc ~/.config/fish/** ~/.config/powershell/** ' +
      '~/.oh-my-zsh/** ~/.bashrc.d/** ~/.config/environment.d/** ~/.pam_environment ~/.xprofile ~/.xinitrc ~/.xsessionrc ' +
      '.envrc',
  },
  {
    check: 'keys',
    read: 'danger',
    write: 'danger',
    patterns:
      '~/.ssh/** ~/.gnupg/** ~/.aws/** ~/.azure/** ~/.config/gcloud/** ~/.config/gh/** ~/.config/op/** ' +
      '~/.docker/config.json ~/.password-store/** ~/.local/share/keyrings/** ~/library/keychains/** ~/.vault-token ' +
      '~/.terraform.d/credentials* ~/.cargo/credentials* ~/.gem/credentials ~/.m2/settings.xml ~/.gradle/gradle.properties ' +
      '.kube/config .aws/credentials .codex/auth.json .gemini/oauth_creds.json .claude/.credentials.json .npmrc .pypirc .netrc _netrc .pgpass .my.cnf .git-credentials .htpasswd ' +
      '.env .env.* *.env *.pem *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk id_rsa* id_dsa* id_ecdsa* id_ed25519* ' +
      'service-account*.json service_account*.json application_default_credentials.json .bowline/credentials* ' +
      '/proc/*/environ /proc/*/mem /etc/shadow /etc/gshadow /etc/sudoers /etc/sudoers.d/**',
    except: '*.pub *.example *.sample *.template *.dist .env.defaults example.env sample.env',
  },
  {
    check: 'startup',
    read: null,
    write: 'danger',
    patterns:
      '~/.config/autostart/** ~/.config/systemd/** ~/.local/share/systemd/** ~/.local/share/dbus-1/services/** ' +
      '~/library/launchagents/** /library/launchagents/** /library/launchdaemons/** /etc/systemd/** /etc/init.d/** ' +
      '/etc/cron*/** /etc/crontab /etc/anacrontab /etc/profile /etc/profile.d/** /etc/bash.bashrc /etc/zsh/** ' +
      '/etc/rc.local /etc/ld.so.preload /var/spool/cron/** /var/spool/at/**',
  },
  { check: 'git_internals', read: null, write: 'danger', patterns: '.git/**' },
  {
    check: 'editor_config',
    read: null,
    write: 'danger',
    patterns:
      '.vscode/** .idea/** .fleet/** .zed/** .nvim.lua .nvimrc .exrc .vimrc .dir-locals.el *.code-workspace ' +
      '*.sublime-project .devcontainer/** .devcontainer.json ~/.config/nvim/** ~/.vim/** ~/.emacs* ~/.config/emacs/** ' +
      '~/.config/code/user/** ~/.config/zed/**',
  },
  {
    check: 'ci',
    read: null,
    write: 'danger',
    patterns:
      '.github/workflows/** .github/actions/** .gitlab-ci.yml .gitlab-ci/** jenkinsfile* .circleci/** .travis.yml ' +
      'azure-pipelines*.yml bitbucket-pipelines.yml .drone.yml .buildkite/** appveyor.yml .woodpecker/** .woodpecker.y*ml ' +
      '.tekton/** cloudbuild.yaml .cirrus.yml',
  },
  { check: 'git_internals', read: null, write: 'warning', patterns: '.gitattributes .gitmodules' },
  {
    check: 'agent_instructions',
    read: null,
    write: 'warning',
    patterns:
      'agents.md agents.override.md gemini.md claude.md claude.local.md .cursorrules .windsurfrules .clinerules/** ' +
      '.github/copilot-instructions.md .github/instructions/** skill.md',
  },
  {
    check: 'build_file',
    read: null,
    write: 'warning',
    patterns:
      'package.json makefile gnumakefile *.mk *.gradle *.gradle.kts gradlew mvnw gradle-wrapper.properties pom.xml setup.py ' +
      'setup.cfg pyproject.toml tox.ini noxfile.py conftest.py dockerfile* *.dockerfile docker-compose*.y*ml ' +
      'compose.y*ml build.rs .cargo/config* cmakelists.txt *.cmake meson.build build.bazel *.bzl rakefile gemfile *.gemspec ' +
      'justfile taskfile.y*ml vagrantfile build.sbt mix.exs *.csproj *.targets directory.build.* .pnpmfile.cjs .yarnrc*',
  },
  {
    check: 'build_file',
    read: null,
    write: 'info',
    patterns:
      'tsconfig*.json *.config.js *.config.cjs *.config.mjs *.config.ts *.config.mts .babelrc* .eslintrc* .swcrc',
  },
];
