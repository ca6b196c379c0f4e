/** What commands need of the environment to work. Keys, tokens and everything else stay with us. */
const passed =
  /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TZ|TERM|TMPDIR|COLORTERM|EDITOR|PAGER|XDG_[A-Z_]+|NODE_ENV|CI|VIRTUAL_ENV|CONDA_PREFIX|JAVA_HOME|GOPATH|GOROOT|CARGO_HOME|RUSTUP_HOME|NVM_DIR|PYENV_ROOT)$/;

/** The environment that commands of the model run in: a short list that is allowed, never one that is forbidden. */
export function commandEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && passed.test(name) ? [[name, value] as const] : [],
  );
  // Whatever would open an editor or a pager and wait for a person does not.
  return { ...Object.fromEntries(kept), GIT_TERMINAL_PROMPT: '0', PAGER: 'cat', GIT_PAGER: 'cat', BOWLINE: '1' };
}
