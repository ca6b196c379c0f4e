/** How much a line matters. */
export type LogLevel = 'info' | 'warn' | 'error';

/** Facts of a line: ids, codes, counts. What people and models say does not belong in it. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Says what happened, for machines that read it. */
export type ServerLog = (level: LogLevel, event: string, facts?: LogFacts) => void;

const LONGEST = 1_000;

/** One JSON object a line. Whatever is secret is left out, wherever it came from. */
export function createJsonLog(write: (line: string) => void, secrets: readonly string[] = []): ServerLog {
  const hide = (text: string): string =>
    secrets.filter((secret) => secret !== '').reduce((left, secret) => left.replaceAll(secret, '[hidden]'), text);
  return (level, event, facts = {}) => {
    const told = Object.entries(facts).map(([name, value]) => [
      name,
      typeof value === 'string' ? hide(value).slice(0, LONGEST) : value,
    ]);
    write(`${JSON.stringify({ at: new Date().toISOString(), level, event, ...Object.fromEntries(told) })}\n`);
  };
}
