import type { Program, Programs } from '../judge/program.ts';
import { archivePrograms } from './archives.ts';
import { builtinPrograms } from './builtins.ts';
import { filePrograms } from './files.ts';
import { git } from './git.ts';
import { gtfobins } from './gtfobins.ts';
import { interpreterPrograms } from './interpreters.ts';
import { networkPrograms } from './network.ts';
import { packagePrograms } from './package-managers.ts';
import { searchPrograms } from './search.ts';
import { shellPrograms } from './shells.ts';
import { systemPrograms } from './system.ts';
import { textPrograms } from './text.ts';
import { wrapperPrograms } from './wrappers.ts';

/** Every known program, by name. */
export const allPrograms: Programs = new Map<string, Program>([
  ...gtfobins,
  ...builtinPrograms,
  ...filePrograms,
  ...textPrograms,
  ...searchPrograms,
  ...systemPrograms,
  ...archivePrograms,
  ...wrapperPrograms,
  ...shellPrograms,
  ...interpreterPrograms,
  ...networkPrograms,
  ...packagePrograms,
  ['git', git],
]);
