import { answerRequest, dropOldFiles } from './kept-files.ts'
import { openNotification, renewSubscription, showPush } from './shown-pushes.ts'
import { worker } from './worker-scope.ts'

/*
 * The service worker (decision 0119): the build's files, a page for when there is no connection, and notifications. It
 * holds nothing of a person. Built as one file by scripts/worker-file.ts, and registered by web/service-worker/register.ts.
 */

// A new release is in charge at once: an old one holds nothing that it would lack.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      dropOldFiles(),
      // Where the browser has it, a page is asked for while the worker starts.
      (worker.registration.navigationPreload as NavigationPreloadManager | undefined)?.enable(),
    ]),
  ),
)
worker.addEventListener('fetch', answerRequest)
worker.addEventListener('push', (event) => event.waitUntil(showPush(event.data)))
worker.addEventListener('notificationclick', (event) =>
  event.waitUntil(openNotification(event.notification)),
)
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event.oldSubscription, event.newSubscription)),
)
