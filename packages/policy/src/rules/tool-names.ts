/** The tool that runs a command line. Only its rules may have conditions on commands. */
export const SHELL_TOOL = 'run_shell_command';

/** The tool that starts a subagent. Rules may name the subagent instead. */
export const AGENT_TOOL = 'invoke_agent';

/** The tool that fetches web pages. */
export const FETCH_TOOL = 'web_fetch';

/** The tools that change files. One grant covers all of them. */
export const EDIT_TOOLS: readonly string[] = ['replace', 'write_file'];

/** Tools that policies commonly name, to detect typos. Rules may name other tools too. */
export const knownTools: readonly string[] = [
  SHELL_TOOL,
  AGENT_TOOL,
  'read_file',
  'read_many_files',
  'list_directory',
  'glob',
  'grep_search',
  'search_file_content',
  'write_file',
  'replace',
  'web_fetch',
  'google_web_search',
  'ask_user',
  'activate_skill',
  'enter_plan_mode',
  'exit_plan_mode',
  'apply_changes',
  'write_todos',
  'update_topic',
  'complete_task',
  'get_internal_docs',
  'save_memory',
  'read_mcp_resource',
  'list_mcp_resources',
  'list_background_processes',
  'read_background_output',
  'background_process',
  'write_to_process',
  'tracker_create_task',
  'tracker_update_task',
  'tracker_get_task',
  'tracker_list_tasks',
  'tracker_add_dependency',
  'tracker_visualize',
  'codebase_investigator',
  'cli_help',
];

const renamed: ReadonlyMap<string, string> = new Map([
  ['search_file_content', 'grep_search'],
  ['list_background_processes', 'background_process'],
  ['read_background_output', 'background_process'],
]);

/** A tool's name and its other names, so that old rules apply to new names and new rules to old names. */
export function toolNamesOf(tool: string): readonly string[] {
  const current = renamed.get(tool) ?? tool;
  const former = [...renamed].filter(([, name]) => name === current).map(([name]) => name);
  return [...new Set([tool, current, ...former])];
}
