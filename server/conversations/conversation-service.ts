import { randomUUID } from 'node:crypto'
import type { MessageFileLinks } from '#contract/conversation-schemas.ts'
import { safetySignals } from '#contract/safety-signals.ts'
import { uploadMessages } from '#contract/uploads.ts'
import type { Pool } from '#server/db/pool.ts'
import { inTransaction, type Tx } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps/deps.ts'
import { AppError, assertMay, foundOr404 } from '#server/http/app-error.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { isLimited } from '#server/own-profile/own-limit.ts'
import { livingProfileById } from '#server/profiles/profile-store.ts'
import { publish } from '#server/realtime/news.ts'
import { receiptNews, publishMessage, publishNow } from '#server/realtime/publisher.ts'
import { mayBegin, mayTalkAbout } from './conversation-policy.ts'
import {
  type ConversationRow,
  conversationFor,
  participantsFor,
  type TalkProject,
  talkProject,
  talkProjectOf,
  talksIn,
  ensureConversation,
} from './conversation-store.ts'
import { presentFileLinks, presentMessage } from './conversation-presenter.ts'
import { attachFiles, filesAfter } from './message-file-store.ts'
import {
  insertMessage,
  insertMessageIn,
  markRead,
  messageById,
  messageOf,
  type MessageRow,
  messagesOf,
  type NewMessageRow,
  type PageOf,
  type SentRow,
  unlessKnown,
} from './message-store.ts'

/**
 * Opens the conversation of a project with a creator, or returns the existing one (decision P21). A creator opens it
 * for themselves, a seller names the creator. Throws 404 for what they may not see, conversation.closed_project, and
 * account.limited for a limited creator's first word to a brand: a seller only ever writes to someone who applied or was
 * invited.
 */
export function openConversation(
  deps: Deps,
  viewer: Viewer,
  about: { project_id: string; creator_id?: string | undefined },
): Promise<ConversationRow> {
  const creatorId = viewer.role === 'creator' ? viewer.id : about.creator_id
  if (creatorId === undefined)
    throw new AppError('request.invalid', { fields: { creator_id: 'Choose a creator.' } })
  assertMay(
    viewer.role === 'seller' || about.creator_id === undefined || about.creator_id === viewer.id,
  )
  return inTransaction(deps.pool, async (tx) => {
    const projectId = await talksIn(tx, about.project_id, creatorId)
    const project = foundOr404(await talkProject(tx, projectId, creatorId, deps.clock()))
    assertMay(mayTalkAbout(viewer, project))
    const isFirstWord = project.conversation_id === null && viewer.role === 'creator'
    if (isFirstWord && (await isLimited(tx, { personId: viewer.id, now: deps.clock() })))
      throw new AppError('account.limited')
    const id = project.conversation_id ?? (await begin(tx, projectId, project, creatorId))
    return foundOr404(await conversationFor(tx, viewer.id, id))
  })
}

/** The place where a seller may write to a creator. */
export interface TalkPlace {
  conversation_id: string | null
  project_id: string | null
}

/**
 * Returns where a seller may write to this creator, by the rules of `openConversation`. Throws 404 for an id that is
 * not a creator's.
 */
export async function talkPlace(
  { pool }: Deps,
  viewer: Viewer,
  creatorId: string,
  now: Date,
): Promise<TalkPlace> {
  const creator = foundOr404(await livingProfileById(pool, creatorId, now))
  assertMay(creator.role === 'creator')
  const about = await talkProjectOf(pool, viewer.id, creatorId)
  if (about?.conversation_id != null)
    return { conversation_id: about.conversation_id, project_id: null }
  return { conversation_id: null, project_id: about?.project_id ?? null }
}

async function begin(
  tx: Tx,
  projectId: string,
  project: TalkProject,
  creatorId: string,
): Promise<string> {
  if (!mayBegin(project)) throw new AppError('conversation.closed_project')
  const { id } = await ensureConversation(tx, { projectId, sellerId: project.seller_id, creatorId })
  const people = [project.seller_id, creatorId]
  await publish(tx, [{ kind: 'changed', people, topics: ['conversations'], project_id: projectId }])
  return id
}

