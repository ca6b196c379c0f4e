/** What Bowline does with a setting of Gemini CLI. */
export type GeminiKeyState =
  /** It has the same effect. */
  | 'supported'
  /** It has nearly the same effect; the note says where it differs. */
  | 'different'
  /** It is ignored until Bowline has the feature. */
  | 'later'
  /** It is ignored; the note says why. */
  | 'no';

/** One key of Gemini CLI's settings. */
export interface GeminiKey {
  readonly key: string;
  readonly state: GeminiKeyState;
  readonly note?: string;
}

const SANDBOX = 'Bowline has its own sandbox: see security.sandbox';
const MCP = 'MCP servers are not supported yet';
const EXTENSIONS = 'extensions are not supported yet';
const AGENTS = 'subagents are not supported yet';
const EXPERIMENT = 'an experiment in Gemini CLI';

/** Keys by state: keys separated by spaces, their state, and a note. */
const rows: readonly (readonly [keys: string, state: GeminiKeyState, note?: string])[] = [
  ['model.name model.disableLoopDetection', 'supported'],
  ['model.compressionThreshold', 'different', 'default: 0.5 for windows of 500,000 tokens or more, else 0.8'],
  ['model.maxSessionTurns', 'different', 'counts model calls in one turn; -1 means 100'],
  ['model.summarizeToolOutput', 'later', 'the model sees part of a long output and gets the rest in a file'],
  ['model.skipNextSpeakerCheck', 'no', 'Bowline has no such check'],
  ['modelConfigs.aliases modelConfigs.customAliases', 'supported'],
  ['modelConfigs.overrides modelConfigs.customOverrides', 'supported'],
  [
    'modelConfigs.modelDefinitions modelConfigs.modelIdResolutions',
    'no',
    'you can use any model name that a provider knows',
  ],
  ['modelConfigs.classifierIdResolutions modelConfigs.modelChains', 'no', 'fallback chains are built in'],

  ['general.defaultApprovalMode', 'supported', 'in an untrusted folder, only "plan" is used'],
  ['general.maxAttempts', 'different', 'applies to busy models; other failures have lower limits'],
  ['general.retryFetchErrors', 'no', 'network errors are always retried'],
  ['general.vimMode', 'supported'],
  ['general.preferredEditor', 'different', 'can also be a command; only in your own settings'],
  ['general.openEditorInNewWindow', 'no', 'add the flag to the command in general.preferredEditor'],
  ['general.enableNotifications', 'different', 'default: true'],
  ['general.notificationMethod', 'different', 'also accepts "desktop"'],
  ['general.topicUpdateNarration', 'no', 'the status line shows what is running'],
  ['general.plan.enabled', 'no', 'plan mode is always available'],
  ['general.plan.modelRouting', 'no', '"auto" always plans with the pro model'],
  ['general.plan.directory', 'later'],
  [
    'general.checkpointing.enabled',
    'no',
    'what edits and commands change is always stored, and `/rewind files` restores it',
  ],
  [
    'general.sessionRetention.enabled general.sessionRetention.maxAge',
    'later',
    'sessions are kept until you remove them',
  ],
  [
    'general.sessionRetention.maxCount general.sessionRetention.minRetention',
    'later',
    'sessions are kept until you remove them',
  ],
  ['general.enableAutoUpdate general.enableAutoUpdateNotification', 'no', 'Bowline does not update itself'],
  ['general.devtools general.debugKeystrokeLogging general.logRagSnippets', 'no', 'for the development of Gemini CLI'],

  ['context.fileName', 'different', 'file names only; a path that leaves the folder is an error'],
  ['context.includeDirectories', 'supported'],
  [
    'context.loadMemoryFromIncludeDirectories',
    'no',
    'context files in added folders are used if those folders are trusted',
  ],
  [
    'context.includeDirectoryTree',
    'no',
    'the model lists folders when it needs them; a tree would be sent with every request',
  ],
  ['context.discoveryMaxDirs', 'no', 'context files in subfolders are loaded when a tool call touches their folder'],
  ['context.memoryBoundaryMarkers', 'later', 'the repository root is the boundary'],
  ['context.fileFiltering.respectGitIgnore', 'later', '.gitignore is always respected'],
  ['context.fileFiltering.respectGeminiIgnore', 'no', '.geminiignore always applies; remove the line instead'],
  ['context.fileFiltering.customIgnoreFilePaths', 'later'],
  ['context.fileFiltering.enableRecursiveFileSearch', 'no', '@ always finds files in subfolders'],
  ['context.fileFiltering.enableFuzzySearch', 'no', '@ always uses fuzzy search'],
  ['context.fileFiltering.enableFileWatcher', 'no', '@ searches as you type'],
  ['context.importFormat', 'no', 'imports have one format'],
  ['contextManagement.tools.outputMasking.protectionThresholdTokens', 'supported'],
  ['contextManagement.tools.outputMasking.minPrunableThresholdTokens', 'supported'],
  ['contextManagement.tools.outputMasking.protectLatestTurn', 'no', 'new results are never masked'],
  [
    'contextManagement.historyWindow.maxTokens contextManagement.historyWindow.retainedTokens ' +
      'contextManagement.messageLimits.normalMaxTokens contextManagement.messageLimits.retainedMaxTokens ' +
      'contextManagement.messageLimits.normalizationHeadRatio contextManagement.tools.distillation.maxOutputTokens ' +
      'contextManagement.tools.distillation.summarizationThresholdTokens',
    'no',
    'the history is limited by the context window of the model',
  ],

  ['tools.exclude', 'different', 'also takes commands: run_shell_command(rm)'],
  ['tools.confirmationRequired', 'supported'],
  [
    'tools.allowed',
    'different',
    'command prefixes are matched word by word; other commands need approval and are not denied',
  ],
  ['tools.core', 'different', 'limits the available tools; listed tools still need approval'],
  ['tools.shell.inactivityTimeout tools.truncateToolOutputThreshold tools.useRipgrep', 'supported'],
  ['tools.shell.pager', 'supported', 'only in your own settings'],
  ['tools.shell.enableInteractiveShell tools.shell.backgroundCompletionBehavior', 'later'],
  ['tools.shell.showColor tools.shell.enableShellOutputEfficiency', 'no', 'the model sees plain text'],
  ['tools.sandbox tools.sandboxAllowedPaths tools.sandboxNetworkAccess', 'no', SANDBOX],
  ['tools.discoveryCommand tools.callCommand', 'no', 'custom tools are not supported'],
  ['tools.disableLLMCorrection', 'no', 'Bowline never uses a model to correct edits'],
  ['useWriteTodos', 'no', 'write_todos is always available'],

  ['security.disableYoloMode security.disableAlwaysAllow', 'supported', 'only in your own settings'],
  [
    'security.folderTrust.enabled',
    'supported',
    'only in your own settings; a folder that you refused is never trusted',
  ],
  [
    'security.auth.selectedType',
    'different',
    '"vertex-ai" uses Vertex AI; any other value uses an API key (bowline auth)',
  ],
  ['security.auth.enforcedType security.auth.useExternal', 'no', 'bowline auth shows which key is used'],
  [
    'security.environmentVariableRedaction.allowed security.environmentVariableRedaction.blocked',
    'different',
    'changes the short list of variables that commands get',
  ],
  ['security.environmentVariableRedaction.enabled', 'no', 'commands always get only a short list of variables'],
  ['security.enablePermanentToolApproval', 'no', 'available; security.disableAlwaysAllow turns it off'],
  ['security.autoAddToPolicyByDefault', 'no', 'Bowline saves only what you allow with "project" or "always"'],
  ['security.toolSandboxing', 'no', SANDBOX],
  ['security.blockGitExtensions security.allowedExtensions', 'later', EXTENSIONS],
  ['security.enableConseca', 'later'],
  ['policyPaths', 'different', 'added to the files in policies/; only in your own settings'],
  ['adminPolicyPaths', 'no', 'administrators put rules in /etc/gemini-cli/policies or /etc/bowline/policies'],

  ['mcpServers mcp.allowed mcp.excluded mcp.serverCommand', 'later', MCP],
  ['hooksConfig.enabled hooksConfig.disabled hooksConfig.notifications', 'later', 'hooks are not supported yet'],
  ['hooks', 'later', 'hooks are not supported yet'],
  ['skills.enabled skills.disabled', 'later', 'skills are not supported yet'],
  ['extensions.disabled extensions.workspacesWithMigrationNudge', 'later', EXTENSIONS],
  ['agents.overrides', 'later', AGENTS],
  ['agents.browser', 'no', 'Bowline has no browser agent'],

  ['output.format', 'later', 'use -o json'],
  ['ui.theme', 'different', 'a built-in theme of Gemini CLI means dark, light, ansi or plain; see /theme'],
  ['ui.customThemes', 'different', 'colors as #rrggbb; those without a role on the screen are not used'],
  ['ui.accessibility.screenReader', 'supported'],
  ['ui.useAlternateBuffer', 'no', "the conversation stays in the terminal's scrollback"],
  ['ui.hideBanner ui.hideTips ui.hideFooter ui.hideContextSummary', 'no', 'the header and footer are fixed'],
  ['ui', 'later'],
  ['ide.enabled ide.hasSeenNudge', 'later', 'editor integration is not supported yet'],
  ['privacy.usageStatisticsEnabled', 'no', 'Bowline collects nothing'],
  ['telemetry', 'later', 'Bowline has no telemetry'],
  ['billing.overageStrategy', 'no', "for Google's subscriptions"],
  ['billing.vertexAi.requestType billing.vertexAi.sharedRequestType', 'later'],
  ['advanced.excludedEnvVars advanced.ignoreLocalEnv', 'no', '.env files are not read'],
  ['advanced.autoConfigureMemory advanced.dnsResolutionOrder', 'no', 'use NODE_OPTIONS'],
  ['advanced.bugCommand', 'no'],
  ['admin', 'no', "set in Google's admin console, not in a file"],

  ['experimental.adk.agentSessionNoninteractiveEnabled', 'no', 'every session runs on ADK'],
  ['experimental.adk.agentSessionInteractiveEnabled', 'no', 'every session runs on ADK'],
  ['experimental.adk.agentSessionSubagentEnabled', 'later', AGENTS],
  ['experimental.modelSteering', 'no', 'you can always add a message while the model works'],
  ['experimental.enableAgents', 'later', AGENTS],
  ['experimental.worktrees', 'later'],
  ['experimental', 'no', EXPERIMENT],
];

/** Every key of Gemini CLI's settings, each once. A group key covers all keys below it that are not listed. */
export const geminiKeys: readonly GeminiKey[] = rows.flatMap(([keys, state, note]) =>
  keys.split(' ').map((key) => (note === undefined ? { key, state } : { key, state, note })),
);

/** Former names of Gemini CLI's keys, with their current names. */
export const formerKeys: Readonly<Record<string, string>> = {
  allowedTools: 'tools.allowed',
  allowMCPServers: 'mcp.allowed',
  checkpointing: 'general.checkpointing.enabled',
  contextFileName: 'context.fileName',
  coreTools: 'tools.core',
  excludeMCPServers: 'mcp.excluded',
  excludeTools: 'tools.exclude',
  fileFiltering: 'context.fileFiltering',
  folderTrust: 'security.folderTrust.enabled',
  includeDirectories: 'context.includeDirectories',
  maxSessionTurns: 'model.maxSessionTurns',
  model: 'model.name',
  preferredEditor: 'general.preferredEditor',
  sandbox: 'tools.sandbox',
  selectedAuthType: 'security.auth.selectedType',
  theme: 'ui.theme',
  usageStatisticsEnabled: 'privacy.usageStatisticsEnabled',
  vimMode: 'general.vimMode',
};
