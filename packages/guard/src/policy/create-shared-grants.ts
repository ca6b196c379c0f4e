import { describeGrant, parseGrant, toGrantText } from '@bowline/policy';
import { grantName, type Grants, type SavedGrant } from './open-grants.ts';

/** Texts of approvals in a store that several machines use. Adding the same key twice changes nothing. */
export interface GrantTexts {
  /** Oldest first. */
  readonly list: () => Promise<readonly { readonly key: string; readonly text: string }[]>;
  readonly add: (key: string, text: string) => Promise<unknown>;
}

/** Approvals that are saved in a shared store, beside those in files of this machine, to which none is added. */
export function createSharedGrants(texts: GrantTexts, local: Grants): Grants {
  let version = '';
  let known: readonly SavedGrant[] = [];
  const refresh = async (): Promise<void> => {
    const found = await texts.list();
    const current = found.map(({ key }) => key).join(' ');
    if (current === version) return;
    known = found.map(({ key, text }) => toSaved(text, key));
    version = current;
  };
  return {
    list: () => [...local.list(), ...known],
    keep: async (kept) => {
      const { rule, project } = kept;
      await texts.add(grantName(kept), toGrantText(rule, { project, made: new Date().toISOString() }));
      await refresh();
    },
    version: () => `${local.version()} ${version}`,
    refresh,
  };
}

function toSaved(text: string, key: string): SavedGrant {
  const file = `${key}.toml`;
  const grant = parseGrant(text, file);
  // Only an operator of the store can remove an approval.
  const remove = (): void => undefined;
  if ('damage' in grant) return { text: `nothing: ${file} is damaged (${grant.damage})`, file, remove };
  return { ...grant, text: describeGrant(grant.policy.rules), file, remove };
}
