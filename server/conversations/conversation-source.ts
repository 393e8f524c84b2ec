import type { ConversationSource } from '#server/realtime/conversation-source.ts'
import { presentMessage } from './conversation-presenter.ts'
import { participantsFor } from './conversation-store.ts'
import { messagesByIds } from './message-store.ts'
import { unpublishedMessages, unpublishedReceipts } from './unpublished-messages.ts'

/** What the sockets read about conversations (server/realtime). */
export const conversationSource: ConversationSource = {
  participantsFor,
  // Published to both sides with one payload: a covered message is read from the list instead, where each side gets its
  // own view.
  messagesByIds: async (db, ids) =>
    (await messagesByIds(db, ids)).map((row) => presentMessage(row, null)),
  unpublishedMessages,
  unpublishedReceipts,
}
