// Runs the cases with the published edit tool of Gemini CLI, in its own process, and prints one line per case. Its
// correction by a model is off, which is its default.
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { EditCase, SentEdit } from '../../../tests/tools/edit-cases/edit-case.ts';
import { editCorpus } from '../../../tests/tools/edit-cases/edit-corpus.ts';
import { judgeEdit, type EditResult } from '../../../tests/tools/judge-edit.ts';

/** The part of the module that is used. */
interface EditModule {
  readonly EditTool: new (
    config: object,
    messageBus: object,
  ) => {
    build(params: object): {
      execute(options: { readonly abortSignal: AbortSignal }): Promise<{ readonly error?: { readonly type?: string } }>;
    };
  };
}
interface FilesModule {
  readonly StandardFileSystemService: new () => object;
}

const [, , core = ''] = process.argv;
const load = async (path: string): Promise<unknown> => await import(pathToFileURL(join(core, 'dist/src', path)).href);
const { EditTool } = (await load('tools/edit.js')) as EditModule;
const { StandardFileSystemService } = (await load('services/fileSystemService.js')) as FilesModule;

function configOf(folder: string): object {
  const files = new StandardFileSystemService();
  return {
    getUsageStatisticsEnabled: () => false,
    getDisableLLMCorrection: () => true,
    isPlanMode: () => false,
    getIdeMode: () => false,
    getApprovalMode: () => 'default',
    getTargetDir: () => folder,
    getProjectRoot: () => folder,
    getFileSystemService: () => files,
    validatePathAccess: () => null,
    getMemoryContextManager: () => undefined,
  };
}

async function runTheirs({ file, before }: EditCase, sent: SentEdit): Promise<EditResult> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gemini-edit-')));
  const path = join(folder, file);
  if (before !== undefined) writeFileSync(path, before);
  try {
    const tool = new EditTool(configOf(folder), {});
    const call = { file_path: path, instruction: 'as the case says', ...sent };
    const errorType = await tool
      .build(call)
      .execute({ abortSignal: new AbortController().signal })
      .then(
        ({ error }) => (error === undefined ? undefined : (error.type ?? 'failed')),
        () => 'thrown',
      );
    return { errorType, after: existsSync(path) ? readFileSync(path) : undefined };
  } catch {
    return { errorType: 'invalid', after: existsSync(path) ? readFileSync(path) : undefined };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const cases = new Map(Object.values(editCorpus).flatMap((group) => group.map((each) => [each.title, each])));
for (const title of JSON.parse(readFileSync(0, 'utf8')) as string[]) {
  const each = cases.get(title);
  if (each === undefined || 'edits' in each.call) throw new Error(`no case ${title}`);
  const start = performance.now();
  const judgement = judgeEdit(each, await runTheirs(each, each.call));
  console.log(JSON.stringify({ title, judgement, ms: Math.round(performance.now() - start) }));
}
process.exit(0); // without waiting for what it left open
