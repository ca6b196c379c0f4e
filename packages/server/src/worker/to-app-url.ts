import { APP_ROLE } from '../store/migrate.ts';

/** The same database as the app role, which is subject to row-level security and owns nothing. */
export function toAppUrl(url: string, role = APP_ROLE): string {
  const address = new URL(url);
  const options = address.searchParams.get('options');
  address.searchParams.set('options', [options, `-c role=${role}`].filter((part) => part !== null).join(' '));
  return address.href.replaceAll('+', '%20');
}
