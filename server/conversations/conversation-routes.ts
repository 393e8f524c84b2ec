import type { Deps } from '#server/deps/deps.ts'
import { foundOr404 } from '#server/http/app-error.ts'
import type { Routes } from '#server/http/routes.ts'
import { presentConversation } from './conversation-presenter.ts'
import { conversationFor, conversationsOf } from './conversation-store.ts'
import {
  openConversation,
  readConversation,
  readFileLinks,
  readMessages,
  sendMessage,
  talkPlace,
} from './conversation-service.ts'
import { readEvents } from './thread-events.ts'

/** Conversations and their messages: for the two participants only. */
export function conversationRoutes(routes: Routes, deps: Deps): void {
  routes.signedIn('conversations.list', async ({ viewer, query }) =>
    (await conversationsOf(deps.pool, viewer.id, query.after)).map(presentConversation),
  )
  routes.signedIn('conversations.open', async ({ viewer, body }) =>
    presentConversation(await openConversation(deps, viewer, body)),
  )
  routes.signedIn('conversations.get', async ({ viewer, params }) =>
    presentConversation(foundOr404(await conversationFor(deps.pool, viewer.id, params.id))),
  )
  routes.sellers('conversations.with_creator', ({ viewer, params, now }) =>
    talkPlace(deps, viewer, params.id, now),
  )
  routes.signedIn('conversations.events', ({ viewer, params }) =>
    readEvents(deps, viewer, params.id),
  )
  routes.signedIn('messages.list', ({ viewer, params, query }) =>
    readMessages(deps, viewer, params.id, query),
  )
  routes.signedIn('messages.files', ({ viewer, params, query }) =>
    readFileLinks(deps, viewer, params.id, query.after),
  )
  routes.signedIn('messages.send', ({ viewer, params, body }) =>
    sendMessage(deps, viewer, params.id, body),
  )
  routes.signedIn('messages.read', async ({ viewer, params }) => ({
    read: await readConversation(deps, viewer, params.id),
  }))
}
