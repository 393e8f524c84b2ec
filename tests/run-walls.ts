import { foldersPointingBack, importsOf, printedFolders } from '#tests/support/import-graph.ts'

/** `npm run walls`: prints the folder graph of server and web, lowest layer first. Fails when an arrow points back. */

const imports = importsOf(['contract', 'sandbox', 'server', 'web'])
for (const root of ['server', 'web']) console.log(`${printedFolders(root, imports)}\n`)
const pointingBack = foldersPointingBack(imports)
if (pointingBack.length > 0) {
  console.error(pointingBack.join('\n'))
  process.exitCode = 1
}
