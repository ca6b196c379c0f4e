/** How much may happen without asking. */
export const approvalModes = ['default', 'auto_edit', 'plan', 'yolo'] as const;
export type ApprovalMode = (typeof approvalModes)[number];
