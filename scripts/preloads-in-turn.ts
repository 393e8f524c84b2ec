import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ADDS = 'document.head.appendChild(link);'
const NEXT_TASK = fileURLToPath(new URL('../web/start-up/next-task.ts', import.meta.url))

/**
 * What a screen imports is requested one file per task. The bundler's own helper adds a link for each at once, and each takes a slow
 * phone 5 ms: a screen of sixteen files kept the next press waiting for 80. The import itself does not wait for them. Throws when the helper
 * has changed.
 */
export const preloadsInTurn: Plugin = {
  name: 'preloads-in-turn',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      if (code.split(ADDS).length !== 2) throw new Error(`the preload helper no longer has ${ADDS}`)
      return {
        code: `import { nextTask } from ${JSON.stringify(NEXT_TASK)}
let turn = Promise.resolve();
${code.replace(ADDS, 'turn = turn.then(nextTask).then(() => void document.head.appendChild(link));')}`,
        map: null,
      }
    },
  },
}
