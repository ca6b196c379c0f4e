import type * as z from 'zod';

type Issue = z.core.$ZodIssue;

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
};

const units: Readonly<Record<string, string>> = { string: 'character', array: 'item' };

/** The issues that a missing value has. */
const byValue: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/**
 * Says what is wrong with a value, to write after its name: `must be a number, but is a string`.
 *
 * Does not repeat the value, which may be a secret. `root` is the value that was parsed, to find the type of the part
 * that the issue is about.
 */
export function describeIssue(issue: Issue, root: unknown): string {
  const found = valueAt(root, issue.path);
  if (found === undefined && byValue.has(issue.code)) return 'is missing';
  const inner = issue.code === 'invalid_union' ? issue.errors.flatMap(([first]) => first ?? []) : [];
  const near = inner.find(({ path }) => path.length > 0);
  if (near !== undefined) return `is invalid: ${near.path.join('.')} ${describeIssue(near, found)}`;
  const wanted = wantedOf(issue);
  const isFraction = issue.code === 'invalid_type' && issue.expected === 'int' && typeof found === 'number';
  const isWrongType = (issue.code === 'invalid_type' && !isFraction) || inner.length > 0;
  return isWrongType && wanted.startsWith('must be ') ? `${wanted}, but is ${typeOf(found)}` : wanted;
}

function wantedOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return oneOf(issue.values);
    case 'too_big':
      return limitOf(issue.origin, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      return limitOf(issue.origin, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'unrecognized_keys':
      return `has ${issue.keys.length === 1 ? 'an unknown key' : 'unknown keys'}: ${issue.keys.join(', ')}`;
    case 'invalid_union':
      return alternativesOf(issue);
    default:
      return toClause(issue.message);
  }
}

function alternativesOf(issue: Extract<Issue, { code: 'invalid_union' }>): string {
  if ('options' in issue && issue.errors.length === 0) return oneOf(issue.options ?? []);
  const [first = 'is invalid', ...others] = new Set(issue.errors.flatMap((errors) => errors.slice(0, 1).map(wantedOf)));
  return [first, ...others.map((wanted) => wanted.replace(/^must (?:be )?/, ''))].join(' or ');
}

function oneOf(values: readonly unknown[]): string {
  return `must be ${values.length > 1 ? 'one of ' : ''}${values.map(String).join(', ')}`;
}

function limitOf(origin: string, limit: number | bigint, than: string): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${than} ${limit}`;
  const isOne = Number(limit) === 1;
  return isOne && than === 'at least' ? 'must not be empty' : `must have ${than} ${limit} ${unit}${isOne ? '' : 's'}`;
}

/** A message of ours is already a clause; one of Zod starts with a capital letter. */
function toClause(message: string): string {
  const text = message.replace(/^Invalid \w+: (?=must )/, '').replace(/^Invalid URL$/, 'must be a URL');
  return /^[A-Z]/.test(text) ? `is invalid (${text})` : text;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'boolean') return String(value);
  return typeNames[typeof value] ?? typeof value;
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
        : undefined,
    root,
  );
}
