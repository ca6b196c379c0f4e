/** Whether a path is a folder or inside it. Both must be absolute and normalized. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
