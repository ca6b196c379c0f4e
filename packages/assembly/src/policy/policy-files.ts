import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePolicy, parseToolList, type PolicyFile } from '@bowline/policy';
import { writeWholeFile } from '../write-whole-file.ts';
import { findPolicyFiles, type FoundPolicy, type PolicyPlaces } from './find-policy-files.ts';

/** Reads all policy files there are, and takes in what settings say. One that cannot be read is a problem, not an absence. */
export function readPolicyFiles(places: PolicyPlaces): readonly PolicyFile[] {
  return [...findPolicyFiles(places).map(readPolicyFile), ...(places.toolLists ?? []).map(parseToolList)];
}

/** Adds a rule to those that were saved: a file that a person can read and change. */
export function saveRule(bowlineHome: string, rule: string): void {
  const path = join(bowlineHome, 'policies', 'auto-saved.toml');
  const before = readText(path) ?? '# Rules from answers for always. Change or delete them as you like.\n';
  if (before.includes(rule.trim())) return;
  writeWholeFile(path, `${before.trimEnd()}\n\n${rule.trim()}\n`);
}

function readPolicyFile({ file, tier }: FoundPolicy): PolicyFile {
  try {
    return parsePolicy(readFileSync(file, 'utf8'), { file, tier });
  } catch (thrown) {
    const message = `it cannot be read (${thrown instanceof Error ? thrown.message : String(thrown)})`;
    const problem = { file, line: 1, message, hint: 'Mend it, or move it away.' };
    return { file, tier, rules: [], checkers: [], problems: [problem], notices: [] };
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
