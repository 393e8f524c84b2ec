import { parse } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { fileMark } from './file-mark.ts'

/** The modules that each module of a build imports as it loads. */
export type ModuleGraph = ReadonlyMap<string, readonly string[]>

/** A build's modules, and the module that each of its files belongs to; filled while it runs. */
export function moduleGraph(): {
  plugin: Plugin
  graph: ModuleGraph
  files: ReadonlyMap<string, string>
} {
  const graph = new Map<string, readonly string[]>()
  const files = new Map<string, string>()
  return {
    graph,
    files,
    plugin: {
      name: 'module-graph',
      generateBundle(_options, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk') files.set(chunk.fileName, moduleOf(chunk))
        for (const id of this.getModuleIds())
          graph.set(id, [...(this.getModuleInfo(id)?.importedIds ?? [])])
      },
    },
  }
}

/** Returns the module that a file belongs to: the one of that name, where others import a part of it. */
const moduleOf = ({ facadeModuleId, moduleIds, name }: Rolldown.OutputChunk): string =>
  facadeModuleId ?? moduleIds.find((id) => parse(id).name === name) ?? ''

/**
 * Divides the classes of a style sheet by whether a page made of `modules` may have them: `own` are those of the
 * components that these and their imports load, and those of no component; `foreign` are all others. Throws for a
 * module that is not part of the build.
 */
export function classesOf(
  css: string,
  graph: ModuleGraph,
  modules: readonly string[],
): Record<'own' | 'foreign', string[]> {
  const loaded = new Set<string>()
  const visit = (id: string) => {
    if (loaded.has(id)) return
    loaded.add(id)
    for (const imported of graph.get(id) ?? []) visit(imported)
  }
  for (const module of modules) {
    if (!graph.has(module)) throw new Error(`${module} is not part of the build`)
    visit(module)
  }
  const isSheet = (id: string) => id.endsWith('.module.css')
  const marks = (ids: Iterable<string>) => new Set([...ids].filter(isSheet).map(fileMark))
  const [every, here] = [marks(graph.keys()), marks(loaded)]
  const isOwn = (name: string) => {
    const mark = /_(.{4})$/.exec(name)?.[1]
    return mark === undefined || !every.has(mark) || here.has(mark)
  }
  const { own = [], foreign = [] } = Object.groupBy(classNamesIn(css), (name) =>
    isOwn(name) ? 'own' : 'foreign',
  )
  return { own, foreign }
}

/** Every class that a built style sheet has rules for. */
function classNamesIn(css: string): Set<string> {
  const names = [...css.matchAll(/\.((?:\\.|[A-Za-z_-])(?:\\.|[\w-])*)/g)]
  return new Set(names.map(([, name = '']) => name.replaceAll('\\', '')))
}
