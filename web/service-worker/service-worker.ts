import { answerRequest, dropOldFiles } from './kept-files.ts'
import { openNotification, renewSubscription, showPush } from './shown-pushes.ts'
import { worker } from './worker-scope.ts'

/* The service worker (decision 0119): the build's files, a page for when there is no connection, and notifications. It
   stores no personal data. Built as one file by scripts/worker-file.ts, and registered by
   web/service-worker/register.ts. */

// A new release takes over at once: the old one holds nothing that is needed.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      dropOldFiles(),
      // Where the browser supports it, the page is requested while the worker starts.
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
