import type { Mutation } from './mutation.ts'

/** Conversations and their messages. */
export const MESSAGES: readonly Mutation[] = [
  {
    rule: 'a brand is led to write only where a creator applied or was invited',
    source: 'decision P21',
    file: 'server/conversations/conversation-service.ts',
    find: 'mayTalkAbout(viewer, project) && (project.conversation_id',
    replace: '(project.conversation_id',
    tests: ['server/conversations/conversations.test.ts'],
  },
  {
    rule: 'a conversation is its two parties’ alone',
    source: 'SPEC §6',
    file: 'server/conversations/message-store.ts',
    find: 'and ${message.senderId} in (seller_id, creator_id)',
    replace: 'and ${message.senderId}::uuid is not null',
    tests: ['tests/access/access.test.ts'],
  },
  {
    rule: 'messages of a conversation are read by its parties alone',
    source: 'SPEC §6',
    file: 'server/conversations/conversation-service.ts',
    find: 'foundOr404(await participantsFor(deps.pool, viewer.id, conversationId))\n  return messagesOf',
    replace: 'return messagesOf',
    tests: ['tests/access/access.test.ts'],
  },
  {
    rule: 'nobody takes the id of somebody else’s message',
    source: 'docs/decisions/0013-messages-are-published-after-commit.md',
    file: 'server/conversations/conversation-service.ts',
    find: 'assertMay(known.conversation_id === conversationId && known.sender_id === viewer.id)',
    replace: '',
    tests: ['server/conversations/conversations.test.ts'],
  },
  {
    rule: 'a message is read by the other side alone',
    source: 'SPEC §4',
    file: 'server/conversations/message-store.ts',
    find: 'and recipient_id = ${readerId} and read_at',
    replace: 'and ${readerId}::uuid is not null and read_at',
    tests: ['server/conversations/conversations.test.ts'],
  },
  {
    rule: 'a conversation begins while its project is active',
    source: 'SPEC §4',
    file: 'server/conversations/conversation-policy.ts',
    find: "boolean => project.status === 'active'",
    replace: "boolean => project.status !== 'draft'",
    tests: ['server/conversations/conversations.test.ts'],
  },
  {
    rule: 'a socket enters the conversations of its own person alone',
    source: 'SPEC §6',
    file: 'server/realtime/conversation-rooms.ts',
    find: 'if (people === null || !socket.connected) return false',
    replace:
      'if (!socket.connected) return false\n    if (people === null) return socket.join(conversationRoom(id)), true',
    tests: ['tests/access/sockets.test.ts'],
  },
  {
    rule: 'a socket that asks faster than any page is closed',
    source: 'docs/decisions/0013-messages-are-published-after-commit.md',
    file: 'server/realtime/conversation-rooms.ts',
    find: 'if (asks > ASKS.most) socket.disconnect(true)\n    else next()',
    replace: 'next()',
    tests: ['server/realtime/realtime.test.ts'],
  },
]
