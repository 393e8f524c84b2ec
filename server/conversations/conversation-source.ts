import type { ConversationSource } from '#server/realtime/conversation-source.ts'
import { presentMessage } from './conversation-presenter.ts'
import { participantsFor } from './conversation-store.ts'
import { messagesByIds } from './message-store.ts'
import { unpublishedMessages, unpublishedReceipts } from './unpublished-messages.ts'

/** What the sockets read about conversations (server/realtime). */
export const conversationSource: ConversationSource = {
  participantsFor,
  // Published to both sides at once: what is covered is read from the list, by each in their way.
  messagesByIds: async (db, ids) =>
    (await messagesByIds(db, ids)).map((row) => presentMessage(row, null)),
  unpublishedMessages,
  unpublishedReceipts,
}
