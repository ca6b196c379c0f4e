export type LogLevel = 'info' | 'warn' | 'error';

/** Details of a log line: IDs, codes, counts. Never what users or models wrote. */
export type LogFacts = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes a machine-readable log line. */
export type ServerLog = (level: LogLevel, event: string, facts?: LogFacts) => void;

const LONGEST = 1_000;

/** Writes one JSON object per line and replaces secrets in all values. */
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
