/** Programs that run what their arguments say, so that allowing one allows everything. */
const runners: ReadonlySet<string> = new Set(
  (
    'sh bash dash zsh ksh fish csh tcsh busybox env sudo su doas xargs nohup nice ionice timeout time watch setsid stdbuf ' +
    'chroot unshare nsenter bwrap flock parallel script expect exec eval source . command builtin ssh scp rsync ' +
    'python python2 python3 pypy node deno bun ruby perl php lua luajit Rscript osascript pwsh powershell java tsx ts-node ' +
    'npx bunx uvx pipx awk gawk mawk nawk sed find fd ed ex vi vim nvim emacs nano less more man gdb lldb strace ltrace ' +
    'docker podman nerdctl kubectl oc vagrant tmux screen at batch crontab systemd-run tee dd curl wget nc ncat socat telnet'
  ).split(' '),
);

/** Whether a program runs what its arguments say, judged by its name. */
export function isRunner(program: string): boolean {
  return runners.has(program.slice(program.lastIndexOf('/') + 1));
}
