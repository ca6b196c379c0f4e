import { parsePolicy } from '../rules/parse-policy.ts';
import type { PolicyFile } from '../rules/policy-rule.ts';

/** What holds before anybody has written a rule. Anything it does not name is asked; in yolo mode it is allowed. */
export const defaultPolicyText = `# Reading is free, in every mode, also when nobody is there.
[[rule]]
name = "reading is free"
toolName = "*"
effect = "read"
decision = "allow"
priority = 50

[[rule]]
name = "commands that only read are free"
toolName = "run_shell_command"
commandIsReadOnly = true
decision = "allow"
priority = 50

# The agent's own notes, and delegation: what a subagent does is decided call by call.
[[rule]]
name = "notes and delegation are free"
toolName = ["write_todos", "update_topic", "complete_task", "invoke_agent"]
decision = "allow"
priority = 50

# Looking after one's own: starting it was decided, and typing into it is.
[[rule]]
name = "looking after what runs in the background is free"
toolName = "background_process"
decision = "allow"
priority = 50

# A search tells nobody but the search engine; a page that is fetched tells whoever serves it.
[[rule]]
name = "searching the web is free"
toolName = "google_web_search"
decision = "allow"
priority = 50

# What an MCP server says of its tools is no proof, so that they only read is not believed.
[[rule]]
name = "MCP tools are asked about"
mcpName = "*"
decision = "ask_user"
priority = 60
modes = ["default", "autoEdit"]

# Editing.
[[rule]]
name = "edits are free in auto-edit mode"
toolName = "*"
effect = "write"
decision = "allow"
priority = 20
modes = ["autoEdit"]

[[rule]]
name = "edits, commands and the network are asked about"
toolName = "*"
effect = ["write", "execute", "network"]
decision = "ask_user"
priority = 10
modes = ["default", "autoEdit"]

# Plan mode looks and does not touch.
[[rule]]
name = "plan mode only reads"
toolName = "*"
decision = "deny"
priority = 40
modes = ["plan"]
denyMessage = "You are in plan mode, which only reads. Write the plan in your answer; it is carried out after plan mode."

[[rule]]
name = "MCP tools that say they only read are asked about in plan mode"
mcpName = "*"
toolAnnotations = { readOnlyHint = true }
decision = "ask_user"
priority = 70
modes = ["plan"]

[[rule]]
name = "other MCP tools are denied in plan mode"
mcpName = "*"
decision = "deny"
priority = 60
modes = ["plan"]
denyMessage = "You are in plan mode, which only reads, and this tool does not say that it only reads."

[[rule]]
name = "a page or a skill is asked about in plan mode"
toolName = ["web_fetch", "activate_skill"]
decision = "ask_user"
priority = 70
modes = ["plan"]

# Going into plan mode gives nothing away; leaving it is for a person to say.
[[rule]]
name = "leaving plan mode is asked about"
toolName = "exit_plan_mode"
decision = "ask_user"
priority = 70
modes = ["plan"]

# The person has said yes to everything. Any rule of theirs still outranks this one.
[[rule]]
name = "yolo mode allows everything"
toolName = "*"
decision = "allow"
priority = 5
modes = ["yolo"]
allowRedirection = true

# What is remembered is told to every session to come.
[[rule]]
name = "remembering is asked about in auto-edit mode"
toolName = "save_memory"
decision = "ask_user"
priority = 30
modes = ["autoEdit"]

# There is nothing to leave, and the model would be told that a person agreed to its plan.
[[rule]]
name = "only plan mode can be left"
toolName = "exit_plan_mode"
decision = "deny"
priority = 70
modes = ["default", "autoEdit", "yolo"]
denyMessage = "You are not in plan mode, so there is no plan to agree to. Go on with the work."
`;

/** The built-in policy, read. */
export function createDefaultPolicy(): PolicyFile {
  return parsePolicy(defaultPolicyText, { file: 'built-in policy', tier: 'built_in' });
}
