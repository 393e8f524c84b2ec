import { createReadStream, readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** The picture of the landing page's hero. */
const PICTURE = 'h-shop.svg'

/**
 * The page to compare with: one HTML file with the landing page's two fonts, its picture, its headline and nothing
 * else. Served by plain node:http on `port`.
 */
export async function startFloor(dist: string, port: number): Promise<Server> {
  const fonts = readdirSync(join(dist, 'assets')).filter((name) =>
    /-latin-wght-normal-[\w-]+\.woff2$/.test(name),
  )
  const html = gzipSync(page(fonts))
  const picture = gzipSync(readFileSync(join(dist, 'art', PICTURE)))
  const server = createServer((request, response) => {
    const url = request.url ?? '/'
    if (url === '/') {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }).end(html)
    } else if (url === `/${PICTURE}`) {
      response
        .writeHead(200, { 'content-type': 'image/svg+xml', 'content-encoding': 'gzip' })
        .end(picture)
    } else if (fonts.includes(url.slice(1))) {
      response.writeHead(200, { 'content-type': 'font/woff2' })
      createReadStream(join(dist, 'assets', url.slice(1))).pipe(response)
    } else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return server
}

const page = (
  fonts: readonly string[],
) => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Bare</title><link rel="icon" href="data:,">
${fonts.map((name) => `<link rel="preload" href="/${name}" as="font" type="font/woff2" crossorigin>`).join('')}
<link rel="preload" as="image" href="/${PICTURE}" fetchpriority="high"><style>
${fonts.map((name, n) => `@font-face{font-family:f${n};font-weight:400 700;font-display:swap;src:url(/${name})}`).join('')}
body{margin:0;font:16px f1}h1{font:600 16vw/.94 f0;margin:140px 16px 24px}p{margin:16px}img{display:block;width:100%;height:340px;object-fit:cover}
</style></head><body><h1>Real creators, not AI ads.</h1><p>Post a project for your shop. Creators apply, make the work and deliver it.</p><img src="/${PICTURE}" alt=""></body></html>`
