import type { Plugin } from 'vite'

const NAMES = 'if (iconData.name)'

let isDone = false

/**
 * Drops the icons' display names from the build: only developer tools show them, and assembling them took a slow phone
 * 35 ms before a page could be used. Throws when the library has changed, or is not in the build.
 */
export const iconsWithoutNames: Plugin = {
  name: 'icons-without-names',
  apply: 'build',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  transform: {
    filter: { id: /lucide-react[\\/].*createLucideIcon/ },
    handler: (code) => {
      if (!code.includes(NAMES)) throw new Error(`the icons no longer have ${NAMES}`)
      isDone = true
      return { code: code.replace(NAMES, 'if (false)'), map: null }
    },
  },
  generateBundle() {
    if (!isDone) throw new Error('the build has no createLucideIcon')
  },
}
