import type { ChangeTopic } from '#contract/conversations.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import { mayReadOriginal } from '#contract/originals.ts'
import { fillFindings } from '#server/checks/fill-findings.ts'
import { rows, sql } from '#server/db/sql.ts'
import type { Queryable } from '#server/db/pool.ts'
import type { Deps } from '#server/deps/deps.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { UndecodableVideo } from '#server/providers/video/careful-child.ts'
import {
  makeRenditions,
  type MediaTools,
  NOTHING,
  type Prepared,
  removeRenditions,
} from './renditions.ts'
import { isStorageFull } from './storage-room.ts'
import { fileById, type FileRow, recordPreparation } from './upload-store.ts'
import { beginReview, deliveryOfFile, filesOfApplication, workOf } from './work-store.ts'

/** All processes together prepare pictures in this many queues, so that mails and money never wait for pictures. */
const PICTURE_LINES = 2

/** Enqueues the renditions of a new file, in the transaction that records it. */
export async function orderPreparation(
  tx: Queryable,
  file: Pick<FileRow, 'id' | 'file_type'>,
): Promise<void> {
  const line = Number.parseInt(file.id.slice(0, 2), 16) % PICTURE_LINES
  await enqueue(
    tx,
    'files.prepare',
    { file_id: file.id },
    {
      key: `files.prepare:${file.id}`,
      // A long video must not delay a portrait.
      queue: file.file_type.startsWith('video/') ? 'files:video' : `files:picture:${line}`,
      maxAttempts: 5,
    },
  )
}

/**
 * Enqueues the missing renditions of an application's deliveries. Called in the transaction that opens or locks their
 * originals.
 */
export async function orderCopies(tx: Tx, applicationId: string): Promise<void> {
  for (const file of await filesOfApplication(tx, applicationId)) await orderPreparation(tx, file)
}

/**
 * Makes a file's renditions, and refreshes the open pages that show it. For a delivery it makes those that its money
 * allows the brand to see, if they are missing: its review begins with them. Idempotent. A file that was deleted
 * meanwhile leaves nothing behind.
 */
export async function prepareFile(deps: Deps, tools: MediaTools, id: string): Promise<void> {
  const file = await fileById(deps.pool, id)
  if (file === null) return
  const work = file.bucket === 'deliverable-files' ? await workOf(deps.pool, file) : null
  const open = work === null || mayReadOriginal('brand', work.money)
  const mark = open ? null : work.mark
  const missing = work === null || (open ? !hasPlainCopy(file) : file.mark !== mark)
  const prepared = missing ? await made(deps, tools, file, mark) : NOTHING
  const recorded = await inTransaction(deps.pool, async (tx) => {
    const now = deps.clock()
    if (!(await recordPreparation(tx, id, { ...prepared, mark }, now))) return false
    const delivery = work === null ? null : await deliveryOfFile(tx, id)
    const began = delivery === null ? 0 : await beginReview(tx, delivery, { open }, now)
    // Locked after the delivery's own row, in the same order as an answer to one of its checks.
    const filled = delivery === null ? 0 : await fillFindings(tx, delivery)
    if (missing || began > 0 || filled > 0) await refreshParticipants(tx, id)
    return true
  })
  if (!recorded) await removeRenditions(tools.files, file.path, prepared.renditions)
}

const hasPlainCopy = ({ renditions }: Pick<FileRow, 'renditions'>): boolean =>
  renditions.some((name) => name.startsWith('preview.'))

async function made(
  deps: Deps,
  tools: MediaTools,
  file: FileRow,
  mark: string | null,
): Promise<Prepared> {
  try {
    return await makeRenditions(tools, file, mark)
  } catch (error) {
    // The bytes look like their type but cannot be decoded, so there is nothing to show.
    if (!(error instanceof UndecodableVideo)) throw error
    if (isStorageFull(error)) throw error
    deps.log.info({ file: file.id, reason: error.message }, 'a file could not be prepared')
    return NOTHING
  }
}

/** A delivery appears in the project's pages, an attached file in its conversation. */
async function refreshParticipants(tx: Tx, fileId: string): Promise<void> {
  const [about] = await rows<{
    project_id: string
    seller_id: string
    creator_id: string
    topic: ChangeTopic
  }>(
    tx,
    sql`select deliverables.project_id, projects.seller_id, deliverables.creator_id, 'deliverables' as topic
      from deliverable_files join deliverables on deliverables.id = deliverable_files.deliverable_id
        join projects on projects.id = deliverables.project_id
      where deliverable_files.file_id = ${fileId}
      union all
      select conversations.project_id, conversations.seller_id, conversations.creator_id, 'message_files'
      from files join messages on messages.id = files.message_id
        join conversations on conversations.id = messages.conversation_id
      where files.id = ${fileId}`,
  )
  if (about === undefined) return
  await enqueue(tx, 'realtime.changed', {
    user_ids: [about.seller_id, about.creator_id],
    topics: [about.topic],
    project_id: about.project_id,
  })
}
