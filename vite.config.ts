import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const repository = fileURLToPath(new URL('.', import.meta.url))

/**
 * The order of the cascade layers (web/styles/index.css) is fixed by where they are first named. The
 * bundler sorts the modules' rules before it, so the built style sheet gets it as its first line.
 */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type !== 'asset' || !asset.fileName.endsWith('.css')) continue
        asset.source = `@layer reset,tokens,base,ui,screens;${asset.source.toString()}`
      }
    },
  },
}

export default defineConfig({
  root: `${repository}web`,
  plugins: [react(), layersFirst],
  // The brand's facts of web/brand.ts are set at build time under the server's own names.
  envPrefix: ['VITE_', 'BRAND_', 'SUPPORT_', 'CAREERS_', 'PRESS_', 'OFFICE_'],
  build: {
    outDir: `${repository}dist/web`,
    emptyOutDir: true,
    sourcemap: true,
    // One style sheet: a prerendered page has all of its look before any script runs.
    cssCodeSplit: false,
    // scripts/prerender.ts finds each page's script in it, to preload it.
    manifest: true,
  },
  // The browser also loads contract/, which is outside of the root.
  server: { fs: { allow: [repository] } },
})
