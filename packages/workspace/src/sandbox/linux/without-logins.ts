/**
 * In web URLs, the user name may be a token too. In others, such as SSH, the name is needed and only the password is
 * secret.
 */
const WEB_LOGIN = /\b((?:https?|ftps?):\/\/)[^/?#\n]*@/gi;
const PASSWORD = /(:\/\/[^/?#@:\s"]+):[^/?#\n]*@/g;
const PARAMETER = /([?&][\w.-]{0,40}?(?:token|key|secret|password|signature)[\w.-]{0,40}=)[^&\s"]+/gi;
/** Section headers at the start of a line, a key, and its value. */
const ASSIGNMENT = /^((?:\s*\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\])*\s*)([a-z][a-z0-9-]*)(\s*=)(.*)$/i;
const SECRET_KEY = /^extraheader$|(?:token|password|passwd|pass|secret|apikey|api-key)$/i;
const SECRET_WORD = /pass|token|secret/i;

/** Git settings without credentials. Returns the same text if there are none. */
export function withoutLogins(settings: string): string {
  const lines = joinContinued(settings);
  const clean = lines.map((line) =>
    withoutSecret(line.replaceAll(WEB_LOGIN, '$1').replaceAll(PASSWORD, '$1@').replaceAll(PARAMETER, '$1')),
  );
  return clean.some((line, n) => line !== lines[n]) ? clean.join('\n') : settings;
}

function withoutSecret(line: string): string {
  const [, before = '', key = '', equals = '', value = ''] = ASSIGNMENT.exec(line) ?? [];
  // A helper may be a command that prints the password itself.
  const isSecret = SECRET_KEY.test(key) || (/^helper$/i.test(key) && SECRET_WORD.test(value));
  return isSecret ? before + key + equals : line;
}

/** Joins lines that end in a backslash with the next one, so that no line contains half of a credential. */
function joinContinued(settings: string): readonly string[] {
  const joined: string[] = [];
  let parts: string[] = [];
  for (const line of settings.split(/\r?\n/)) {
    const isComment = parts.length === 0 && /^\s*[#;]/.test(line);
    const isContinued = !isComment && backslashesAtEnd(line) % 2 === 1;
    parts.push(isContinued ? line.slice(0, -1) : line);
    if (isContinued) continue;
    joined.push(parts.join(''));
    parts = [];
  }
  return parts.length === 0 ? joined : [...joined, parts.join('')];
}

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (count < line.length && line[line.length - 1 - count] === '\\') count += 1;
  return count;
}
