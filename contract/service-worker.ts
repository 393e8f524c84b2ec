/** The service worker of the web app, at the root so that it controls every page. */
export const SERVICE_WORKER_PATH = '/service-worker.js'
