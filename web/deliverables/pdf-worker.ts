// oxlint-disable-next-line import/default -- the bundler makes its address of it
import address from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { ownWorker } from '#web/ui/own-worker.ts'

/** Starts a worker that reads PDFs. The caller has to terminate it. */
export const startPdfWorker = ownWorker('pdf', address)
