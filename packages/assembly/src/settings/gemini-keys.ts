/** What becomes here of a key that Gemini CLI has. */
export type GeminiKeyState =
  /** It does the same. */
  | 'supported'
  /** It does nearly the same; the note says where it differs. */
  | 'different'
  /** It is read over until its subject is there. */
  | 'later'
  /** It is read over for good; the note says why. */
  | 'no';

/** One key of Gemini CLI's settings. */
export interface GeminiKey {
  readonly key: string;
  readonly state: GeminiKeyState;
  readonly note?: string;
}

const SANDBOX = 'commands are confined by the system itself: see security.sandbox';
const MCP = 'MCP servers are not supported yet';
const EXTENSIONS = 'extensions are not supported yet';
const AGENTS = 'there are no subagents yet';
const EXPERIMENT = "an experiment of Gemini CLI's";

/** Keys in groups of one fate: the keys with blanks between, what becomes of them, and why or how. */
const rows: readonly (readonly [keys: string, state: GeminiKeyState, note?: string])[] = [
  ['model.name model.disableLoopDetection', 'supported'],
  [
    'model.compressionThreshold',
    'different',
    'without it, 0.5 of a window of 500,000 tokens or more and 0.8 of a smaller one',
  ],
  ['model.maxSessionTurns', 'different', 'counts the calls of the model in one turn; -1 is the usual limit, 100'],
  ['model.summarizeToolOutput', 'later', 'long output is kept in a file and shown in part'],
  ['model.skipNextSpeakerCheck', 'no', 'there is no such check'],
  ['modelConfigs.aliases modelConfigs.customAliases', 'supported'],
  ['modelConfigs.overrides modelConfigs.customOverrides', 'supported'],
  [
    'modelConfigs.modelDefinitions modelConfigs.modelIdResolutions',
    'no',
    'any name that a provider knows can be asked for',
  ],
  ['modelConfigs.classifierIdResolutions modelConfigs.modelChains', 'no', 'the chains are built in'],

  ['general.defaultApprovalMode', 'supported', 'in a folder that is not trusted only "plan" counts'],
  ['general.maxAttempts', 'different', 'for busy models; other failures have lower limits of their own'],
  ['general.retryFetchErrors', 'no', 'they are always tried again'],
  ['general.vimMode', 'supported'],
  ['general.preferredEditor', 'different', 'a command may stand here too; in your own settings'],
  ['general.openEditorInNewWindow', 'no', 'say it in the command: general.preferredEditor'],
  ['general.enableNotifications', 'different', 'on, unless you say no'],
  ['general.notificationMethod', 'different', '"desktop" is a method too'],
  ['general.topicUpdateNarration', 'no', 'the status line shows what is running'],
  ['general.plan.enabled', 'no', 'plan mode is always available'],
  ['general.plan.modelRouting', 'no', 'model "auto" always plans with the pro model'],
  ['general.plan.directory', 'later'],
  ['general.checkpointing.enabled', 'later', 'a rewind restores the conversation, not the files'],
  ['general.sessionRetention.enabled general.sessionRetention.maxAge', 'later', 'sessions stay until you remove them'],
  [
    'general.sessionRetention.maxCount general.sessionRetention.minRetention',
    'later',
    'sessions stay until you remove them',
  ],
  ['general.enableAutoUpdate general.enableAutoUpdateNotification', 'no', 'it never updates itself'],
  ['general.devtools general.debugKeystrokeLogging general.logRagSnippets', 'no', 'for those who work on Gemini CLI'],

  ['context.fileName', 'different', 'names of files, which do not lead out of their folder'],
  ['context.includeDirectories', 'supported'],
  [
    'context.loadMemoryFromIncludeDirectories',
    'no',
    'files for agents in further folders are read where they are trusted',
  ],
  ['context.includeDirectoryTree', 'no', 'the model looks for itself; a tree would be sent with every request'],
  ['context.discoveryMaxDirs', 'no', 'no folders are searched: files are found when a call touches their folder'],
  ['context.memoryBoundaryMarkers', 'later', 'the root of the repository is the boundary'],
  ['context.fileFiltering.respectGitIgnore', 'later', 'it is respected'],
  [
    'context.fileFiltering.respectGeminiIgnore',
    'no',
    'what .geminiignore names is always hidden; remove the line instead',
  ],
  ['context.fileFiltering.customIgnoreFilePaths', 'later'],
  ['context.fileFiltering.enableRecursiveFileSearch', 'no', '@ always finds files in subfolders'],
  ['context.fileFiltering.enableFuzzySearch', 'no', '@ always matches names by their letters in order'],
  ['context.fileFiltering.enableFileWatcher', 'no', 'files are looked for when you type'],
  ['context.importFormat', 'no', 'imports have one form'],
  ['contextManagement.tools.outputMasking.protectionThresholdTokens', 'supported'],
  ['contextManagement.tools.outputMasking.minPrunableThresholdTokens', 'supported'],
  [
    'contextManagement.tools.outputMasking.protectLatestTurn',
    'no',
    'the results that the model has not seen yet are always shown',
  ],
  [
    'contextManagement.historyWindow.maxTokens contextManagement.historyWindow.retainedTokens ' +
      'contextManagement.messageLimits.normalMaxTokens contextManagement.messageLimits.retainedMaxTokens ' +
      'contextManagement.messageLimits.normalizationHeadRatio contextManagement.tools.distillation.maxOutputTokens ' +
      'contextManagement.tools.distillation.summarizationThresholdTokens',
    'no',
    'the history is measured by the window of the model',
  ],

  ['tools.exclude', 'different', 'commands too: run_shell_command(rm)'],
  ['tools.confirmationRequired', 'supported'],
  [
    'tools.allowed',
    'different',
    'what a command begins with is read word by word; other commands are asked about, not denied',
  ],
  ['tools.core', 'different', 'it limits what may be used; what it names is decided as ever, not allowed by it'],
  ['tools.shell.inactivityTimeout tools.truncateToolOutputThreshold tools.useRipgrep', 'supported'],
  ['tools.shell.pager', 'supported', 'in your own settings'],
  ['tools.shell.enableInteractiveShell tools.shell.backgroundCompletionBehavior', 'later'],
  ['tools.shell.showColor tools.shell.enableShellOutputEfficiency', 'no', 'the model is shown plain text'],
  ['tools.sandbox tools.sandboxAllowedPaths tools.sandboxNetworkAccess', 'no', SANDBOX],
  ['tools.discoveryCommand tools.callCommand', 'no', 'custom tools are not supported'],
  ['tools.disableLLMCorrection', 'no', 'no model corrects an edit in secret'],
  ['useWriteTodos', 'no', 'write_todos is always available'],

  ['security.disableYoloMode security.disableAlwaysAllow', 'supported', 'in your own settings'],
  ['security.folderTrust.enabled', 'supported', 'in your own settings; a folder that you refuse is never trusted'],
  ['security.auth.selectedType', 'different', '"vertex-ai" is Vertex AI; everything else means a key (bowline auth)'],
  ['security.auth.enforcedType security.auth.useExternal', 'no', 'a key is found where it is: bowline auth'],
  [
    'security.environmentVariableRedaction.allowed security.environmentVariableRedaction.blocked',
    'different',
    'commands get a short list of variables; these add to it and take from it',
  ],
  ['security.environmentVariableRedaction.enabled', 'no', 'commands always get a short list of variables'],
  ['security.enablePermanentToolApproval', 'no', '"always" can be answered, unless security.disableAlwaysAllow'],
  ['security.autoAddToPolicyByDefault', 'no', 'nothing is kept that you did not answer with "always"'],
  ['security.toolSandboxing', 'no', SANDBOX],
  ['security.blockGitExtensions security.allowedExtensions', 'later', EXTENSIONS],
  ['security.enableConseca', 'later'],
  ['policyPaths', 'different', 'files besides those in policies/, not in place of them; in your own settings'],
  ['adminPolicyPaths', 'no', "an administrator's rules are in /etc/gemini-cli/policies and /etc/bowline/policies"],

  ['mcpServers mcp.allowed mcp.excluded mcp.serverCommand', 'later', MCP],
  ['hooksConfig.enabled hooksConfig.disabled hooksConfig.notifications', 'later', 'hooks are not supported yet'],
  ['hooks', 'later', 'hooks are not supported yet'],
  ['skills.enabled skills.disabled', 'later', 'skills are not supported yet'],
  ['extensions.disabled extensions.workspacesWithMigrationNudge', 'later', EXTENSIONS],
  ['agents.overrides', 'later', AGENTS],
  ['agents.browser', 'no', 'there is no browser agent'],

  ['output.format', 'later', 'use -o json'],
  ['ui.theme', 'different', 'there are themes of our own (/theme); another name means auto'],
  ['ui.customThemes', 'later', 'the colours of a theme are fixed'],
  ['ui.accessibility.screenReader', 'supported'],
  ['ui.useAlternateBuffer', 'no', "what was said stays in the terminal's own scrollback"],
  ['ui.hideBanner ui.hideTips ui.hideFooter ui.hideContextSummary', 'no', 'there is one header and one footer'],
  ['ui', 'later'],
  ['ide.enabled ide.hasSeenNudge', 'later', 'editors are not connected yet'],
  ['privacy.usageStatisticsEnabled', 'no', 'nothing is collected'],
  ['telemetry', 'later', 'there is none, and nothing is sent'],
  ['billing.overageStrategy', 'no', "for Google's subscriptions"],
  ['billing.vertexAi.requestType billing.vertexAi.sharedRequestType', 'later'],
  ['advanced.excludedEnvVars advanced.ignoreLocalEnv', 'no', '.env files are not read'],
  ['advanced.autoConfigureMemory advanced.dnsResolutionOrder', 'no', 'use NODE_OPTIONS'],
  ['advanced.bugCommand', 'no'],
  ['admin', 'no', "it comes from Google's console, never from a file"],

  ['experimental.adk.agentSessionNoninteractiveEnabled', 'no', 'every session runs on ADK'],
  ['experimental.adk.agentSessionInteractiveEnabled', 'no', 'every session runs on ADK'],
  ['experimental.adk.agentSessionSubagentEnabled', 'later', AGENTS],
  ['experimental.modelSteering', 'no', 'you can always add a message while the model works'],
  ['experimental.enableAgents', 'later', AGENTS],
  ['experimental.worktrees', 'later'],
  ['experimental', 'no', EXPERIMENT],
];

/** Every key of Gemini CLI's settings, each once. One with others below it stands for all that are not named. */
export const geminiKeys: readonly GeminiKey[] = rows.flatMap(([keys, state, note]) =>
  keys.split(' ').map((key) => (note === undefined ? { key, state } : { key, state, note })),
);

/** Names that keys had in Gemini CLI's first format, and what they are called since. */
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
