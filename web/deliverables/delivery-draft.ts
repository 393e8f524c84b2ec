import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'

/** Names what was typed into a project's delivery form among the drafts of this tab. */
export const deliveryDraft = (projectId: string): string => `deliver-${projectId}`

/** Names the files of a delivery that arrived and were not handed in yet, among the drafts of this device. */
const filesDraft = (projectId: string): string => `delivery-files-${projectId}`

const NO_FILES = {
  /** A list of UploadedFile as JSON; empty where there is none. */
  file: '',
  screenshot: '',
  /** The creator wants to hand them in once the money is held. */
  waits: false,
}
export type DeliveryFiles = typeof NO_FILES

export const restoreFiles = (person: string | null, projectId: string): DeliveryFiles =>
  restoreDraft(person, filesDraft(projectId), NO_FILES)

/** Keeps them; nothing is left where nothing arrived. */
export function keepFiles(person: string | null, projectId: string, files: DeliveryFiles): void {
  const isEmpty = files.file === '' && files.screenshot === ''
  keepDraft(person, filesDraft(projectId), isEmpty ? null : files)
}
