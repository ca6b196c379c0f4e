/** Where toolchains are in a home folder. */
export const TOOLCHAINS = [
  '.nvm',
  '.volta',
  '.fnm',
  '.local/share/fnm',
  '.asdf',
  '.local/share/mise',
  '.pyenv',
  '.rbenv',
  '.rustup',
  '.cargo/bin',
  '.cargo/env',
  'go/bin',
  'go/pkg',
  '.go',
  '.bun/bin',
  '.deno/bin',
  '.sdkman/candidates',
  '.dotnet',
  '.ghcup',
  '.local/bin',
  '.local/lib',
  '.local/share/uv',
  '.local/pipx',
  '.local/share/pnpm',
  '.juliaup',
  '.nix-profile',
];

/** Project folders whose files other programs run or obey: agents, editors, hooks. */
export const PROTECTED_FOLDERS =
  '.bowline .gemini .claude .codex .agents .cursor .opencode .qwen .zed .vscode .idea .husky .devcontainer'.split(' ');

/** Files of the same kind. */
export const PROTECTED_FILES = ['.mcp.json', '.envrc', '.bowlineignore', '.geminiignore', 'opencode.json'];
