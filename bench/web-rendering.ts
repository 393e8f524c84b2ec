import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { createBrotliDecompress } from 'node:zlib'
import type { DemoPeople } from '#tests/support/demo-copy.ts'

/** Pages of each kind; a person may open sixty a minute. */
const EACH = 15
/** Number of pages beforehand, so that code is compiled before it is measured. */
const WARM_UP = 10

/** The headers a browser sends when a window opens a page. */
const WINDOW = {
  'accept-encoding': 'br',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
}

/** Returns the seconds of CPU that the server's process has used, according to its metrics. */
async function cpuSeconds(metricsUrl: string): Promise<number> {
  const metrics = await (await fetch(metricsUrl)).text()
  return Number(/^process_cpu_seconds_total ([\d.e+-]+)/m.exec(metrics)?.[1] ?? NaN)
}

/** Requests a page as a window does; `fetch` would declare the request as a script's. */
const opened = (address: string, cookie: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { ...WINDOW, cookie } }, (answer) =>
      resolve(text(answer.pipe(createBrotliDecompress()))),
    ).on('error', reject)
  })

/**
 * Returns what a page that is rendered for its reader costs the server with its reads, its markup and its compression,
 * in ms of CPU. Throws when one is not rendered.
 */
export async function renderingCpu(
  url: string,
  metricsUrl: string,
  who: DemoPeople['seller'],
  paths: readonly string[],
): Promise<number> {
  const cookie = who.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const open = async (path: string) => {
    const page = await opened(url + path, cookie)
    if (!page.includes('"brought"')) throw new Error(`${path} was not rendered`)
  }
  for (const path of Array.from({ length: WARM_UP }, () => paths).flat()) await open(path)
  const before = await cpuSeconds(metricsUrl)
  const pages = paths.flatMap((path) => Array.from({ length: EACH }, () => path))
  for (const path of pages) await open(path)
  return ((await cpuSeconds(metricsUrl)) - before) * (1_000 / pages.length)
}
