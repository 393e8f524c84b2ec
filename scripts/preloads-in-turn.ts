import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ADDS = 'document.head.appendChild(link);'
let isDone = false
const NEXT_TASK = fileURLToPath(new URL('../web/start-up/next-task.ts', import.meta.url))

/**
 * Adds the preload links of a screen one per task. The bundler's own helper adds them all at once, and each takes a
 * slow phone 5 ms: a screen of sixteen files delayed the next press by 80 ms. The import itself does not wait for them.
 * Throws when the helper has changed, or is not in the build.
 */
export const preloadsInTurn: Plugin = {
  name: 'preloads-in-turn',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler: (code) => {
      if (code.split(ADDS).length !== 2) throw new Error(`the preload helper no longer has ${ADDS}`)
      isDone = true
      const inTurn = code.replace(
        ADDS,
        'turn = turn.then(nextTask).then(() => void document.head.appendChild(link));',
      )
      // Line numbers do not change.
      const turn = `import { nextTask } from ${JSON.stringify(NEXT_TASK)}; let turn = Promise.resolve();`
      return { code: turn + inTurn, map: null }
    },
  },
  generateBundle() {
    if (!isDone) throw new Error('the build has no preload helper')
  },
}
