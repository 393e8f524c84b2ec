import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** One mail as one of its recipients received it. */
export interface ReceivedMessage {
  id: string
  from: string
  to: string
  subject: string
  text: string
  /** Empty for a mail without an HTML part. */
  html: string
  /** Every http(s) address in it, in order, each once. */
  links: string[]
  /** The inline parts, as data: addresses by content id. Absent if there are none. */
  pictures?: Record<string, string>
  /** RFC 3339, UTC. */
  received_at: string
}

/** More than anyone reads; older mails are deleted at the next start. */
const KEPT_AT_START = 2_000

/** The received mails, in a file with one JSON object per line so that they survive a restart. */
export class MessageStore {
  readonly #file: string
  #messages: ReceivedMessage[]

  constructor(file: string) {
    this.#file = file
    mkdirSync(dirname(file), { recursive: true })
    this.#messages = readMessages(file)
    if (this.#messages.length > KEPT_AT_START) this.#replace(this.#messages.slice(-KEPT_AT_START))
  }

  /** Written to the file before it returns: an accepted mail is not lost. */
  add(message: ReceivedMessage): void {
    appendFileSync(this.#file, `${JSON.stringify(message)}\n`)
    this.#messages.push(message)
  }

  /** Newest first; optionally only those to one address (case-insensitive). */
  list(to?: string): ReceivedMessage[] {
    const newestFirst = this.#messages.toReversed()
    if (!to) return newestFirst
    return newestFirst.filter((message) => message.to.toLowerCase() === to.toLowerCase())
  }

  /** The mail with this id, or undefined. */
  find(id: string): ReceivedMessage | undefined {
    return this.#messages.find((message) => message.id === id)
  }

  /** Deletes every mail. */
  clear(): void {
    this.#replace([])
  }

  #replace(messages: ReceivedMessage[]): void {
    writeFileSync(this.#file, messages.map((message) => `${JSON.stringify(message)}\n`).join(''))
    this.#messages = messages
  }
}

function readMessages(file: string): ReceivedMessage[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as ReceivedMessage]
      } catch {
        return [] // the last line of a killed process, or the empty one after it
      }
    })
}
