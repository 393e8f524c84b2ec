import { randomUUID } from 'node:crypto'
import { MESSAGE_LIMITS } from '#contract/conversations.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { AppError, assertMay, foundOr404 } from '../http/app-error.ts'
import type { Viewer } from '../http/viewer.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { mayBegin, mayTalkAbout } from './conversation-policy.ts'
import {
  type ConversationRow,
  conversationFor,
  participantsFor,
  type TalkProject,
  talkProject,
} from './conversation-query.ts'
import { ensureConversation } from './conversation-store.ts'
import {
  insertMessage,
  markRead,
  messageById,
  type MessageRow,
  messagesOf,
} from './message-store.ts'

/**
 * Opens the conversation of a project with a creator, or finds it (DECISIONS 21). A creator speaks for
 * themselves, a seller names the creator. Throws 404 for what they may not see, conversation.closed_project.
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
    const project = foundOr404(await talkProject(tx, about.project_id, creatorId))
    assertMay(mayTalkAbout(viewer, project))
    const id = project.conversation_id ?? (await begin(tx, about.project_id, project, creatorId))
    return foundOr404(await conversationFor(tx, viewer.id, id))
  })
}

async function begin(
  tx: Tx,
  projectId: string,
  project: TalkProject,
  creatorId: string,
): Promise<string> {
  if (!mayBegin(project)) throw new AppError('conversation.closed_project')
  const { id } = await ensureConversation(tx, { projectId, sellerId: project.seller_id, creatorId })
  await enqueue(tx, 'realtime.changed', {
    user_ids: [project.seller_id, creatorId],
    topics: ['conversations'],
    project_id: projectId,
  })
  return id
}

/** A page of history for a participant, oldest first. 404 for anybody else. */
export async function readMessages(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  before: string | null,
): Promise<MessageRow[]> {
  foundOr404(await participantsFor(deps.pool, viewer.id, conversationId))
  return messagesOf(deps.pool, conversationId, before)
}

/**
 * Sends a message. The same id again by the same sender is the same message, and answers it as it was
 * stored; anybody else's id, or conversation, does not exist for them.
 */
export async function sendMessage(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  given: { id?: string | undefined; content: string },
): Promise<MessageRow> {
  const id = given.id ?? randomUUID()
  const message = { id, conversationId, senderId: viewer.id, content: given.content }
  const sent = await inTransaction(deps.pool, async (tx) => {
    const inserted = await insertMessage(tx, message)
    if (inserted !== null) {
      await enqueue(tx, 'realtime.message', {
        conversation_id: conversationId,
        message_id: id,
        change: 'insert',
      })
    }
    return inserted
  })
  if (sent !== null) return sent
  const known = foundOr404(await messageById(deps.pool, id))
  assertMay(known.conversation_id === conversationId && known.sender_id === viewer.id)
  return known
}

/** Marks what the other side wrote as read and answers how many that were. 404 unless a participant. */
export function readConversation(
  deps: Deps,
  viewer: Viewer,
  conversationId: string,
  now: Date,
): Promise<number> {
  return inTransaction(deps.pool, async (tx) => {
    const about = foundOr404(await participantsFor(tx, viewer.id, conversationId))
    const read = await markRead(tx, conversationId, viewer.id, now)
    if (read.length === 0) return 0
    // What the sender has on the screen at most; the rest is read when it is scrolled to.
    for (const messageId of read.slice(-MESSAGE_LIMITS.page)) {
      await enqueue(tx, 'realtime.message', {
        conversation_id: conversationId,
        message_id: messageId,
        change: 'update',
      })
    }
    // The reader's other open pages count anew.
    const topics = {
      user_ids: [viewer.id],
      topics: ['conversations'],
      project_id: about.project_id,
    }
    await enqueue(tx, 'realtime.changed', topics)
    return read.length
  })
}
