/** The messages of the service worker to a page, which confirms each through the port that comes with it. */
export type WorkerMessage =
  /** Someone pressed a notification: go to this path. */
  | { kind: 'open'; path: string }
  /** The browser replaced its push subscription: register the new one. */
  | { kind: 'subscription' }
