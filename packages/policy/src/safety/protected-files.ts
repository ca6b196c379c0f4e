import type { Severity } from '@bowline/protocol';
import type { SafetyCheck } from './finding.ts';
import { keyFiles } from './key-files.ts';

/** Protected files, and the severity of reading and writing them. Null means no finding. */
export interface ProtectedFiles {
  readonly check: SafetyCheck;
  readonly read: Severity | null;
  readonly write: Severity;
  /**
   * Patterns separated by spaces. `*` matches any text in a name, `**` any number of directories. `folder/**` includes
   * the directory itself. `~/` is the home directory, `/` the root. Any other pattern matches at any depth. Case is
   * ignored.
   */
  readonly patterns: string;
  /** Patterns of exceptions. */
  readonly except?: string | undefined;
}

/**
 * The first matching row counts, so guards come first.
 *
 * Writing a file marked `danger` needs approval whatever allows edits: it runs later, or decides what runs. Ordinary
 * source code runs later too, but only when it is called. The line is drawn at files that programs load by name or
 * location.
 */
export const protectedFiles: readonly ProtectedFiles[] = [
  {
    check: 'agent_config',
    read: null,
    write: 'danger',
    patterns:
      '.bowline/** .gemini/** .agents/** .claude/** .codex/** .cursor/** .windsurf/** .continue/** .opencode/** .amp/** ' +
      '.kiro/** .roo/** .junie/** .amazonq/** .aider* .mcp.json .claude.json opencode.json* ~/.config/opencode/** ~/.config/bowline/** ' +
      '.bowlineignore .geminiignore .aiexclude .aiignore .cursorignore',
  },
  {
    check: 'git_hooks',
    read: null,
    write: 'danger',
    patterns:
      '.git .git/hooks/** .git/config .git/config.worktree .git/commondir .git/info/attributes .git/modules/**/hooks/** ' +
      '.git/modules/**/config .git/worktrees/*/commondir .git/worktrees/*/gitdir .git/worktrees/*/config.worktree ' +
      '.husky/** .githooks/** .git-hooks/** .pre-commit-config.yaml .lefthook.y*ml lefthook.y*ml ~/.config/git/** .gitconfig',
  },
  {
    check: 'shell_profile',
    read: null,
    write: 'danger',
    patterns:
      '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile ' +
      '.zlogin .zlogout .kshrc .cshrc .tcshrc .login ~/.inputrc ~/.config/fish/** ~/.config/powershell/** ' +
      '~/.oh-my-zsh/** ~/.bashrc.d/** ~/.config/environment.d/** ~/.pam_environment ~/.xprofile ~/.xinitrc ~/.xsessionrc ' +
      '.envrc*',
  },
  ...keyFiles.map(({ patterns, except }): ProtectedFiles => ({
    check: 'keys',
    read: 'danger',
    write: 'danger',
    patterns,
    except,
  })),
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
      '.vscode/** .idea/** .run/** .theia/** .lvimrc *.xcodeproj/** .fleet/** .zed/** .nvim.lua .nvimrc .exrc .vimrc .dir-locals.el *.code-workspace ' +
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
      '.tekton/** cloudbuild.yaml .cirrus.yml .gitpod.yml .replit fastlane/** .releaserc*',
  },
  {
    check: 'git_internals',
    read: null,
    write: 'danger',
    patterns: '.gitattributes .gitmodules .jj/** .hg/** .hgrc .svn/** .config/git/**',
  },
  {
    check: 'agent_instructions',
    read: null,
    write: 'danger',
    patterns:
      'conventions.md .rules copilot-instructions.md agents.md agents.override.md agent.md gemini.md claude.md claude.local.md .cursorrules .windsurfrules .clinerules ' +
      '.clinerules/** .goosehints .github/copilot-instructions.md .github/instructions/** .github/prompts/** ' +
      '.github/agents/** .github/chatmodes/** *.mdc skill.md',
  },
  {
    check: 'installed_code',
    read: null,
    write: 'danger',
    patterns:
      'node_modules/** bower_components/** .yarn/** .pnp.cjs .pnp.js .pnp.loader.mjs .venv/** venv/bin/** venv/lib/** ' +
      'site-packages/** dist-packages/** __pycache__/** *.pth sitecustomize.py usercustomize.py vendor/bundle/** .bundle/** ' +
      '.cargo/registry/** .m2/repository/** .gradle/** .direnv/** .terraform/**',
  },
  {
    // Package managers and build tools, and what they run.
    check: 'build_file',
    read: null,
    write: 'danger',
    patterns:
      'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.lock* lerna.json ' +
      'nx.json turbo.json .pnpmfile.cjs .yarnrc* bunfig.toml deno.json* jsr.json makefile gnumakefile *.mk *.gradle ' +
      '*.gradle.kts gradlew* mvnw* gradle.properties gradle-wrapper.properties gradle/wrapper/** pom.xml .mvn/** ' +
      'setup.py setup.cfg pyproject.toml tox.ini noxfile.py conftest.py pytest.ini requirements*.txt pipfile* poetry.toml ' +
      'uv.toml pip.conf dockerfile* *.dockerfile containerfile* docker-compose*.y*ml compose.y*ml docker-bake* build.rs ' +
      'cargo.toml .cargo/config* rust-toolchain* cmakelists.txt cmakepresets.json *.cmake meson.build build.bazel ' +
      'workspace.bazel module.bazel *.bzl .bazelrc .bazeliskrc buck rakefile *.rake gemfile* *.gemspec justfile .justfile ' +
      'taskfile.y*ml vagrantfile build.sbt *.sbt mix.exs rebar.config *.csproj *.fsproj *.vbproj *.props *.targets ' +
      'directory.build.* nuget.config global.json composer.json build.zig go.mod go.work procfile skaffold.yaml flake.nix ' +
      'default.nix shell.nix *.podspec podfile package.swift gulpfile* gruntfile* sconstruct sconscript wscript configure ' +
      'configure.ac conanfile.* binding.gyp *.gypi stack.yaml *.cabal cabal.project* snakefile *.smk xmake.lua premake5.lua ' +
      'dodo.py tasks.py fabfile.py devbox.json tiltfile earthfile workspace *.lock go.sum gradle.lockfile packages.lock.json ' +
      'podfile.lock flake.lock deno.lock *.tf *.tf.json *.tfvars .terraform.lock.hcl serverless.y*ml serverless.json cdk.json ' +
      'ansible.cfg uwsgi.ini gunicorn.conf.py knexfile.* .config/dotnet-tools.json',
  },
  {
    // Compilers, test runners, linters and formatters: their configuration is a program, or names one.
    check: 'tool_config',
    read: null,
    write: 'danger',
    patterns:
      'tsconfig*.json jsconfig*.json *rc.js *rc.cjs *rc.mjs *rc.ts *.setup.js *.setup.cjs *.setup.mjs *.setup.ts jest.setup.* ' +
      'vitest.setup.* vitest.workspace.* .storybook/** .graphqlrc* .dependency-cruiser.* .ghci .iex.exs *.config.js *.config.cjs *.config.mjs *.config.ts *.config.cts *.config.mts ' +
      '.babelrc* .eslintrc* .swcrc .prettierrc* .stylelintrc* .lintstagedrc* .commitlintrc* .mocharc* ' +
      '.nycrc* .huskyrc* .jestrc* .postcssrc* .browserslistrc .npmpackagejsonlintrc* .czrc karma.conf.* wdio.conf.* ' +
      '.rspec .rubocop.yml .pylintrc pylintrc mypy.ini .mypy.ini .flake8 ruff.toml .ruff.toml .coveragerc .golangci.y*ml ' +
      '.clang-tidy .clangd .ocamlinit .sbtopts .jvmopts .luacheckrc',
  },
  {
    // Files that a shell, an interpreter or another program loads from its working directory.
    check: 'tool_config',
    read: null,
    write: 'danger',
    patterns:
      '.tool-versions .mise.toml mise.toml .mise/** .rtx.toml .nvmrc .node-version .python-version .ruby-version ' +
      '.java-version .sdkmanrc .terraform-version .ripgreprc .inputrc .gdbinit .lldbinit .curlrc .wgetrc .sqliterc ' +
      '.psqlrc .irbrc .pryrc .rprofile .renviron .pythonrc* .pdbrc .ackrc .agignore .actrc .watchmanconfig *.tfrc',
  },
];
