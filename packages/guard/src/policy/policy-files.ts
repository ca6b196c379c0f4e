import { readFileSync } from 'node:fs';
import { parsePolicy, parseToolList, type PolicyFile } from '@bowline/policy';
import { toRealPath } from '../trust/to-real-path.ts';
import { findPolicyFiles, isSavedByOlder, type FoundPolicy, type PolicyPlaces } from './find-policy-files.ts';
import { openGrants, type Grants } from './open-grants.ts';

/**
 * Reads all policy files, the grants that apply here, and the tool lists in settings. A policy file that cannot be read
 * is a problem and does not count as missing. A grant that cannot be read allows nothing.
 */
export function readPolicyFiles(
  places: PolicyPlaces & { readonly grants?: Grants | undefined },
): readonly PolicyFile[] {
  return [
    ...findPolicyFiles(places).map(readPolicyFile),
    ...readGrants(places, places.grants ?? openGrants(places)),
    ...(places.toolLists ?? []).map(parseToolList),
  ];
}

/** A grant for a project applies if the workspace is exactly that folder, with links resolved. */
function readGrants(places: PolicyPlaces, grants: Grants): readonly PolicyFile[] {
  const here = toRealPath(places.root);
  return grants
    .list()
    .filter(({ made, project }) => made !== undefined && (project === undefined || project === here))
    .flatMap(({ policy }) => (policy === undefined ? [] : [policy]));
}

function readPolicyFile(found: FoundPolicy): PolicyFile {
  const { file, tier } = found;
  try {
    const answered = isSavedByOlder(found) ? 'kept' : undefined;
    return parsePolicy(readFileSync(file, 'utf8'), { file, tier, answered });
  } catch (thrown) {
    const message = `cannot read this file (${thrown instanceof Error ? thrown.message : String(thrown)})`;
    const problem = { file, line: 1, message, hint: 'Correct or remove the file' };
    return { file, tier, rules: [], checkers: [], problems: [problem], notices: [] };
  }
}
