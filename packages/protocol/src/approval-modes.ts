/** The approval modes: which tool calls run without approval. */
export const approvalModes = ['default', 'auto_edit', 'plan', 'preview', 'yolo'] as const;
export type ApprovalMode = (typeof approvalModes)[number];
