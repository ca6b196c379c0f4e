import { readFileSync } from 'node:fs';
import { MEMORY_NAMES } from '@bowline/context';
import { parse } from 'jsonc-parser';
import * as z from 'zod';

/** What Gemini CLI's settings say of memory files. */
const contextSettingsSchema = z.object({
  context: z.object({ fileName: z.union([z.string(), z.array(z.string())]).optional() }).optional(),
});

/** How memory files are named, from settings files of which the later wins. What is wrong with one is told by whoever needs it. */
export function readMemoryNames(paths: readonly string[]): readonly string[] {
  const said = paths.flatMap((path) => {
    const { fileName = [] } = readContextSettings(path);
    const names = [fileName].flat().filter((name) => name.trim() !== '');
    return names.length === 0 ? [] : [names];
  });
  return said.at(-1) ?? MEMORY_NAMES;
}

function readContextSettings(path: string): NonNullable<z.infer<typeof contextSettingsSchema>['context']> {
  try {
    const value: unknown = parse(readFileSync(path, 'utf8'), [], { allowTrailingComma: true });
    return contextSettingsSchema.safeParse(value).data?.context ?? {};
  } catch {
    return {}; // not there, or not ours to read: then it says nothing of names
  }
}
