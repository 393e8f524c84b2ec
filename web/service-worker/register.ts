import { SERVICE_WORKER_PATH } from '#contract/service-worker.ts'
import { trustedAddress } from '#web/ui/trusted-address.ts'
import type { WorkerMessage } from './worker-messages.ts'

const address = trustedAddress('service', SERVICE_WORKER_PATH)

let registered: Promise<ServiceWorkerRegistration | null> | undefined

/**
 * Registers the service worker, once per page. Null where the browser does not support one, where its owner forbids it,
 * and in development, where there is no built file.
 */
export function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??=
    import.meta.env.PROD && 'serviceWorker' in navigator
      ? navigator.serviceWorker.register(address()).catch(() => null)
      : Promise.resolve(null)
  return registered
}

/** Handles the worker's messages to this page, and confirms them. Returns a function that stops it. */
export function onWorkerMessage(take: (message: WorkerMessage) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined
  const listen = ({ data, ports }: MessageEvent<WorkerMessage>) => {
    ports[0]?.postMessage('taken')
    take(data)
  }
  navigator.serviceWorker.addEventListener('message', listen)
  navigator.serviceWorker.startMessages()
  return () => navigator.serviceWorker.removeEventListener('message', listen)
}
