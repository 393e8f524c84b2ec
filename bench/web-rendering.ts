import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { DemoPeople } from '#tests/support/demo-copy.ts'
import { median } from './load.ts'

/** Rounds, of which the median counts: the server's clocks run in some of them. */
const ROUNDS = 10
/** Pages of each kind in a round. */
const EACH = 3
/** Pages of each kind beforehand: the cost falls during the first two dozen, while their code is compiled. */
const WARM_UP = 25
/** A person may open sixty pages a minute. */
const PAGE_MS = 1_000

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
  for (const path of paths.flatMap((one) => Array<string>(WARM_UP).fill(one))) await open(path)
  const pages = paths.flatMap((path) => Array<string>(EACH).fill(path))
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await setTimeout(pages.length * PAGE_MS)
    const before = await cpuSeconds(metricsUrl)
    for (const path of pages) await open(path)
    rounds.push(((await cpuSeconds(metricsUrl)) - before) * (1_000 / pages.length))
  }
  return median(rounds)
}
