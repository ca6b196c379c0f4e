/** Web addresses carry a token as the name too; of others, such as those of SSH, the name is needed and only the password is a key. */
const WEB_LOGIN = /\b((?:https?|ftps?):\/\/)[^/?#\n]*@/gi;
const PASSWORD = /\b([a-z][a-z0-9+.-]*:\/\/[^/?#@:\s"]+):[^/?#\n]*@/gi;
const PARAMETER = /([?&][^=&\s"]*(?:token|key|secret|password|signature)[^=&\s"]*=)[^&\s"]+/gi;
/** Keys whose values are secrets. */
const SECRET =
  /((?:^|\])\s*(?:extraheader|[a-z0-9-]*(?:token|password|passwd|pass|secret|apikey|api-key))\s*=)[^\n]*/gi;
/** A program that prints the password itself. */
const HELPER = /((?:^|\])\s*helper\s*=)[^\n]*(?:pass|token|secret)[^\n]*/gi;

/** Settings of Git without the logins that they hold; the same text when they hold none. */
export function withoutLogins(settings: string): string {
  const lines = joinContinued(settings);
  const clean = lines.map((line) => {
    const plain = line.replaceAll(WEB_LOGIN, '$1').replaceAll(PASSWORD, '$1@').replaceAll(PARAMETER, '$1');
    return plain.replaceAll(SECRET, '$1').replaceAll(HELPER, '$1');
  });
  return clean.some((line, n) => line !== lines[n]) ? clean.join('\n') : settings;
}

/** A line that ends in a backslash goes on in the next one: half of a login shows in none of them. */
function joinContinued(settings: string): readonly string[] {
  const joined: string[] = [];
  let isContinued = false;
  for (const line of settings.split(/\r?\n/)) {
    if (isContinued) joined[joined.length - 1] = (joined.at(-1) ?? '').slice(0, -1) + line;
    else joined.push(line);
    isContinued = !/^\s*[#;]/.test(line) && /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
  }
  return joined;
}
