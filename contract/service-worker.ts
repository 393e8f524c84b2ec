/** The service worker of the web app, at the root so that it is in charge of every page. */
export const SERVICE_WORKER_PATH = '/service-worker.js'
