import { parse } from 'node:path'
import type { Plugin, Rolldown } from 'vite'

/** The module that each file of a build belongs to; filled while it runs. */
export function rendererFiles(): { plugin: Plugin; files: ReadonlyMap<string, string> } {
  const files = new Map<string, string>()
  return {
    files,
    plugin: {
      name: 'renderer-files',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') files.set(chunk.fileName, moduleOf(chunk))
      },
    },
  }
}

/** Returns the module that a file belongs to: the one of that name, where others import a part of it. */
const moduleOf = ({ facadeModuleId, moduleIds, name }: Rolldown.OutputChunk): string =>
  facadeModuleId ?? moduleIds.find((id) => parse(id).name === name) ?? ''
