import type { ConversationSource } from '#server/realtime/conversation-source.ts'
import { participantsFor } from './conversation-store.ts'
import { messagesByIds } from './message-store.ts'
import { unpublishedMessages, unpublishedReceipts } from './unpublished-messages.ts'

/** What the sockets read about conversations (server/realtime). */
export const conversationSource: ConversationSource = {
  participantsFor,
  messagesByIds,
  unpublishedMessages,
  unpublishedReceipts,
}
