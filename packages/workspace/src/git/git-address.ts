/** A reference of a Git repository. */
export interface GitReference {
  /** What Git fetches from. */
  readonly repository: string;
  /** The only protocol that Git may use. */
  readonly protocol: 'https' | 'ssh' | 'file';
  /** A branch, a tag or a full commit. Default: what the repository names. */
  readonly reference: string;
}

/** Starts with no dash and contains nothing that Git reads as more than a name. */
const REFERENCE = /^(?!.*(?:\.\.|\/\/|@\{))[A-Za-z0-9][\w./-]{0,200}$/;

/** Whether a text names a Git repository in place of a folder. */
export function isGitAddress(text: string): boolean {
  return text.startsWith('git+');
}

/** Parses `git+https://HOST/PATH#REFERENCE`, with `https`, `ssh` or `file`. Undefined for anything else. */
export function parseGitAddress(text: string): GitReference | undefined {
  const url = isGitAddress(text) ? URL.parse(text.slice('git+'.length)) : null;
  const protocol = (['https', 'ssh', 'file'] as const).find((each) => url?.protocol === `${each}:`);
  if (url === null || protocol === undefined) return undefined;
  const reference = url.hash === '' ? 'HEAD' : url.hash.slice(1);
  const isNamed = (protocol === 'file') === (url.host === '') && url.pathname.length > 1;
  // A token in an address would be kept in logs and records.
  if (!isNamed || url.password !== '' || url.search !== '' || url.host.startsWith('-')) return undefined;
  if (!REFERENCE.test(reference)) return undefined;
  url.hash = '';
  return { repository: url.href, protocol, reference };
}
