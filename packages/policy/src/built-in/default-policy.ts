import { parsePolicy } from '../rules/parse-policy.ts';
import type { PolicyFile } from '../rules/policy-rule.ts';

/** The rules that apply without any user rules. Everything they do not name needs approval, except in yolo mode. */
export const defaultPolicyText = `# Reading is allowed in every mode, with or without a user.
[[rule]]
name = "reading needs no approval"
toolName = "*"
effect = "read"
decision = "allow"
priority = 50

[[rule]]
name = "read-only commands need no approval"
toolName = "run_shell_command"
commandIsReadOnly = true
decision = "allow"
priority = 50

# The agent's own notes, and delegation: what a subagent does is decided call by call.
[[rule]]
name = "notes and delegation need no approval"
toolName = ["write_todos", "update_topic", "complete_task", "invoke_agent"]
decision = "allow"
priority = 50

# Starting a background command and typing into it are decided separately.
[[rule]]
name = "managing background commands needs no approval"
toolName = "background_process"
decision = "allow"
priority = 50

# A search reveals data only to the search engine. Fetching a page reveals it to any server.
[[rule]]
name = "web search needs no approval"
toolName = "google_web_search"
decision = "allow"
priority = 50

# An MCP server's claim that a tool is read-only is not trusted.
[[rule]]
name = "MCP tools need approval"
mcpName = "*"
decision = "ask_user"
priority = 60
modes = ["default", "autoEdit"]

# Editing.
[[rule]]
name = "auto-edit mode allows edits"
toolName = "*"
effect = "write"
decision = "allow"
priority = 20
modes = ["autoEdit"]

[[rule]]
name = "edits, commands and network access need approval"
toolName = "*"
effect = ["write", "execute", "network"]
decision = "ask_user"
priority = 10
modes = ["default", "autoEdit"]

# Plan mode.
[[rule]]
name = "plan mode is read-only"
toolName = "*"
decision = "deny"
priority = 40
modes = ["plan"]
denyMessage = "You are in plan mode, which is read-only. Write the plan in your answer. It is carried out after plan mode."

[[rule]]
name = "read-only MCP tools need approval in plan mode"
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
denyMessage = "You are in plan mode, which is read-only, and this tool is not marked as read-only."

[[rule]]
name = "web pages and skills need approval in plan mode"
toolName = ["web_fetch", "activate_skill"]
decision = "ask_user"
priority = 70
modes = ["plan"]

# Entering plan mode is harmless. Leaving it needs the user's approval.
[[rule]]
name = "leaving plan mode needs approval"
toolName = "exit_plan_mode"
decision = "ask_user"
priority = 70
modes = ["plan"]

# The user allowed everything. Any rule of their own still takes precedence.
[[rule]]
name = "yolo mode allows everything"
toolName = "*"
decision = "allow"
priority = 5
modes = ["yolo"]
allowRedirection = true

# Saved memory affects all future sessions.
[[rule]]
name = "saving memory needs approval in auto-edit mode"
toolName = "save_memory"
decision = "ask_user"
priority = 30
modes = ["autoEdit"]

# Outside plan mode this call would tell the model that the user approved its plan.
[[rule]]
name = "exit_plan_mode works only in plan mode"
toolName = "exit_plan_mode"
decision = "deny"
priority = 70
modes = ["default", "autoEdit", "yolo"]
denyMessage = "You are not in plan mode, so there is no plan to approve. Continue with the work."
`;

/** The built-in policy, read. */
export function createDefaultPolicy(): PolicyFile {
  return parsePolicy(defaultPolicyText, { file: 'built-in policy', tier: 'built_in' });
}
