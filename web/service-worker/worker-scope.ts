/** The part of a service worker's global scope that we use: TypeScript's DOM library does not have it. */
interface WorkerScope {
  location: Location
  registration: ServiceWorkerRegistration
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenWindow[]>
    openWindow(url: string): Promise<unknown>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}

/** A window or tab of this origin. */
export interface OpenWindow {
  focused: boolean
  visibilityState: DocumentVisibilityState
  focus(): Promise<unknown>
  postMessage(message: unknown, transfer: Transferable[]): void
}

/** An event that keeps the worker alive until its work is done. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

/** A request from a page that the worker may answer. */
export interface PageRequest extends LastingEvent {
  request: Request
  /** The response to the request that the browser sent while the worker started. */
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

interface WorkerEvents {
  install: LastingEvent
  activate: LastingEvent
  fetch: PageRequest
  push: LastingEvent & { data: { json(): unknown } | null }
  notificationclick: LastingEvent & { notification: Notification }
  pushsubscriptionchange: LastingEvent & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
}

/** The worker itself. */
export const worker = globalThis as unknown as WorkerScope
