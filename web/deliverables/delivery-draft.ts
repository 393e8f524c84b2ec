import { keepDraft, restoreDraft } from '#web/drafts/draft-store.ts'

/** The name of a project's delivery form among the drafts of this tab. */
export const deliveryDraft = (projectId: string): string => `deliver-${projectId}`

/** The name, among the drafts of this device, of delivery files that arrived and were not handed in yet. */
const filesDraft = (projectId: string): string => `delivery-files-${projectId}`

const NO_FILES = {
  /** A list of UploadedFile as JSON; empty where there is none. */
  file: '',
  screenshot: '',
  /** The creator wants to hand the files in once the money is held. */
  waits: false,
}
export type DeliveryFiles = typeof NO_FILES

export const restoreFiles = (person: string | null, projectId: string): DeliveryFiles =>
  restoreDraft(person, filesDraft(projectId), NO_FILES)

/** Stores the files; stores nothing where none arrived. */
export function keepFiles(person: string | null, projectId: string, files: DeliveryFiles): void {
  const isEmpty = files.file === '' && files.screenshot === ''
  keepDraft(person, filesDraft(projectId), isEmpty ? null : files)
}
