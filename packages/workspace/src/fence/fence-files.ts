import type { WorkspaceFence, WorkspaceFiles } from '../workspace.ts';

/** Files that only the owner of the workspace can write. */
export function fenceFiles(files: WorkspaceFiles, fence: Pick<WorkspaceFence, 'require'> | undefined): WorkspaceFiles {
  if (fence === undefined) return files;
  return {
    ...files,
    write: async (path, data, options) => {
      fence.require();
      await files.write(path, data, options);
    },
  };
}
