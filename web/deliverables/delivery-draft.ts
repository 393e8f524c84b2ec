/** Names what was typed into a project's delivery form among the drafts of this tab. */
export const deliveryDraft = (projectId: string): string => `deliver-${projectId}`
