/** The topic of everything one person has open. */
export const userRoom = (userId: string): string => `user:${userId}`
/** The person a room belongs to; null for a room of another kind. */
export const personOf = (room: string): string | null =>
  room.startsWith('user:') ? room.slice('user:'.length) : null
/** The topic of everything that shows one conversation. */
export const conversationRoom = (conversationId: string): string => `conversation:${conversationId}`
/** The topic of everything that shows one version's review room. */
export const reviewRoom = (deliverableId: string): string => `review:${deliverableId}`
/** The topic of everything that shows one person's presence. */
export const watchersRoom = (userId: string): string => `watchers:${userId}`

/** The topic of every process. */
export const EVERY_LINE = 'line'

/** Whether a room of sockets is a topic that news may be about: a socket's own room is not. */
export const isTopic = (room: string): boolean =>
  /^(?:user|conversation|review|watchers):/.test(room)
