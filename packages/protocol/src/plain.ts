// The second entry point of this package: what clients call, without the schemas and zod.
export { approvalModes } from './approval-modes.ts';
export { parseArtifactName } from './artifact-name.ts';
export { createMessage } from './create-message.ts';
export { describeProfile } from './describe-profile.ts';
export { AgentError } from './errors.ts';
export { unreachable } from './exhaustive.ts';
export { isWithin } from './paths/is-within.ts';
export { nearestNames } from './nearest-names.ts';
export { plural } from './plural.ts';
export { applyBackspaces } from './terminal/apply-backspaces.ts';
export { dropControls, replaceControls, spellUnseen, toPicture } from './terminal/control-characters.ts';
export { cutLength, RESET, stripSequences, stripStyles } from './terminal/escape-sequences.ts';
export { showExactly, showInvisibles } from './terminal/show-invisibles.ts';
export { TerminalText } from './terminal/terminal-text.ts';
export { toText } from './to-text.ts';