/** Returns a page of a conversation for a participant, oldest first. Throws 404 for anyone else. */
export async function readMessages(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  page: PageOf,
): Promise<MessageRow[]> {
  foundOr404(await participantsFor(deps.pool, viewer.id, conversationId))
  const found = await messagesOf(deps.pool, conversationId, page)
  return found.map((row) => presentMessage(row, viewer.id))
}

/** What a person sends: a text, files, or both. */
interface GivenMessage {
  id?: string | undefined
  content: string
  file_ids?: readonly string[] | undefined
}

/**
 * Sends a message. Idempotent: the same id from the same sender returns the message as it was stored; with other
 * content it throws message.another. For the sender, another person's id or conversation does not exist. Throws
 * upload.not_yours for files that are not theirs to attach, conversation.account_deleted when the other side has deleted
 * their account, conversation.unavailable when the two are apart. The warnings that its words trigger are stored with
 * it, whether or not the sender was asked first (decision 0067); it is delivered all the same.
 */
export async function sendMessage(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  given: GivenMessage,
): Promise<MessageRow> {
  const { content, file_ids: fileIds = [] } = given
  const id = given.id ?? randomUUID()
  const fileCount = fileIds.length
  const signals = safetySignals(content)
  const message = { id, conversationId, senderId: viewer.id, content, fileCount, signals }
  const sent =
    fileCount === 0
      ? await insertMessage(deps.pool, message)
      : await insertWithFiles(deps.pool, message, fileIds)
  if (sent !== null) {
    const message = messageOf(sent)
    const people = [viewer.id, sent.recipient_id]
    logUnpublished(deps, publishMessage(deps.pool, { message, people }))
    return message
  }
  const known = await messageById(deps.pool, id)
  if (known === null) {
    const conversation = foundOr404(await conversationFor(deps.pool, viewer.id, conversationId))
    throw new AppError(
      conversation.counterpart_deleted
        ? 'conversation.account_deleted'
        : 'conversation.unavailable',
    )
  }
  assertMay(known.conversation_id === conversationId && known.sender_id === viewer.id)
  if (!isSameMessage(known, content, fileIds)) throw new AppError('message.another')
  return known
}

/** Inserts the message with its files, or neither. Returns null in the same cases as `insertMessage`. */
const insertWithFiles = (
  pool: Pool,
  message: NewMessageRow,
  fileIds: readonly string[],
): Promise<SentRow | null> =>
  unlessKnown(
    inTransaction(pool, async (tx) => {
      const sent = await insertMessageIn(tx, message)
      if (sent === null) return null
      const files = await attachFiles(tx, sent, fileIds)
      if (files.length < fileIds.length)
        throw new AppError('upload.not_yours', { fields: { file_ids: uploadMessages.failed } })
      return { ...sent, files }
    }),
  )

const isSameMessage = (known: MessageRow, content: string, fileIds: readonly string[]): boolean =>
  known.content === content &&
  known.files.length === fileIds.length &&
  known.files.every(({ id }, place) => id === fileIds[place])

/** Returns links to the files of a page of messages, for a participant. Throws 404 for anyone else. */
export async function readFileLinks(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  after = 0,
): Promise<MessageFileLinks[]> {
  foundOr404(await participantsFor(deps.pool, viewer.id, conversationId))
  const files = await filesAfter(deps.pool, { conversationId, readerId: viewer.id, after })
  return files.map((file) => presentFileLinks(deps.config, file, deps.clock()))
}

/**
 * Marks what the other side wrote as read and returns the number of messages marked. Throws 404 unless the caller is a
 * participant.
 */
export async function readConversation(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
): Promise<number> {
  const about = foundOr404(await participantsFor(deps.pool, viewer.id, conversationId))
  const { count, newest_id } = await markRead(deps.pool, conversationId, viewer.id)
  if (newest_id === null) return 0
  const { seller_id, creator_id, project_id } = about
  const people = [seller_id, creator_id]
  const receipt = { message_id: newest_id, people, reader_id: viewer.id, project_id }
  logUnpublished(deps, publishNow(deps.pool, receiptNews(receipt)))
  return count
}

/** Fire-and-forget: the rows are committed. The sweep (fan-out.ts) finds whatever could not be published. */
function logUnpublished(deps: Deps, publishing: Promise<void>): void {
  publishing.catch((error: unknown) =>
    deps.log.warn({ err: error }, 'a committed message or receipt could not be published'),
  )
}
