import { randomUUID } from 'node:crypto'
import { io } from 'socket.io-client'
import { vi } from 'vitest'
import type { Visitor } from './market.ts'
import type { Stack } from './servers.ts'

/** The greatest age of a page when its socket connects, in ms. */
const PAGE_AGE_MS = 10_000

/**
 * Waits until the server can say that no one missed anything. A server that has just started cannot know what happened
 * before it listened, and makes each page read everything again (server/realtime/missed-updates.ts).
 */
export async function untilServerVouches(stack: Stack, visitor: Visitor): Promise<void> {
  await vi.waitUntil(() => isVouchedFor(stack, visitor), { timeout: 60_000, interval: 500 })
}

/** Returns whether a page of that age is left alone. The server says otherwise before it answers anything. */
async function isVouchedFor({ url }: Stack, { session }: Visitor): Promise<boolean> {
  const socket = io(url, {
    path: '/realtime',
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: session.access_token, page_age_ms: PAGE_AGE_MS },
  })
  let isLeftAlone = true
  socket.on('resync', () => {
    isLeftAlone = false
  })
  try {
    await socket.emitWithAck('join', { conversation_id: randomUUID() })
    return isLeftAlone
  } finally {
    socket.disconnect()
  }
}
