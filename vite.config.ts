import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const repository = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root: `${repository}web`,
  plugins: [react()],
  build: { outDir: `${repository}dist/web`, emptyOutDir: true, sourcemap: true },
  // The browser also loads contract/, which is outside of the root.
  server: { fs: { allow: [repository] } },
})
