/** Web addresses carry a token as the name too; of others, such as those of SSH, the name is needed and only the password is a key. */
const WEB_LOGIN = /\b((?:https?|ftps?):\/\/)[^/?#\n]*@/gi;
const PASSWORD = /(:\/\/[^/?#@:\s"]+):[^/?#\n]*@/g;
const PARAMETER = /([?&][\w.-]{0,40}?(?:token|key|secret|password|signature)[\w.-]{0,40}=)[^&\s"]+/gi;
/** Sections at the start of a line, a key, and its value. */
const ASSIGNMENT = /^((?:\s*\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\])*\s*)([a-z][a-z0-9-]*)(\s*=)(.*)$/i;
const SECRET_KEY = /^extraheader$|(?:token|password|passwd|pass|secret|apikey|api-key)$/i;
const SECRET_WORD = /pass|token|secret/i;

/** Settings of Git without the logins that they hold; the same text when they hold none. */
export function withoutLogins(settings: string): string {
  const lines = joinContinued(settings);
  const clean = lines.map((line) =>
    withoutSecret(line.replaceAll(WEB_LOGIN, '$1').replaceAll(PASSWORD, '$1@').replaceAll(PARAMETER, '$1')),
  );
  return clean.some((line, n) => line !== lines[n]) ? clean.join('\n') : settings;
}

function withoutSecret(line: string): string {
  const [, before = '', key = '', equals = '', value = ''] = ASSIGNMENT.exec(line) ?? [];
  // A helper may be a program that prints the password itself.
  const isSecret = SECRET_KEY.test(key) || (/^helper$/i.test(key) && SECRET_WORD.test(value));
  return isSecret ? before + key + equals : line;
}

/** A line that ends in a backslash goes on in the next one: half of a login shows in none of them. */
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
