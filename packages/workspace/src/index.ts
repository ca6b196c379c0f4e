export { addPending } from './aside/pending-files.ts';
export type { PendingChange } from './snapshots/file-state.ts';
export { createMemory } from './memory/create-memory.ts';
export { createSharedMemory, toFactsText, type FactTexts } from './memory/create-shared-memory.ts';
export { globToRegExp } from './ignore/glob-to-reg-exp.ts';
export {
  HiddenFiles,
  type FoundHidden,
  type HiddenNow,
  type HidingPlaces,
  type HidingReason,
} from './ignore/hidden-files.ts';
export {
  addRules,
  canUnhide,
  IGNORE_FILES,
  isIgnored,
  parseIgnoreRules,
  ROOT_IGNORE_FILES,
  type IgnoreFile,
  type IgnoreRules,
} from './ignore/ignore-rules.ts';
export { readRegularFile } from './disk/read-regular-file.ts';
export { replaceFile, type ReplaceOptions } from './disk/replace-file.ts';
export { parseCredentialHost, TOKEN_PATTERN, type Credential } from './sandbox/credentials/credential.ts';
export { closeInherited } from './sandbox/linux/close-inherited.ts';
export { CommandNetworks, type CommandNetworksParts } from './sandbox/linux/command-networks.ts';
export type { CommandNetwork, NetworkRecord } from './sandbox/linux/command-network.ts';
export {
  defaultLimits,
  type Confinement,
  type NetworkAccess,
  type SandboxLimits,
  type SandboxProfile,
} from './sandbox/confinement.ts';
export { createLinuxSandbox, type LinuxSandboxParts } from './sandbox/linux/create-linux-sandbox.ts';
export { detectBubblewrap, type Bubblewrap, type Detected } from './sandbox/linux/detect-bubblewrap.ts';
export { Placeholders } from './sandbox/linux/placeholders.ts';
export type { ConfinedCommand, NotConfined, NetworkPlace, PlainCommand, Sandbox } from './sandbox/sandbox.ts';
export { createSeatbeltProfile } from './sandbox/macos/create-seatbelt-profile.ts';
export { createEgressProxy, type EgressDecision, type EgressOptions } from './sandbox/network/create-egress-proxy.ts';
export { decideHost, type HostDecision, type HostRule } from './sandbox/network/decide-host.ts';
export { describePrivateAddress } from './sandbox/network/private-addresses.ts';
export { parseListeningPorts } from './sandbox/network/listening-ports.ts';
export { findOutsideGit } from './sandbox/linux/git-folders.ts';
export { findProtectedPaths } from './sandbox/linux/protected-paths.ts';
export { SYSTEM as SYSTEM_FOLDERS } from './sandbox/linux/system-mounts.ts';
export { findWalls, type Wall, type WallContext } from './sandbox/walls/find-walls.ts';
export { readGitIndex, type IndexEntry } from './sandbox/linux/read-git-index.ts';
export { readProcessStat, startOfProcess, type ProcessStat } from './sandbox/linux/process-stat.ts';
export { findHeldLimits, type HeldLimits, type LimitHolder } from './sandbox/linux/held-limits.ts';
export { createGroupBounds, detectCgroups, LimitGroup, type GroupBounds } from './sandbox/linux/limit-group.ts';
export type { CgroupBound, CgroupPlace } from './sandbox/linux/find-cgroups.ts';
export { type DecodedText, decodeText, encodeText } from './files/decode-text.ts';
export { describeParseError } from './files/describe-parse-error.ts';
export { LEASE_MARGIN_MS, type FenceParts, type OwnerLease } from './fence/session-fence.ts';
export { openFencePlace, type FencePlace } from './fence/fence-place.ts';
export { explainHidden } from './files/explain-hidden.ts';
export { writeWholeFile } from './files/write-whole-file.ts';
export {
  type WorkspaceSandbox,
  type LocalWorkspace,
  type LocalWorkspaceParts,
  openLocalWorkspace,
} from './open-local-workspace.ts';
export { openFileHistory } from './snapshots/open-file-history.ts';
export { stripEscapes, toLastState, trailingReturns } from './processes/escape-sequences.ts';
export { createRemoteProvider, type RemoteWorkspaceParts } from './remote/open-remote-workspace.ts';
export { serveWorkspace, type ServedWorkspace, type ServeParts } from './remote/serve-workspace.ts';
export { startListening } from './remote/start-listening.ts';
export { isWorkspaceUrl, parseListenAddress, parseWorkspaceUrl, toWorkspaceUrl } from './remote/workspace-address.ts';
export { type OpenedWorkspace, type WorkspaceMachine, type WorkspaceProvider } from './workspace-provider.ts';
export { JsonLines, toJsonLine } from './processes/json-lines.ts';
export { toPlainText } from './processes/plain-text.ts';
export { type CommandLimits } from './processes/supervised-commands.ts';
export { createSocketPath } from './processes/supervisor-address.ts';
export { type SupervisorSandbox } from './processes/supervisor-messages.ts';
export { IgnoreLookup, type IgnoreSource } from './search/ignore-lookup.ts';
export { createIncludeFilter } from './search/include-filter.ts';
export { listFiles } from './search/list-files.ts';
export { parseSearchPattern } from './search/search-pattern.ts';
export type { Checkpoint, CheckpointOptions, KnownCheckpoint } from './snapshots/checkpoint.ts';
export { createLocalWeb } from './web/create-local-web.ts';
export { type LocalWebParts } from './web/create-local-web.ts';
export {
  type AsideView,
  type WorkspaceAside,
  type BackgroundCommand,
  type CommandRunner,
  type FenceVerdict,
  type WorkspaceFence,
  type CommandEnd,
  type CommandStart,
  type FileInfo,
  type HitLimit,
  type WorkspaceArtifacts,
  type WorkspaceCommand,
  type WorkspaceCommands,
  type FileHistory,
  type HeldFile,
  type WorkspaceFiles,
  type WorkspaceMemory,
  type WorkspaceSearch,
  type WorkspaceWeb,
  type SearchMatch,
  type SeenFiles,
  type TextFound,
  type Workspace,
  type WorkspaceSaves,
  type WebAnswer,
  type WebFinding,
  type WebPage,
} from './workspace.ts';
export { toUndoable, type PreviewSandbox } from './preview/create-command-previews.ts';
export type { CommandPreviews, PreviewedCommand, PreviewStart } from './workspace.ts';
export { openFolderObjects } from './objects/folder-objects.ts';
export {
  isObjectKey,
  withinStore,
  type ListedObject,
  type ObjectFacts,
  type ObjectStore,
} from './objects/object-store.ts';
export { openS3Objects, type S3Place } from './objects/s3-objects.ts';
export type { StoreCredentials } from './objects/sign-request.ts';
export { collectSaves, type Collected, type CollectOptions } from './saves/collect-saves.ts';
export {
  FileSaves,
  type FileSavesParts,
  type NotSaved,
  type RestoredSave,
  type Saved,
  type SaveMissing,
} from './saves/file-saves.ts';
export { bringSave, type BringParts, type Brought } from './saves/bring-save.ts';
export { checkObject, isSaveKey, MAX_OBJECT_BYTES } from './saves/check-object.ts';
export { cloneReference, type Cloned, type CloneParts } from './git/clone-reference.ts';
export { isGitAddress, parseGitAddress, type GitReference } from './git/git-address.ts';
