/** The variables that commands need to work. Keys, tokens and everything else are not passed on. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TERM|TMPDIR|COLORTERM|EDITOR|PAGER|XDG_[A-Z_]+|NODE_ENV|CI|VIRTUAL_ENV|CONDA_PREFIX|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME|RUSTUP_HOME|NVM_DIR|PYENV_ROOT)$/;

/** The environment for commands of the model. An allowlist, never a blocklist. */
export function commandEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && passed.test(name) ? [[name, value] as const] : [],
  );
  // Keeps programs from opening an editor or pager and waiting for input.
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', PAGER: 'cat', GIT_PAGER: 'cat', BOWLINE: '1' };
}
