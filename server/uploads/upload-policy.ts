import type { Bucket } from '#contract/uploads.ts'
import { AppError } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import type { UploadProject } from './upload-store.ts'

/** Buckets whose files belong to a project. */
export const PROJECT_BUCKETS: readonly Bucket[] = [
  'deliverable-files',
  'proof-screenshots',
  'dispute-evidence',
  'message-files',
]

/**
 * Refuses what may not be uploaded: pictures of products belong to sellers, portfolios to creators, deliveries to the
 * accepted creator of a running project, evidence to the two sides of an open dispute, and files of messages to anyone
 * who talks about the project. Someone else's project gets the same response as one that does not exist.
 */
export function assertMayUpload(
  viewer: Viewer,
  bucket: Bucket,
  project: UploadProject | null,
): void {
  if (bucket === 'product-images' && viewer.role !== 'seller')
    throw new AppError('request.sellers_only')
  if (bucket === 'portfolio' && viewer.role !== 'creator')
    throw new AppError('request.creators_only')
  if (!PROJECT_BUCKETS.includes(bucket)) return
  // A conversation stays open for good (decision P21), whatever the outcome of its project.
  if (bucket === 'message-files') {
    if (project?.viewer_talks !== true) throw new AppError('request.not_found')
    return
  }
  if (bucket === 'dispute-evidence') return assertMayShow(viewer, project)
  if (project === null || project.accepted_creator_id !== viewer.id)
    throw new AppError('request.not_found')
  if (project.status !== 'in_progress') throw new AppError('deliverable.not_accepted')
}

/** Evidence is for the two sides of a deal, while it has an open dispute. */
function assertMayShow({ id }: Viewer, project: UploadProject | null): void {
  if (project === null || (project.seller_id !== id && project.accepted_creator_id !== id))
    throw new AppError('request.not_found')
  if (!project.in_dispute) throw new AppError('dispute.not_open')
}

/** An upload, whether in progress or finished, belongs to the person who began it. */
export function ownsUpload(
  viewer: Viewer,
  metadata: Record<string, string | null> | undefined,
): boolean {
  return metadata?.['owner_id'] === viewer.id
}
